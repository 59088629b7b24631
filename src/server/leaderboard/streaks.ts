import { daysAfter } from '#shared/calendar';
import type { Db } from '../database/database.ts';
import { countActiveDays, listActiveDays, listActiveDaysOf } from './member-day-store.ts';

/** Longer ones are not told apart. */
export const longestStreak = 366;

// Most streaks are short: what is looked at grows with the longest that there is, not with the history.
const reaches = [7, 30, 60, 120, 180, 240, 300, longestStreak] as const;

/** On how many days in a row each of these people logged something, up to today, or to yesterday while today may still come. */
export async function readStreaks(db: Db, boardId: string, people: readonly string[], today: string): Promise<Map<string, number>> {
  // Counted back from today once, for everybody.
  const back = Array.from({ length: longestStreak + 1 }, (_, index) => daysAfter(today, -index));
  const dayBack = (index: number) => back[index] ?? today;

  const days = new Map(people.map((id) => [id, new Set<string>()]));
  const lately = { boardId, from: dayBack(reaches[0]), before: daysAfter(today, 1) };
  for (const { user_id, day } of await listActiveDays(db, lately)) days.get(user_id)?.add(day);

  const streaks = new Map<string, number>();
  let running: string[] = [];
  const beganAt = (id: string) => (days.get(id)?.has(today) ? 0 : 1);
  const follow = (id: string, active: ReadonlySet<string> | undefined, from: number, to: number) => {
    const broken = back.findIndex((day, index) => index >= from && index <= to && !active?.has(day));
    if (broken < 0) running.push(id);
    else streaks.set(id, broken - beganAt(id));
  };
  for (const id of people) follow(id, days.get(id), beganAt(id), reaches[0]);

  for (let step = 1; step < reaches.length && running.length > 0; step++) {
    const [first, last] = [(reaches[step - 1] ?? 0) + 1, reaches[step] ?? 0];
    const stretch = { boardId, from: dayBack(last), before: dayBack(first - 1) };
    // Of many people who play every day the database counts; only of those who once did not the days are read.
    const counted = await countActiveDays(db, { ...stretch, people: running });
    const counts = new Map(counted.map(({ user_id, days: count }) => [user_id, count]));
    const before = running;
    running = before.filter((id) => counts.get(id) === last - first + 1);
    const broken = before.filter((id) => counts.get(id) !== last - first + 1);
    const active = new Map(broken.map((id) => [id, new Set<string>()]));
    for (const { user_id, day } of await listActiveDaysOf(db, { ...stretch, people: broken.filter((id) => counts.has(id)) }))
      active.get(user_id)?.add(day);
    for (const id of broken) follow(id, active.get(id), first, last);
  }
  for (const id of running) streaks.set(id, Math.min(back.length - beganAt(id), longestStreak));
  return streaks;
}
