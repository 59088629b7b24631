import { useEffect, useState } from 'react';
import type { Contest } from '#shared/play';
import { wantsStillness } from '#client/ui/stillness.ts';
import { turnMs } from './until-coin-falls.ts';

/** Whether a coin turns that was tossed while this is on the screen: both phones hear of it at once. */
export function useTurning({ outcome, how }: Pick<Contest, 'outcome' | 'how'>): boolean {
  const [wasOpen] = useState(outcome === null);
  const [hasLanded, setLanded] = useState(false);
  const isTossed = wasOpen && outcome !== null && how === 'coin';
  useEffect(() => {
    if (!isTossed) return;
    const timer = setTimeout(() => setLanded(true), turnMs);
    return () => clearTimeout(timer);
  }, [isTossed]);
  return isTossed && !hasLanded && !wantsStillness();
}
