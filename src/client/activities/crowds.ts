import type { FeedActivity } from '#shared/activities';
import type { BoardCard } from '#shared/boards';
import type { UserId } from '#shared/ids';
import type { Shown } from '#client/sync/commands/items.ts';
import { dayName } from '#client/ui/format.fr.ts';

/** A board of more members is a crowd: what it does would bury what a few do. */
export const mostOfFew = 8;
/** From here on one row says it. */
const least = 3;

type Told = Pick<Shown<FeedActivity>, 'id' | 'userId' | 'boardId' | 'loggedAt' | 'pending'>;

interface Look {
  boards: readonly Pick<BoardCard, 'id' | 'memberCount'>[] | undefined;
  myId: UserId;
  /** What came later stands by itself. */
  until: number;
  now: number;
}

/**
 * What others did on a large board, each right after the other and on one day (decision D63): the activities of each such run, by the id of its newest.
 */
export function crowdsIn<A extends Told>(activities: readonly A[], { boards, myId, until, now }: Look): ReadonlyMap<string, readonly A[]> {
  const large = new Set((boards ?? []).flatMap(({ id, memberCount }) => (memberCount > mostOfFew ? [id] : [])));
  const runs = new Map<string, readonly A[]>();
  let run: A[] = [];
  for (const activity of activities) {
    const [newest] = run;
    const canFold = large.has(activity.boardId) && activity.userId !== myId && !activity.pending && activity.loggedAt <= until;
    const goesOn = canFold && newest?.boardId === activity.boardId && dayName(activity.loggedAt, now) === dayName(newest.loggedAt, now);
    if (goesOn) run.push(activity);
    else run = canFold ? [activity] : [];
    if (run[0] && run.length >= least) runs.set(run[0].id, run);
  }
  return runs;
}
