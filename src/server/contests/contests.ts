import { randomInt } from 'node:crypto';
import type { BoardChange } from '#shared/boards';
import { dayIn } from '#shared/calendar';
import { isOver } from '#shared/clock-rules';
import { coinResult, type ContestEmoji, contestLasts, isOpenAt as isInTime, votersOf } from '#shared/contest-rules';
import { canWriteNote } from '#shared/board-policy';
import type { ActivityId, ContestId, UserId, UserOnBoard } from '#shared/ids';
import { onceADay } from '#shared/once-a-day';
import { findActivity } from '../activities/activity-store.ts';
import { notedOf } from '../activities/activity-views.ts';
import { undoAsItWas } from '../activities/undo.ts';
import { boardFor } from '../boards/board-for.ts';
import type { Db } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { refuse, refuseFor } from '../errors/refusal.ts';
import { changePlay } from '../play/agreements.ts';
import { noteSettled } from '../play/contest-news.ts';
import {
  callOffContests,
  findContest,
  findContestedAt,
  findVote,
  insertContest,
  keepContested,
  saveVote,
  settleContest,
  switchContests,
  wasContested,
} from '../play/contest-store.ts';
import { listPlayers } from '../play/season-store.ts';
import { listSeasonsWith } from '../play/settling.ts';
import { settleAs, settleContests } from './settle-contests.ts';

type Needed = Pick<Deps, 'database' | 'boardKeys' | 'limits'>;

interface Contesting {
  id: ContestId;
  activityId: ActivityId;
  emoji: ContestEmoji;
}

/** 'Mauvaise foi !' (decision D43). The same id once more, by the same person, contests nothing. `now` in milliseconds since 1970. */
export async function contestActivity(
  deps: Needed,
  { userId, boardId }: UserOnBoard,
  { id, activityId, emoji }: Contesting,
  now = Date.now(),
): Promise<BoardChange> {
  return await changePlay(deps, { userId, boardId }, now, async ({ work, db, board }) => {
    const earlier = await findContest(db, id);
    if (earlier) {
      const isSame = earlier.contested_by === userId && earlier.activity_id === activityId && earlier.emoji === emoji;
      if (!isSame) throw refuse('contest_id_taken');
      return false;
    }
    if (board.contests_on === 0) throw refuse('contests_off');
    const activity = await findActivity(db, { boardId, activityId });
    if (!activity) throw refuse('activity_not_found');
    const { user_id: answeredBy } = activity;
    if (answeredBy === userId || canWriteNote({ id: userId }, notedOf(activity))) throw refuse('contest_of_own');
    if (activity.undone_at !== null) throw refuse('activity_undone');
    if (await wasContested(db, activityId)) throw refuse('contested_already');
    if (isOver(activity.logged_at + contestLasts, now, contestLasts)) throw refuse('contest_too_late');
    if ((await listSeasonsWith(db, activity)).length > 0) throw refuse('contest_after_season');
    const players = await listPlayers(db, boardId);
    if (!players.some(({ user_id }) => user_id === answeredBy)) throw refuse('member_not_found');
    const contestedAt = await findContestedAt(db, { boardId, userId, now });
    if (contestedAt !== undefined) throw refuseFor('contested_today', contestedAt + onceADay - now);
    const isNew = await insertContest(db, {
      id,
      board_id: boardId,
      activity_id: activityId,
      contested_by: userId,
      answered_by: answeredBy,
      day: dayIn(board.time_zone, now),
      emoji,
      opened_at: now,
    });
    if (!isNew) throw refuse('contest_id_taken');
    const username = nameIn(players, userId);
    work.record({ type: 'contest_made', boardId, contestId: id, to: [answeredBy], username, revision: board.revision });
    return true;
  });
}

interface OnContest extends UserOnBoard {
  contestId: ContestId;
}

/** 'Je maintiens', or 'Je retire', which undoes the activity; that is possible afterwards, too. */
export async function answerContest(
  deps: Needed,
  { contestId, ...where }: OnContest,
  keeps: boolean,
  now = Date.now(),
): Promise<BoardChange> {
  const { userId, boardId } = where;
  return await changePlay(deps, where, now, async ({ work, db, board }) => {
    const contest = await contestOn(db, { contestId, ...where });
    if (contest.answered_by !== userId) throw refuse('answer_not_yours');
    if (contest.outcome === 'withdrawn' && !keeps) return false;
    const isOpen = isOpenAt(contest, now);
    if (keeps) {
      // Its reply was lost.
      if (contest.kept_at !== null) return false;
      if (!isOpen) throw refuse('contest_over');
      await keepContested(db, contestId, now);
      const players = await listPlayers(db, boardId);
      const members = players.map(({ user_id }) => user_id);
      const voters = votersOf({ contestedBy: contest.contested_by, answeredBy: userId }, members);
      // On a board of two the coin is for both.
      const to = voters.length > 0 ? voters : [contest.contested_by];
      const username = nameIn(players, userId);
      work.record({ type: 'contest_kept', boardId, contestId, to, username, revision: board.revision });
      return true;
    }
    if (!isOpen) throw refuse('contest_over');
    const result = { outcome: 'withdrawn', how: 'answer' } as const;
    await settleContest(db, contestId, { ...result, at: now });
    await noteSettled(work, boardId, [contest], { result, by: userId });
    // As if the other one had undone it: then one's own phones hear of one's sums.
    const undoing = { actorId: contest.contested_by, boardId, activityId: contest.activity_id, by: userId };
    await undoAsItWas(deps, work, { ...undoing, now, isToldWithPlay: true });
    return true;
  });
}

/** Votes in place of what one voted before. The last one who may vote settles it. */
export async function vote(deps: Needed, { contestId, ...where }: OnContest, isVoid: boolean, now = Date.now()): Promise<BoardChange> {
  const { userId, boardId } = where;
  return await changePlay(deps, where, now, async ({ work, db }) => {
    const contest = await contestOn(db, { contestId, ...where });
    if (!votersOf({ contestedBy: contest.contested_by, answeredBy: contest.answered_by }, [userId]).includes(userId))
      throw refuse('vote_not_yours');
    // Its reply was lost.
    if ((await findVote(db, { id: contestId, userId })) === isVoid) return false;
    if (!isOpenAt(contest, now)) throw refuse('contest_over');
    if (contest.kept_at === null) throw refuse('contest_unanswered');
    await saveVote(db, { contest_id: contestId, user_id: userId, is_void: isVoid ? 1 : 0, voted_at: now });
    await settleContests(deps, work, boardId, now);
    return true;
  });
}

/** How one voted; nobody else is told. Null where one did not. */
export async function readVote(
  { database }: Pick<Deps, 'database'>,
  { contestId, ...where }: OnContest,
): Promise<{ isVoid: boolean | null }> {
  return await database.snapshot(async (db) => {
    await boardFor(db, where);
    await contestOn(db, { contestId, ...where });
    return { isVoid: (await findVote(db, { id: contestId, userId: where.userId })) ?? null };
  });
}

interface Tossing {
  now?: number;
  /** Whether the coin shows 'face'. */
  toss?: () => boolean;
}

/** 'Pile ou face', where only the two are there whom it is about: the server draws, and both hear of it by the same change. */
export async function tossCoin(
  deps: Needed,
  { contestId, ...where }: OnContest,
  { now = Date.now(), toss = () => randomInt(2) === 1 }: Tossing = {},
): Promise<BoardChange> {
  const { boardId } = where;
  return await changePlay(deps, where, now, async ({ work, db }) => {
    const contest = await contestOn(db, { contestId, ...where });
    // The other one was faster, or its reply was lost.
    if (contest.how === 'coin') return false;
    if (!isOpenAt(contest, now)) throw refuse('contest_over');
    if (contest.kept_at === null) throw refuse('contest_unanswered');
    if ((await listPlayers(db, boardId)).length !== 2) throw refuse('coin_for_two');
    const { id, activity_id: activityId, contested_by: contestedBy, answered_by: answeredBy } = contest;
    const settled = { id, activityId, contestedBy, answeredBy };
    await settleAs(deps, work, { boardId, contest: settled, result: coinResult(toss()), now, by: where.userId });
    return true;
  });
}

/** Any member ends it for all, at once and without a name. What is open stands. */
export async function switchContestsOff(deps: Needed, where: UserOnBoard, now = Date.now()): Promise<BoardChange> {
  return await changePlay(deps, where, now, async ({ work, db, board }) => {
    const calledOff = await callOffContests(db, board.id, now);
    await noteSettled(work, board.id, calledOff, { result: { outcome: 'stands', how: 'called_off' }, by: where.userId });
    if (board.contests_on === 1) await switchContests(db, board.id, false);
    return calledOff.length > 0 || board.contests_on === 1;
  });
}

async function contestOn(db: Db, { boardId, contestId }: OnContest) {
  const contest = await findContest(db, contestId);
  if (contest?.board_id !== boardId) throw refuse('contest_not_found');
  return contest;
}

function isOpenAt(
  { outcome, opened_at, kept_at }: { outcome: string | null; opened_at: number; kept_at: number | null },
  now: number,
): boolean {
  return outcome === null && isInTime({ openedAt: opened_at, keptAt: kept_at }, now);
}

function nameIn(players: Awaited<ReturnType<typeof listPlayers>>, userId: UserId): string {
  return players.find(({ user_id }) => user_id === userId)?.username ?? '';
}
