/** When scores that were read are read again: the board moves on, and so do its days. Pure. */
import { dayIn, daysAfter, startOfDay } from '#shared/calendar';

/** Times are those of the server as far as they are known here, in milliseconds since 1970. */
interface Read {
  /** The day of the board at which they were read, by the server's clock. */
  today: string;
  readAt: number;
  /** When it was last tried in vain. 0: never. */
  failedAt: number;
  /** Whether the board has moved on since. */
  isBehind: boolean;
  /** Whether they are the scores of all time: a long history takes the server long to add up. */
  isAll: boolean;
}

/** Many may log at once: they are read together. */
const gatherMs = 600;
/** The ranking of all time needs no reading, only its curve and records do. */
const gatherOfAllMs = 10_000;
/** A server that answers with an error while the stream goes on is asked no more often than that. */
const failedMs = 30_000;
/** While nobody knows here that the clock of this browser is ahead of the server's. */
const aheadMs = 60_000;

/** How long from now, in milliseconds. */
export function readsAgainIn({ today, readAt, failedAt, isBehind, isAll }: Read, timeZone: string, now: number): number {
  const dayOfRead = dayIn(timeZone, readAt);
  const nextDayIn = startOfDay(timeZone, daysAfter(dayOfRead, 1)) - now;
  if (failedAt > readAt && (isBehind || nextDayIn <= 0)) return Math.max(0, failedAt + failedMs - now);
  if (isBehind) return isAll ? gatherOfAllMs : gatherMs;
  return Math.max(0, today < dayOfRead ? Math.min(aheadMs, nextDayIn) : nextDayIn);
}
