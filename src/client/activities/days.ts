import { dayName } from '#client/ui/format.fr.ts';

/** What stands above an activity, by its id: the day, of the first activity of each. */
export function daysIn(activities: readonly { id: string; loggedAt: number }[], now = Date.now()): ReadonlyMap<string, string> {
  const days = new Map<string, string>();
  let last: string | undefined;
  for (const { id, loggedAt } of activities) {
    const day = dayName(loggedAt, now);
    if (day !== last) days.set(id, day);
    last = day;
  }
  return days;
}
