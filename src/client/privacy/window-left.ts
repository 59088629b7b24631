import { createObservable } from '#client/ui/observable.ts';

/**
 * Whether the window was left since somebody was last there: it lost the focus or went out of sight. It follows what happens to the window
 * and never asks whether it has the focus: one that was opened without it was not left. It begins with the page, before there is anything
 * to hide.
 */
export const windowLeft = createObservable(false);

const be = windowLeft.set;

addEventListener('blur', () => be(true));
addEventListener('focus', () => be(false));
// A person who touches the page is there, whatever the browser says about the focus.
for (const touch of ['pointerdown', 'keydown']) addEventListener(touch, () => be(false), { capture: true });
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') be(true);
  else if (document.hasFocus()) be(false);
});
