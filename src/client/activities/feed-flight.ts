import { flyPointsTo } from '#client/ui/flight.ts';
import { untilLanding } from '#client/ui/landing-time.ts';
import { wantsStillness } from '#client/ui/stillness.ts';
import { moveClear, toastRoom } from '#client/ui/toast-room.ts';

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
  if (toastRoom.get() === 0) clearLater(newborn);
  if (wantsStillness()) return;
  const { top, bottom } = pill.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) return;
  flyPointsTo(pill, points, from, rise);
  const easing = 'cubic-bezier(0.2, 0.8, 0.2, 1)';
  newborn.animate({ translate: ['0 -20px', '0 0'], opacity: [0, 1] }, { duration: 320, easing });
  pill.animate({ opacity: [0, 0] }, untilLanding());
}

/** The first toast is drawn a moment later, once its code has come. */
function clearLater(newborn: Element): void {
  const stop = toastRoom.subscribe(() => {
    stop();
    moveClear(newborn);
  });
  setTimeout(stop, longestMs);
}

/** In milliseconds: a page that moves by itself later is a surprise. */
const longestMs = 1000;
