import styles from './flight.module.css';
import { takeOff, untilLanding } from './landing-time.ts';
import { signed } from './signed.ts';
import { wantsStillness } from './stillness.ts';

/**
 * Lets points fly from what was pressed to the score that they change, which begins to count when they are there. Called before the score
 * moves; nothing waits for it. Only a decoration: nobody hears of it, and under reduced motion the score counts alone.
 */
export function flyPoints(points: number, from: Element): void {
  const score = scoreInSight();
  if (score) flyPointsTo(score, points, from);
}

/** The same to a certain score, which the page moves up by `rise` meanwhile. */
export function flyPointsTo(score: HTMLElement, points: number, from: Element, rise = 0): void {
  if (wantsStillness()) return;
  const start = middleOf(from);
  const { x, y } = middleOf(score);
  const end = { x, y: y - rise };
  takeOff();
  // After the frame that shows what was pressed: that one has no time for a decoration.
  requestAnimationFrame(() => setTimeout(() => fly({ points, score, start, end })));
}

function fly({ points, score, start, end }: { points: number; score: HTMLElement; start: Point; end: Point }): void {
  const { rise, points: flown } = drawn(points, score);
  rise.style.left = `${start.x}px`;
  rise.style.top = `${start.y}px`;
  document.body.append(rise);

  // A different easing on each axis bends the path.
  const fill = 'forwards';
  const duration = untilLanding();
  rise.animate({ translate: ['0px 0px', `${end.x - start.x}px 0px`] }, { duration, easing: 'cubic-bezier(0.5, 0, 0.7, 0.6)', fill });
  const frames = [
    { translate: '-50% -50%', scale: 0.6, opacity: 0 },
    { translate: '-50% calc(-50% - 28px)', scale: 1.35, opacity: 1, offset: 0.22 },
    { translate: `-50% calc(-50% + ${end.y - start.y}px)`, scale: 0.7, opacity: 1, offset: 0.92 },
    { translate: `-50% calc(-50% + ${end.y - start.y}px)`, scale: 0.4, opacity: 0 },
  ];
  const flight = flown.animate(frames, { duration: duration + 60, easing: 'cubic-bezier(0.2, 0.7, 0.4, 1)', fill });
  flight.finished.then(
    () => rise.remove(),
    () => rise.remove(),
  );
  if (points > 0) score.animate({ scale: [1, 1.16, 1] }, { duration: 420, delay: duration - 40, easing: 'ease-out' });
}

/** The score of the screen that is in view: of two the one that stands in for the other, which was scrolled away. */
function scoreInSight(): HTMLElement | undefined {
  const scores = [...document.querySelectorAll<HTMLElement>('[data-lands]')];
  return scores.toReversed().find((score) => {
    const { y } = middleOf(score);
    return y > 0 && y < innerHeight && score.checkVisibility();
  });
}

interface Point {
  x: number;
  y: number;
}

function middleOf(element: Element): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** In the colours of the board, which end at its screen. */
function drawn(points: number, score: Element): { rise: HTMLElement; points: HTMLElement } {
  const rise = document.createElement('div');
  rise.className = styles['flight'] ?? '';
  rise.dataset.flight = '';
  rise.ariaHidden = 'true';
  const theme = score.closest<HTMLElement>('[data-board-theme]')?.dataset.boardTheme;
  if (theme) rise.dataset.boardTheme = theme;
  const flown = document.createElement('span');
  flown.className = styles['points'] ?? '';
  flown.dataset.sign = points < 0 ? 'minus' : 'plus';
  flown.textContent = signed(points);
  rise.append(flown);
  return { rise, points: flown };
}
