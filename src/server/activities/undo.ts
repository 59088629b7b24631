import { changeOfActivity } from '#shared/activity-change';
import { canUndo } from '#shared/board-policy';
import type { BoardChange } from '#shared/boards';
import type { ActivityId, BoardId, TokenId, UserId } from '#shared/ids';
import { undoneWithin } from '#shared/token-rules';
import { findSums } from '../accounts/account-store.ts';
import { boardToChangeFor } from '../boards/board-for.ts';
import { toldScore } from '../boards/told-score.ts';
import { readChange } from './board-views.ts';
import type { Db, Work } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../errors/refusal.ts';
import { hasLogged } from '../identity/tokens/token-store.ts';
import { dimDay } from '../leaderboard/flame-store.ts';
import { takeFromDay } from '../leaderboard/member-day-store.ts';
import { findActivity, markUndone } from './activity-store.ts';
import { activityView, notedOf } from './activity-views.ts';
import { noteSettled } from '../play/contest-news.ts';
import { withdrawContested } from '../play/contest-store.ts';
import { moveInSeasons } from '../play/season-player-store.ts';
import { type Counted, markChangedBy, settleDue, tellPlay } from '../play/settling.ts';
import { addToFormerMember, addToUser, dayOf, moveBoard, moveMember, shareLess, sumsWith } from './log-store.ts';
import { readReactions } from './reaction-views.ts';

/**
 * Undoes an activity: it stays in the history and counts nowhere any more. Repeating it changes nothing and answers
 * with what happened to the board since it was undone. By a token only what it has just logged itself, and on a wall only what was just logged.
 * `now` in milliseconds since 1970.
 */
export async function undoActivity(
  deps: Pick<Deps, 'database' | 'boardKeys'>,
  undoing: Undoing & { token?: TokenId | undefined; onWall?: boolean },
  now = Date.now(),
): Promise<BoardChange> {
  return await deps.database.unitOfWork(async (work) => {
    const { db } = work;
    const { actorId, boardId, activityId, token, onWall = false } = undoing;
    const board = await boardToChangeFor(deps, db, { userId: actorId, boardId });
    const activity = await findActivity(db, { boardId, activityId });
    if (!activity) throw refuse('activity_not_found');
    if (token && !(await hasLogged(db, { tokenId: token, activityId, since: now - undoneWithin }))) throw refuse('activity_not_found');
    if (!canUndo({ id: actorId }, notedOf(activity), { createdBy: board.created_by })) throw refuse('undo_not_allowed');
    if (activity.undone_revision !== null) return await readChange(db, deps.boardKeys, boardId, activity.undone_revision - 1);
    if (onWall && activity.logged_at <= now - undoneWithin) throw refuse('wall_undo_over');
    const undo = () => undoOne(deps, work, activity, { ...undoing, by: actorId, now });
    return await (board.play_revision > 0 ? besidePlay(work, activity, { now, by: actorId }, undo) : undo());
  });
}

interface Undoing {
  actorId: UserId;
  boardId: BoardId;
  activityId: ActivityId;
}

/**
 * Undoes what the person did and undid elsewhere before, or what a contest takes back, in a unit of work that has locked the board. `by`: null for
 * somebody who is not here. `isToldWithPlay`: as the event has it. Whether it counted until now.
 */
export async function undoAsItWas(
  deps: Pick<Deps, 'database' | 'boardKeys'>,
  work: Work,
  undoing: Undoing & { by: UserId | null; now: number; isToldWithPlay?: boolean },
): Promise<boolean> {
  const activity = await findActivity(work.db, undoing);
  if (!activity) throw refuse('activity_not_found');
  if (activity.undone_revision !== null) return false;
  await besidePlay(work, activity, { now: Date.now(), by: undoing.by }, () => undoOne(deps, work, activity, undoing));
  await work.followUp();
  return true;
}

/** A season that is over stays as it was, and says that something of it is undone. A contest of the activity is withdrawn. */
async function besidePlay<T>(
  work: Work,
  activity: Counted & { id: ActivityId },
  { now, by }: { now: number; by: UserId | null },
  undo: () => Promise<T>,
): Promise<T> {
  const isSettled = await settleDue(work, activity.board_id, now);
  const change = await undo();
  const isMarked = await markChangedBy(work.db, activity);
  const withdrawn = await withdrawContested(work.db, activity.id, now);
  await noteSettled(work, activity.board_id, withdrawn, { result: { outcome: 'withdrawn', how: 'answer' }, by });
  if (isSettled || isMarked || withdrawn.length > 0) await tellPlay(work, activity.board_id);
  return change;
}

async function undoOne(
  { database, boardKeys }: Pick<Deps, 'database' | 'boardKeys'>,
  work: Work,
  activity: NonNullable<Awaited<ReturnType<typeof findActivity>>>,
  { actorId, boardId, activityId, by, now, isToldWithPlay = false }: Undoing & { by: UserId | null; now: number; isToldWithPlay?: boolean },
): Promise<BoardChange> {
  const { db } = work;
  const { user_id: authorId, points, logged_at: loggedAt, score_after: scoreAfter } = activity;
  const at = activity.played_at ?? loggedAt;
  await database.lockPeople(db, [authorId]);
  const { sums, ...taken } = await takePoints(db, { boardId, authorId, points, loggedAt, at, revision: activity.board_revision, now });
  if (!(await markUndone(db, activityId, { at: now, by, revision: sums.revision }))) throw new Error('undone twice at once');
  const undone = await findActivity(db, { boardId, activityId });
  if (!undone) throw new Error('an activity vanished within its transaction');
  const change = changeOfActivity(activityView(undone, await boardKeys.of(db, boardId), await readReactions(db, [undone])), {
    boardId,
    ...sums,
  });
  const roseThroughZero = activity.through_zero === 1;
  work.record({
    type: 'activity_undone',
    actorId,
    authorId,
    activityId,
    change,
    isToldWithPlay,
    points,
    scoreThen: scoreAfter,
    roseThroughZero,
    ...taken,
  });
  return change;
}

interface Taken {
  boardId: BoardId;
  authorId: UserId;
  points: number;
  loggedAt: number;
  /** The moment that it counts at. */
  at: number;
  /** The board's, of the log. */
  revision: number;
  now: number;
}

/** In the order in which a log adds them: board, member, day, user. */
async function takePoints(db: Db, { boardId, authorId, points, loggedAt, at, revision: loggedWith, now }: Taken) {
  const [board] = await moveBoard(db, { boardId, points: -points, now });
  if (!board) throw new Error('a board vanished within the transaction');
  // A former member has no score on the board, but their personal sums change (decision D6).
  const share = shareLess(points);
  const [member] = await moveMember(db, { boardId, userId: authorId, ...share });
  if (!member) await addToFormerMember(db, { boardId, userId: authorId, ...share });
  // The points leave the day on which they count, since they are in that day's ranking.
  const { day, gained, lost } = dayOf(board.time_zone, { points, at });
  const leftOnDay = await takeFromDay(db, { boardId, userId: authorId, day, gained, lost });
  if (board.play_revision > 0)
    await moveInSeasons(db, { boardId, userId: authorId, points: -points, actions: -1, loggedAt, at, revision: loggedWith });
  const { revision, lit_on: litOn } = board;
  const flame = leftOnDay === 0 ? await dimDay(db, { boardId, day, revision, litOn }) : undefined;
  const sumsBefore = await findSums(db, authorId);
  if (!sumsBefore) throw new Error('an author whose account vanished within the transaction');
  await addToUser(db, { userId: authorId, ...share });
  const sums = { revision, totalPoints: board.total_points, score: member ? toldScore(board, member.score) : null, flame };
  return { sums, day, leftOnDay, sumsBefore, sumsAfter: sumsWith(sumsBefore, share) };
}
