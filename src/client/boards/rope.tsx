import { useLayoutEffect, useRef } from 'react';
import { classNames } from '#client/ui/class-names.ts';
import { Ring } from '#client/ui/ring.tsx';
import styles from './rope.module.css';

/** A rope that two members pull at, the ring as its knot. It hangs still until one of them has a point. Purely a picture: words say who leads. */
export function Rope({ left, right, className }: { left: number; right: number; className?: string | undefined }) {
  const rope = useRef<HTMLSpanElement>(null);
  const pull = pullOf(left, right);
  useLayoutEffect(() => {
    rope.current?.style.setProperty('--pull', String(pull));
  }, [pull]);
  return (
    <span
      ref={rope}
      aria-hidden="true"
      className={classNames(styles.rope, className)}
      data-rope=""
      data-even={Math.abs(pull - 0.5) < 0.05 || undefined}
    >
      <span className={styles.way}>
        <span className={styles.reach}>
          <Ring className={styles.knot} />
        </span>
      </span>
    </span>
  );
}

/**
 * The share of the first in a tug-of-war, from 0 to 1. With two positive scores it is their proportion; it also tells
 * who is ahead when they are negative.
 */
export function pullOf(first: number, second: number): number {
  const size = Math.abs(first) + Math.abs(second);
  return size === 0 ? 0.5 : 0.5 + (first - second) / (2 * size);
}
