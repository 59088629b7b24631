/** As the `ref` of a field that a press asked for. */
export function focusNew(field: HTMLInputElement | null): void {
  field?.focus();
}
