/** A coin that is tossed while it is looked at turns first (decision D43): the view holds back until it has fallen what it decided. */
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { OpenedBoard } from '#shared/boards';
import type { Contest } from '#shared/play';
import { wantsStillness } from '#client/ui/stillness.ts';

/** How long it turns. In milliseconds; as in coin.module.css. */
export const turnMs = 2400;

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

/**
 * A board as its screen shows it: while a coin turns there, as it was before, but for the contests. `isHeldBack`: so long. A later change ends it,
 * since nobody may miss that.
 */
export function useUntilCoinFalls(opened: OpenedBoard | undefined): { shown: OpenedBoard | undefined; isHeldBack: boolean } {
  const [before, setBefore] = useState(opened);
  /** The revision that brought the toss; null while nothing turns. */
  const [tossedAt, setTossedAt] = useState<number | null>(null);
  if (opened !== before) {
    if (tossedAt === null && wasTossedBetween(before, opened) && !wantsStillness()) setTossedAt(opened?.board.revision ?? null);
    else if (tossedAt === null || opened?.board.revision !== tossedAt) {
      setBefore(opened);
      setTossedAt(null);
    }
  }
  const land = useEffectEvent(() => {
    setBefore(opened);
    setTossedAt(null);
  });
  useEffect(() => {
    if (tossedAt === null) return;
    const timer = setTimeout(() => land(), turnMs);
    return () => clearTimeout(timer);
  }, [tossedAt]);
  const contests = opened?.play?.contests;
  const held = useMemo(() => before?.play && { ...before, play: { ...before.play, contests } }, [before, contests]);
  return tossedAt !== null && held ? { shown: held, isHeldBack: true } : { shown: opened, isHeldBack: false };
}

/** Whether a coin was tossed between the two. */
function wasTossedBetween(before: OpenedBoard | undefined, opened: OpenedBoard | undefined): boolean {
  const known = before?.play?.contests?.list.filter(({ outcome }) => outcome === null) ?? [];
  return known.some(({ id }) => opened?.play?.contests?.list.some((one) => one.id === id && one.how === 'coin'));
}
