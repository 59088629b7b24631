import type { FeedActivity } from '#shared/activities';
import type { Shown } from '#client/sync/commands/items.ts';
import { dayName } from '#client/ui/format.fr.ts';

/** From here on one bubble says it: of two, each is read as quickly. */
const least = 3;

type Repeated = Pick<
  Shown<FeedActivity>,
  | 'id'
  | 'userId'
  | 'boardId'
  | 'title'
  | 'points'
  | 'emoji'
  | 'loggedAt'
  | 'playedAt'
  | 'note'
  | 'notedBy'
  | 'reactions'
  | 'undone'
  | 'undoing'
  | 'pending'
>;

/**
 * What somebody did again and again on one board, each right after the other and on one day: the activities of each such run, by the id of its
 * newest. What was undone, was noted by somebody else or the day after, waits to be sent, or came after `until` stands by itself, and what others reacted to too, unless it is the newest.
 */
export function repetitionsIn<A extends Repeated>(activities: readonly A[], until: number, now: number): ReadonlyMap<string, readonly A[]> {
  const runs = new Map<string, readonly A[]>();
  let run: A[] = [];
  for (const activity of activities) {
    const [newest] = run;
    if (newest && isAgain(activity, newest)) run.push(activity);
    else run = canRepeat(activity) ? [activity] : [];
    if (run[0] && run.length >= least) runs.set(run[0].id, run);
  }
  return runs;

  function canRepeat({ userId, notedBy, playedAt, pending, undoing, undone, loggedAt }: A): boolean {
    return userId !== null && !notedBy && !playedAt && !pending && !undoing && undone === null && loggedAt <= until;
  }

  function isAgain(activity: A, newest: A): boolean {
    const isSame = (['userId', 'boardId', 'title', 'points', 'emoji'] as const).every((part) => activity[part] === newest[part]);
    // A bubble of several would hide the reactions and the notes of all but one.
    const isBare = !activity.reactions && activity.note === undefined;
    return isSame && canRepeat(activity) && isBare && dayName(activity.loggedAt, now) === dayName(newest.loggedAt, now);
  }
}
