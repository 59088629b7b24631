/** As the `ref` of what a press asked for. */
export function focusNew(element: HTMLElement | null): void {
  element?.focus();
}
