/** What members contest of what others logged, the votes about it, and whether a board has that at all. */
import type { ExpressionBuilder, Insertable, Selectable } from 'kysely';
import { contestLasts, type ContestResult } from '#shared/contest-rules';
import type { ActivityId, BoardId, ContestId, UserId, UserOnBoard } from '#shared/ids';
import { onceADay } from '#shared/once-a-day';
import type { Db } from '../database/database.ts';
import { deleteOlder } from '../database/delete-older.ts';
import { latestWithin } from '../database/latest-within.ts';
import { preparedQuery } from '../database/prepared-query.ts';
import { noEarlierThan } from '../database/times-in-order.ts';
import type { Tables } from '../database/tables.ts';

export type ContestRow = Awaited<ReturnType<typeof listContests>>[number];

export async function switchContests(db: Db, boardId: BoardId, isOn: boolean): Promise<void> {
  await db
    .updateTable('board')
    .set({ contests_on: isOn ? 1 : 0 })
    .where('id', '=', boardId)
    .execute();
}

/** False where one of this id was made at this very moment on another board: on this one it would have been found. */
export async function insertContest(db: Db, contest: Insertable<Tables['contest']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('contest')
    .values(contest)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Wherever it is, and whatever became of it. */
export function findContest(db: Db, id: ContestId) {
  return db.selectFrom('contest').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function wasContested(db: Db, activityId: ActivityId): Promise<boolean> {
  return (await db.selectFrom('contest').select('id').where('activity_id', '=', activityId).executeTakeFirst()) !== undefined;
}

/** When a person last contested something on a board, too lately to do it again; undefined where they may. */
export function findContestedAt(db: Db, { boardId, userId, now }: UserOnBoard & { now: number }): Promise<number | undefined> {
  const contested = db.selectFrom('contest').where('board_id', '=', boardId).where('contested_by', '=', userId);
  return latestWithin(contested, 'opened_at', { now, wait: onceADay });
}

/** The contests of a board that are open, and those that were settled between two moments, with who contests; the oldest first. */
export const listContests = preparedQuery((db, { boardId, after, until }: { boardId: BoardId; after: number; until: number }) =>
  db
    .selectFrom('contest')
    .innerJoin('user', 'user.id', 'contest.contested_by')
    .selectAll('contest')
    .select(['user.username', 'user.avatar'])
    .where('contest.board_id', '=', boardId)
    .where(({ and, eb, or }) =>
      or([eb('contest.outcome', 'is', null), and([eb('contest.settled_at', '>', after), eb('contest.settled_at', '<=', until)])]),
    )
    .orderBy('contest.opened_at')
    .orderBy('contest.id'),
);

/** The open ones of a board, each with what their activity counts by. */
export function listContestedActivities(db: Db, boardId: BoardId) {
  return db
    .selectFrom('contest')
    .innerJoin('activity', 'activity.id', 'contest.activity_id')
    .select(['contest.id', 'contest.contested_by', 'contest.answered_by'])
    .select(['activity.board_revision', 'activity.logged_at', 'activity.played_at'])
    .where('contest.board_id', '=', boardId)
    .where('contest.outcome', 'is', null)
    .execute();
}

export async function listVotes(db: Db, ids: readonly ContestId[]) {
  if (ids.length === 0) return [];
  return await db.selectFrom('contest_vote').select(['contest_id', 'user_id', 'is_void']).where('contest_id', 'in', ids).execute();
}

/** How somebody voted; undefined where they did not. */
export async function findVote(db: Db, { id, userId }: { id: ContestId; userId: UserId }): Promise<boolean | undefined> {
  const row = await db
    .selectFrom('contest_vote')
    .select('is_void')
    .where('contest_id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row && row.is_void === 1;
}

/** In place of how they voted before. */
export async function saveVote(db: Db, vote: Insertable<Tables['contest_vote']>): Promise<void> {
  const { is_void, voted_at } = vote;
  await db
    .insertInto('contest_vote')
    .values(vote)
    .onConflict((conflict) => conflict.columns(['contest_id', 'user_id']).doUpdateSet({ is_void, voted_at }))
    .execute();
}

export async function keepContested(db: Db, id: ContestId, at: number): Promise<void> {
  await db
    .updateTable('contest')
    .set((eb) => ({ kept_at: notBeforeIts(eb, at) }))
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .execute();
}

export async function settleContest(db: Db, id: ContestId, { outcome, how, at }: ContestResult & { at: number }): Promise<void> {
  await db
    .updateTable('contest')
    .set((eb) => ({ outcome, how, settled_at: notBeforeIts(eb, at) }))
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .execute();
}

/** When it is kept or settled. */
function notBeforeIts({ fn, ref }: ExpressionBuilder<Tables, 'contest'>, at: number) {
  return noEarlierThan(fn.coalesce(ref('kept_at'), ref('opened_at')), at);
}

/** A contest, and the two whom it is about. */
export type Parties = Pick<Selectable<Tables['contest']>, 'id' | 'contested_by' | 'answered_by'>;
const partyColumns = ['id', 'contested_by', 'answered_by'] as const;

/** An activity was undone, so nothing of it is contested any more. Returns the contest, if there was one. */
export function withdrawContested(db: Db, activityId: ActivityId, at: number): Promise<Parties[]> {
  return db
    .updateTable('contest')
    .set((eb) => ({ outcome: 'withdrawn' as const, how: 'answer' as const, settled_at: notBeforeIts(eb, at) }))
    .where('activity_id', '=', activityId)
    .where('outcome', 'is', null)
    .returning(partyColumns)
    .execute();
}

/** Has all that is open on a board stand, and returns it. */
export function callOffContests(db: Db, boardId: BoardId, at: number): Promise<Parties[]> {
  return db
    .updateTable('contest')
    .set((eb) => ({ outcome: 'stands' as const, how: 'called_off' as const, settled_at: notBeforeIts(eb, at) }))
    .where('board_id', '=', boardId)
    .where('outcome', 'is', null)
    .returning(partyColumns)
    .execute();
}

/** Somebody who leaves a board contests, answers and votes no more. What was over before is settled with their votes. Returns what stands by that. */
export async function callOffContestsOf(db: Db, { boardId, userId }: UserOnBoard, now: number): Promise<Parties[]> {
  const running = db
    .selectFrom('contest')
    .select('id')
    .where('board_id', '=', boardId)
    .where('outcome', 'is', null)
    .where(({ eb, fn, ref }) => eb(fn.coalesce(ref('kept_at'), ref('opened_at')), '>', now - contestLasts));
  await db.deleteFrom('contest_vote').where('user_id', '=', userId).where('contest_id', 'in', running).execute();
  return await db
    .updateTable('contest')
    .set((eb) => ({ outcome: 'stands' as const, how: 'called_off' as const, settled_at: notBeforeIts(eb, now) }))
    .where('id', 'in', running)
    .where(({ eb, or }) => or([eb('contested_by', '=', userId), eb('answered_by', '=', userId)]))
    .returning(partyColumns)
    .execute();
}

/** What was settled before a moment. */
export function deleteContestsBefore(db: Db, moment: number): Promise<number> {
  return deleteOlder(db, 'contest', { key: ['id'], column: 'settled_at', before: moment });
}
