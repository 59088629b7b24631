import { daysAfter } from '#shared/calendar';
import type { Db } from '../database/database.ts';
import { listActiveDays } from './member-day-store.ts';

/** Longer ones are not told apart. */
export const longestStreak = 366;

// Most streaks are short: what is read grows with the longest that there is, not with the history.
const reaches = [7, 30, 120, longestStreak];

/** On how many days in a row each of these people logged something, up to today, or to yesterday while today may still come. */
export async function readStreaks(db: Db, boardId: string, people: readonly string[], today: string): Promise<Map<string, number>> {
  const days = new Map(people.map((id) => [id, new Set<string>()]));
  let before = daysAfter(today, 1);
  for (const reach of reaches) {
    const from = daysAfter(today, -reach);
    for (const { user_id, day } of await listActiveDays(db, boardId, from, before)) days.get(user_id)?.add(day);
    before = from;
    if (people.every((id) => streakOf(days.get(id), today) < reach)) break;
  }
  return new Map(people.map((id) => [id, streakOf(days.get(id), today)]));
}

function streakOf(days: ReadonlySet<string> | undefined, today: string): number {
  if (!days) return 0;
  const last = days.has(today) ? today : daysAfter(today, -1);
  let streak = 0;
  while (streak < longestStreak && days.has(daysAfter(last, -streak))) streak += 1;
  return streak;
}
