import { flyPointsTo } from '#client/ui/flight.ts';
import { untilLanding } from '#client/ui/landing-time.ts';
import { wantsStillness } from '#client/ui/stillness.ts';
import { toastRoom } from '#client/ui/toast-room.ts';

/**
 * Lets the points fly from the tile that was pressed into the bubble that it brought to the top of the feed. The bubble's own points show
 * when they are there. Only a decoration: nobody hears of it, and under reduced motion nothing flies. The toast covers no bubble that has just come.
 */
export function flyIntoFeed(points: number, from: Element): void {
  const newborn = document.querySelector('main ol:first-of-type > li:first-child[data-mine]');
  const pill = newborn?.querySelector<HTMLElement>('[data-sign]');
  if (!newborn || !pill) return;
  // It comes with a motion of its own, in which its place cannot be measured.
  for (const motion of newborn.getAnimations()) motion.finish();
  const rise = moveClear(newborn);
  clearLater(newborn);
  if (wantsStillness()) return;
  const { top, bottom } = pill.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) return;
  flyPointsTo(pill, points, from, rise);
  const easing = 'cubic-bezier(0.2, 0.8, 0.2, 1)';
  newborn.animate({ translate: ['0 -20px', '0 0'], opacity: [0, 1] }, { duration: 320, easing });
  pill.animate({ opacity: [0, 0] }, untilLanding());
}

/** The first toast is drawn a moment later, once its code has come, and is as high as it stays only once its answers are there. */
function clearLater(newborn: Element): void {
  const stop = toastRoom.subscribe(() => void moveClear(newborn));
  setTimeout(stop, longestMs);
}

/** In milliseconds: a page that moves by itself later is a surprise. */
const longestMs = 1000;

/** In pixels: more than what a window that scrolls by whole ones, and a line that wraps anew, can take away. */
const apart = 4;

/** Lets the page move up what has just come under the toasts, as far as it can, and returns by how much. */
function moveClear(element: Element): number {
  const toasts = document.querySelector<HTMLElement>('[data-toasts] > *');
  if (!toasts) return 0;
  // Now: the page would have the room for it in the next frame only.
  toastRoom.set(toasts.offsetHeight);
  // It may still be on its way: the place counts to which it comes.
  const [, onItsWay = '0'] = getComputedStyle(element).translate.split(' ');
  const hidden = element.getBoundingClientRect().bottom - Number.parseFloat(onItsWay) - toasts.getBoundingClientRect().top;
  if (hidden <= 0) return 0;
  const top = Math.max(0, Math.min(Math.ceil(hidden + apart), document.documentElement.scrollHeight - innerHeight - scrollY));
  scrollBy({ top });
  return top;
}
