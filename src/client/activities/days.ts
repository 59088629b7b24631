import { dayName } from '#client/ui/format.fr.ts';

/** What stands above an activity, by its id: the day, of the first activity of each. What waits to be sent stands on top, whenever it was logged. */
export function daysIn(
  activities: readonly { id: string; loggedAt: number; pending?: boolean }[],
  now: number,
): ReadonlyMap<string, string> {
  const days = new Map<string, string>();
  let last: string | undefined;
  for (const { id, loggedAt, pending = false } of activities) {
    const day = dayName(pending ? now : loggedAt, now);
    if (day !== last) days.set(id, day);
    last = day;
  }
  return days;
}
