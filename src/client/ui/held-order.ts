import { useEffect, useEffectEvent, useState } from 'react';

interface Item {
  id: string;
}

/**
 * Sorts the items by `compare`. From the first press, scroll or key on, each item keeps its place, so that nothing moves under a finger, and new
 * items come first; until the screen is left, or the page is hidden.
 */
export function useHeldOrder<T extends Item>(items: readonly T[], compare: (a: T, b: T) => number): T[] {
  const [held, setHeld] = useState<ReadonlyMap<string, number> | null>(null);
  const hold = useEffectEvent(() => {
    if (!held) setHeld(new Map(items.toSorted(compare).map(({ id }, place) => [id, place])));
  });
  const release = useEffectEvent(() => {
    if (document.hidden) setHeld(null);
  });
  useEffect(() => {
    for (const sign of signs) addEventListener(sign, hold, { passive: true });
    document.addEventListener('visibilitychange', release);
    return () => {
      for (const sign of signs) removeEventListener(sign, hold);
      document.removeEventListener('visibilitychange', release);
    };
  }, []);
  return items.toSorted((a, b) => (held ? (held.get(a.id) ?? -1) - (held.get(b.id) ?? -1) : 0) || compare(a, b));
}

const signs = ['pointerdown', 'pointermove', 'wheel', 'keydown'] as const;
