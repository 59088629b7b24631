import type { ActivityId } from '#shared/ids';
import type { NoticeOf } from '#shared/notices';
import { createObservable } from '#client/ui/observable.ts';
import { isAnyDialogOpen } from '#client/ui/open-dialogs.ts';

interface ToldLog extends NoticeOf<'activity_logged'> {
  takesTheLead?: true;
}

/** What others have just logged on the board that is open, the newest last: it is told from their faces there. */
export const ripostes = createObservable<readonly ToldLog[]>([]);

/** Has the bubble say that one of these logs takes the lead. False when none of them is what it shows. */
export function tellLead(logged: readonly ActivityId[]): boolean {
  const newest = ripostes.get().at(-1);
  // Under a dialog there is no bubble.
  if (!newest || !logged.includes(newest.activityId) || isAnyDialogOpen()) return false;
  ripostes.set([...ripostes.get().slice(0, -1), { ...newest, takesTheLead: true }]);
  return true;
}

/** The latest member to log while this person was looking: nothing is remembered of it. */
export const seenLogger = createObservable<{ name: string; avatar: string } | null>(null);
