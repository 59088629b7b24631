import { daysAfter } from '#shared/calendar';
import type { Db } from '../database/database.ts';
import { listActiveDays } from './member-day-store.ts';

/** Longer ones are not told apart. */
export const longestStreak = 366;

// Most streaks are short: what is read grows with the longest that there is, not with the history.
const reaches = [7, 30, 120, longestStreak] as const;

/** On how many days in a row each of these people logged something, up to today, or to yesterday while today may still come. */
export async function readStreaks(db: Db, boardId: string, people: readonly string[], today: string): Promise<Map<string, number>> {
  const days = new Map(people.map((id) => [id, new Set<string>()]));
  // Counted back from today once, for everybody.
  const back = Array.from({ length: reaches[0] + 1 }, (_, index) => daysAfter(today, -index));
  const streakOf = (id: string) => streakIn(days.get(id), back);
  let before = daysAfter(today, 1);
  for (const reach of reaches) {
    while (back.length <= reach) back.push(daysAfter(today, -back.length));
    const from = back[reach] ?? today;
    for (const { user_id, day } of await listActiveDays(db, { boardId, from, before })) days.get(user_id)?.add(day);
    before = from;
    if (people.every((id) => streakOf(id) < reach)) break;
  }
  return new Map(people.map((id) => [id, streakOf(id)]));
}

function streakIn(days: ReadonlySet<string> | undefined, back: readonly string[]): number {
  const [today = ''] = back;
  const last = days?.has(today) ? 0 : 1;
  const broken = back.findIndex((day, index) => index >= last && !days?.has(day));
  return Math.min((broken < 0 ? back.length : broken) - last, longestStreak);
}
