import { useEffect, useState } from 'react';
import type { Contest } from '#shared/play';

/** How long the coin turns. In milliseconds; as in coin.module.css. */
export const turnMs = 2400;

/** Whether a coin turns that was tossed while this is on the screen: both phones hear of it at once. Nothing turns under reduced motion. */
export function useTurning({ outcome, how }: Pick<Contest, 'outcome' | 'how'>): boolean {
  const [wasOpen] = useState(outcome === null);
  const [hasLanded, setLanded] = useState(false);
  const isTossed = wasOpen && outcome !== null && how === 'coin';
  const isStill = isTossed && matchMedia('(prefers-reduced-motion: reduce)').matches;
  useEffect(() => {
    if (!isTossed) return;
    const timer = setTimeout(() => setLanded(true), turnMs);
    return () => clearTimeout(timer);
  }, [isTossed]);
  return isTossed && !isStill && !hasLanded;
}
