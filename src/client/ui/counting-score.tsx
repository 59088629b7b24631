import { useEffect, useLayoutEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import styles from './counting-score.module.css';
import { untilLanding } from './landing-time.ts';
import { signed } from './signed.ts';
import { wantsStillness } from './stillness.ts';

interface CountingScoreProps {
  score: number;
  /** From which it counts when it comes; otherwise it stands there. */
  from?: number | undefined;
  /** Points that were just earned on this screen fly to it. */
  lands?: boolean | undefined;
  /** Green from 0 up and red below; without it the colour around is kept, as on a gradient. */
  coloured?: boolean | undefined;
  /** How it is written, otherwise in full. */
  write?: typeof signed | undefined;
  className?: string | undefined;
}

/**
 * A score that counts up to its new value with the spring. Its text is the final value from the first moment; the
 * numbers in between are drawn over it, for the eye alone. Instant under reduced motion.
 */
export function CountingScore({ score, from = score, lands = false, coloured = false, write = signed, className }: CountingScoreProps) {
  const element = useRef<HTMLSpanElement>(null);
  const shown = useRef(from);

  useLayoutEffect(() => {
    const before = shown.current;
    if (element.current && before !== score)
      return countUp(element.current, { from: before, to: score, write }, (value) => (shown.current = value));
  }, [score, write]);

  // Not when it moves: the answer would wait for the style of the whole page.
  useEffect(() => void (element.current && springOf(element.current)), []);

  return (
    <span
      ref={element}
      className={classNames(styles.score, className)}
      data-sign={coloured ? (score < 0 ? 'minus' : 'plus') : undefined}
      data-lands={lands || undefined}
      data-score=""
    >
      {write(score)}
    </span>
  );
}

interface Way {
  from: number;
  to: number;
  write: typeof signed;
}

/** Returns what stops it. */
function countUp(element: HTMLElement, { from, to, write }: Way, onValue: (value: number) => void): () => void {
  let frame = 0;
  const stop = () => {
    cancelAnimationFrame(frame);
    clock.finish();
    delete element.dataset.counting;
    delete element.dataset.room;
  };
  const isInstant = wantsStillness();
  // Points that fly there count once they have arrived.
  const timing = isInstant ? { duration: 0 } : { duration, delay: untilLanding(), fill: 'backwards' as const };
  const clock = element.animate(null, { ...timing, easing: isInstant ? 'linear' : springOf(element) });
  const draw = () => {
    const progress = clock.effect?.getComputedTiming().progress ?? 1;
    const done = clock.playState !== 'running' && !clock.pending;
    // The spring swings past its end, a score does not: nobody ever had those points.
    const value = done ? to : Math.round(from + (to - from) * Math.min(progress, 1));
    onValue(value);
    if (done) return stop();
    element.dataset.counting = write(value);
    element.dataset.room ??= longest(write(from), write(to));
    frame = requestAnimationFrame(draw);
  };
  draw();
  return stop;
}

/** While it counts the score has the room of the longer of the two: nothing beside it moves or is painted over. */
function longest(one: string, other: string): string {
  return one.length > other.length ? one : other;
}

/** The token's, for an animation of nothing that serves as a clock. */
function springOf(element: Element): string {
  return (spring ??= getComputedStyle(element).getPropertyValue('--spring').trim() || 'linear');
}

let spring: string | undefined;

/** Milliseconds: long enough to be read as counting. */
const duration = 900;
