/** Draws the change from one screen to the next as one motion, where the browser can. Settles when the next one is in the document. */
export function showAsTransition(update: () => Promise<void>): Promise<void> {
  if (!('startViewTransition' in document)) return update();
  const transition = document.startViewTransition(update);
  // A motion that the next one cuts short, or that a hidden window never begins, is no error: its screen is there all the same.
  for (const motion of [transition.ready, transition.finished]) motion.catch(() => undefined);
  // The ground of a card that has become a header: what moves next has none.
  const forget = () => document.documentElement.style.removeProperty('--growing');
  transition.finished.then(forget, forget);
  return transition.updateCallbackDone;
}
