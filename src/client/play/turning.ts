import { useEffect, useState } from 'react';
import type { Contest } from '#shared/play';
import { serverTime } from '#client/api/server-clock.ts';
import { wantsStillness } from '#client/ui/stillness.ts';

/** How long a coin is in the air. In milliseconds; as in coin.module.css. */
export const turnMs = 1450;
/** A toss is new for so long, in milliseconds: a person who hears of it later sees how it fell. */
const isNewFor = 10_000;

type Tossed = Pick<Contest, 'outcome' | 'how' | 'settledAt'>;

/** Whether a coin flies that was tossed while this is on the screen: both phones hear of it at once. A phone that slept sees how it fell. */
export function useTurning(contest: Tossed): boolean {
  const [wasOpen] = useState(contest.outcome === null);
  const [flight, setFlight] = useState<'none' | 'air' | 'landed'>('none');
  if (wasOpen && flight === 'none' && contest.outcome !== null) setFlight(fliesNow(contest) ? 'air' : 'landed');
  useEffect(() => {
    if (flight !== 'air') return;
    const timer = setTimeout(() => setFlight('landed'), turnMs);
    return () => clearTimeout(timer);
  }, [flight]);
  return flight === 'air';
}

/** Whether it was tossed a moment ago, and may be seen to fly. */
export function fliesNow({ how, settledAt }: Tossed): boolean {
  return how === 'coin' && serverTime() < (settledAt ?? 0) + isNewFor && !wantsStillness();
}
