import { type ContestResult, resultOf } from '#shared/contest-rules';
import type { BoardId, UserId } from '#shared/ids';
import { undoAsItWas } from '../activities/undo.ts';
import type { Work } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { noteSettled } from '../play/contest-news.ts';
import { settleContest } from '../play/contest-store.ts';
import { type OpenContest, readOpenContests } from '../play/contest-views.ts';

type Needed = Pick<Deps, 'database' | 'boardKeys'>;

/**
 * Settles the contests of a board, which is locked, that nobody may answer or vote on any more: each once. Seasons that are over are closed before. Whether
 * there was one. `now` in milliseconds since 1970.
 */
export async function settleContests(deps: Needed, work: Work, boardId: BoardId, now: number): Promise<boolean> {
  const due = (await readOpenContests(work.db, boardId)).flatMap((contest) => {
    const result = resultOf(contest, contest.votes, contest.voters, now);
    return result ? [{ contest, result }] : [];
  });
  // All at once, and in their order: two boards with the same people never wait for each other.
  await deps.database.lockPeople(
    work.db,
    due.map(({ contest }) => contest.answeredBy),
  );
  for (const { contest, result } of due) await settleAs(deps, work, { boardId, contest, result, now });
  return due.length > 0;
}

interface Settled {
  boardId: BoardId;
  contest: Pick<OpenContest, 'id' | 'activityId' | 'contestedBy' | 'answeredBy'>;
  result: ContestResult;
  now: number;
  /** The one who has ended it, if that is one of the two whom it is about. */
  by?: UserId;
}

/** Settles an open contest, in a unit of work that has locked the board, and undoes the activity where that is its outcome. */
export async function settleAs(deps: Needed, work: Work, { boardId, contest, result, now, by }: Settled): Promise<void> {
  const { id, activityId, contestedBy, answeredBy } = contest;
  await settleContest(work.db, id, { ...result, at: now });
  const told = [{ id, contested_by: contestedBy, answered_by: answeredBy }];
  await noteSettled(work, boardId, told, { result, ...(by !== undefined && { by }) });
  if (result.outcome !== 'void') return;
  await undoAsItWas(deps, work, { actorId: contestedBy, boardId, activityId, by: contestedBy, now, isToldWithPlay: true });
}
