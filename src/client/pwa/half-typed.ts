/** Whether a new start of the page would take something away that was typed and not sent. */
import { hasDrafts } from '#client/ui/drafts.ts';

const touched = new Set<Element>();

/** Remembers from now on which fields were written in. */
export function watchTyping(): void {
  document.addEventListener('input', ({ target }) => target instanceof Element && touched.add(target), { capture: true });
}

export function isHalfTyped(): boolean {
  for (const field of touched) if (!field.isConnected) touched.delete(field);
  return hasDrafts() || [...touched].some(isFilled);
}

/** A search is no work of anybody's. */
function isFilled(field: Element): boolean {
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.type !== 'search' && field.value !== '' : true;
}
