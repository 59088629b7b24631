/**
 * A button is pressed once, however long Enter is held: browsers press it again at each repetition of the key, and the focus may have gone
 * to another button by then. Called once, for the whole page.
 */
export function ignoreHeldEnter(): void {
  addEventListener(
    'keydown',
    (event) => {
      if (event.repeat && event.key === 'Enter' && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault();
    },
    { capture: true },
  );
}
