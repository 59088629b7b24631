/** The day that a log is for (decision D49). */
import { dayIn } from '#shared/calendar';
import { dayAfterLimits, middleOf, openYesterday } from '#shared/day-after';
import type { BoardId, UserId } from '#shared/ids';
import type { Db } from '../database/database.ts';
import { refuse } from '../errors/refusal.ts';
import { countNotedLate } from './log-store.ts';

/** What a command says of its day. */
export interface Asked {
  /** The day that was chosen, as in 2026-11-28. */
  day?: string | undefined;
  /** For how long the command has waited since it was pressed, in milliseconds. */
  waited?: number | undefined;
}

interface Place {
  boardId: BoardId;
  /** The person whose activity it is. */
  userId: UserId;
  timeZone: string;
  joinedAt: number;
  field: string | undefined;
}

export interface DayOfLog {
  /** A moment of yesterday, where it counts for that day. */
  playedAt?: number;
  /** The day that it was for, where that is over: it counts for today, so that nothing is lost. */
  missedDay?: string;
}

/** The longest wait that is told apart: a year. In milliseconds. */
const longestWait = 366 * 24 * 60 * 60 * 1000;
/** How long a request may take, and a choice stay on a screen after noon. In milliseconds. */
const onItsWay = 60_000;

/**
 * A day that `waited` alone tells is never refused; a chosen day is, unless it was open when it was pressed. `field` names the log among several; `now`
 * in milliseconds since 1970.
 */
export async function dayOfLog(db: Db, { timeZone, joinedAt, field, ...author }: Place, asked: Asked, now: number): Promise<DayOfLog> {
  const pressedAt = pressed(asked, now);
  const day = asked.day ?? dayIn(timeZone, pressedAt);
  const today = dayIn(timeZone, now);
  if (day === today) return {};
  const hadJoined = day >= dayIn(timeZone, joinedAt);
  if (hadJoined && day === openYesterday(timeZone, now)) {
    if (asked.day === undefined) return { playedAt: pressedAt };
    const playedAt = middleOf(timeZone, day);
    if ((await countNotedLate(db, { ...author, playedAt })) >= dayAfterLimits.perDay) throw refuse('too_many_noted_late', field);
    return { playedAt };
  }
  const wasOpen = hadJoined && (day === dayIn(timeZone, pressedAt) || day === openYesterday(timeZone, pressedAt - onItsWay));
  if (asked.day !== undefined && (asked.waited === undefined || !wasOpen)) throw refuse('day_closed', field);
  return { missedDay: day };
}

/** The day that a log was for, where it was counted for the day on which it arrived. */
export function missedDayOf(
  asked: Asked,
  { timeZone, loggedAt, playedAt }: { timeZone: string; loggedAt: number; playedAt: number | null },
  now: number,
): DayOfLog {
  const day = asked.day ?? dayIn(timeZone, pressed(asked, now));
  return playedAt === null && day < dayIn(timeZone, loggedAt) ? { missedDay: day } : {};
}

function pressed({ waited = 0 }: Asked, now: number): number {
  return now - Math.min(waited, longestWait);
}
