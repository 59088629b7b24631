/**
 * A held Enter presses once. Browsers repeat the press of a button and the sending of a form as long as the key is down,
 * and go on with whatever has the focus by then. Lines of a text may be repeated.
 */
export function ignoreHeldEnter(): () => void {
  document.addEventListener('keydown', ignoreRepeat, { capture: true });
  return () => document.removeEventListener('keydown', ignoreRepeat, { capture: true });
}

function ignoreRepeat(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault();
}
