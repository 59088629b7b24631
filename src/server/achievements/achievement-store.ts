/**
 * What people have unlocked. Logging reads and writes it only on what it unlocks, and on the first log of a day. What is about several people
 * goes through them in the order of their ids, so that two units of work never wait for each other.
 */
import { type AchievementId, achievementsOf } from '#shared/achievement-rules';
import type { ActivityId, BoardId, UserId } from '#shared/ids';
import type { Db } from '../database/database.ts';
import { preparedQuery } from '../database/prepared-query.ts';

/** The achievements that depend on days, not on sums: streaks and pauses. */
export const ofDays: readonly AchievementId[] = [...achievementsOf('streak'), ...achievementsOf('pause')].map(({ id }) => id);

interface Unlocking {
  userId: UserId;
  activityId: ActivityId | null;
  now: number;
}

/** A board at one of its revisions. */
export interface Where {
  boardId: BoardId;
  revision: number;
}

/** Gives the person these achievements, and returns the ones that are new to them. */
export async function insertAchievements(
  db: Db,
  ids: readonly AchievementId[],
  { userId, activityId, now, where }: Unlocking & { where?: Where | undefined },
): Promise<AchievementId[]> {
  if (ids.length === 0) return [];
  const earned = { unlocked_at: now, activity_id: activityId, earned_on: where?.boardId ?? null, earned_revision: where?.revision ?? null };
  const rows = await db
    .insertInto('achievement')
    .values(ids.map((id) => ({ user_id: userId, achievement_id: id, ...earned, times: 1, kept: 0 })))
    .onConflict((conflict) => conflict.columns(['user_id', 'achievement_id']).doNothing())
    .returning('achievement_id')
    .execute();
  return rows.map(({ achievement_id }) => achievement_id);
}

/** Gives an achievement to all members of a board. Returns the members who did not have it. */
export async function insertForMembers(db: Db, { boardId, revision }: Where, id: AchievementId, now: number): Promise<UserId[]> {
  const rows = await db
    .insertInto('achievement')
    .columns(['user_id', 'achievement_id', 'unlocked_at', 'activity_id', 'earned_on', 'earned_revision', 'times', 'kept'])
    .expression(({ selectFrom, val, lit, cast }) =>
      selectFrom('board_member')
        .where('board_id', '=', boardId)
        .orderBy('user_id')
        .select([
          'user_id',
          val(id).as('achievement_id'),
          cast<number>(val(now), 'bigint').as('unlocked_at'),
          lit(null).as('activity_id'),
          val(boardId).as('earned_on'),
          cast<number>(val(revision), 'bigint').as('earned_revision'),
          lit(1).as('times'),
          lit(0).as('kept'),
        ]),
    )
    .onConflict((conflict) => conflict.columns(['user_id', 'achievement_id']).doNothing())
    .returning('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Counts one more activity that earns this; whether the person did not have it. */
export async function addTime(db: Db, id: AchievementId, { userId, activityId, now }: Unlocking): Promise<boolean> {
  const [row] = await countTime(db, { id, userId, activityId, now });
  return row?.times === 1;
}

const countTime = preparedQuery((db, { id, userId, activityId, now }: Unlocking & { id: AchievementId }) =>
  db
    .insertInto('achievement')
    .values({ user_id: userId, achievement_id: id, unlocked_at: now, activity_id: activityId, times: 1, kept: 0 })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'achievement_id']).doUpdateSet(({ eb }) => ({ times: eb('achievement.times', '+', 1) })),
    )
    .returning('times'),
);

/** Counts one fewer, and takes back what none earns any more. */
export async function takeTimes(db: Db, userId: UserId, ids: readonly AchievementId[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('achievement')
    .set(({ eb }) => ({ times: eb('times', '-', 1) }))
    .where('user_id', '=', userId)
    .where('achievement_id', 'in', ids)
    .where('kept', '=', 0)
    .execute();
  await db.deleteFrom('achievement').where('user_id', '=', userId).where('achievement_id', 'in', ids).where('times', '<', 1).execute();
}

/** Takes these back, save what is kept for good. */
export async function deleteAchievements(db: Db, userId: UserId, ids: readonly AchievementId[]): Promise<void> {
  if (ids.length === 0) return;
  await db.deleteFrom('achievement').where('user_id', '=', userId).where('achievement_id', 'in', ids).where('kept', '=', 0).execute();
}

/** Takes back those of these that came with one activity, save what is kept for good. */
export async function deleteEarnedBy(
  db: Db,
  ids: readonly AchievementId[],
  { userId, activityId }: Pick<Unlocking, 'userId' | 'activityId'>,
): Promise<void> {
  await db
    .deleteFrom('achievement')
    .where('user_id', '=', userId)
    .where('achievement_id', 'in', ids)
    .where('activity_id', '=', activityId)
    .where('kept', '=', 0)
    .execute();
}

/** Makes the achievements of present and former members of the board final: no undo takes them back any more. */
export async function keepAchievementsOf(db: Db, boardId: BoardId): Promise<void> {
  const people = await db
    .selectFrom('board_member')
    .select('user_id')
    .where('board_id', '=', boardId)
    .union(db.selectFrom('former_member').select('user_id').where('board_id', '=', boardId))
    .orderBy('user_id')
    .execute();
  for (const { user_id: userId } of people) await keepAll(db, { userId });
}

const keepAll = preparedQuery((db, { userId }: { userId: UserId }) =>
  db.updateTable('achievement').set({ kept: 1 }).where('user_id', '=', userId).where('kept', '=', 0),
);

/** Makes these achievements of a person final: no undo takes them back any more. */
export async function keepAchievements(db: Db, userId: UserId, ids: readonly AchievementId[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('achievement')
    .set({ kept: 1 })
    .where('user_id', '=', userId)
    .where('achievement_id', 'in', ids)
    .where('kept', '=', 0)
    .execute();
}

export function listAchievements(db: Db, userId: UserId) {
  return db.selectFrom('achievement').select(['achievement_id', 'unlocked_at', 'kept', 'times']).where('user_id', '=', userId).execute();
}

interface JustLogged {
  userId: UserId;
  boardId: BoardId;
  revision: number;
  loggedAt: number;
}

/** The activity of the same member on the same board before this one, which was just logged, of those that count. */
export async function findActivityBefore(db: Db, { userId, boardId, revision, loggedAt }: JustLogged) {
  const [before] = await activityBefore(db, { userId, boardId, revision, loggedAt });
  return before;
}

const activityBefore = preparedQuery((db, { userId, boardId, revision, loggedAt }: JustLogged) =>
  db
    .selectFrom('activity')
    .select(['points', 'score_after as score'])
    .where('user_id', '=', userId)
    .where('board_id', '=', boardId)
    .where('logged_at', '<=', loggedAt)
    .where('board_revision', '<', revision)
    // As the index has it: however many were undone, none of them is looked at.
    .where('undone_revision', 'is', null)
    .orderBy('logged_at', 'desc')
    .orderBy('board_revision', 'desc')
    .limit(1),
);

export async function noteRiseThroughZero(db: Db, activityId: ActivityId): Promise<void> {
  await db.updateTable('activity').set({ through_zero: 1 }).where('id', '=', activityId).execute();
}

/** The members of the largest of a person's boards. */
export async function countLargestCompany(db: Db, userId: UserId): Promise<number> {
  const row = await db
    .selectFrom('board_member')
    .select(({ fn }) => fn.countAll<number>().as('members'))
    .where('board_id', 'in', db.selectFrom('board_member as own').select('own.board_id').where('own.user_id', '=', userId))
    .groupBy('board_id')
    .orderBy('members', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.members ?? 0;
}

/** The reactions that a person has given; those beyond `most` are not looked at. */
export async function countReactions(db: Db, userId: UserId, most: number): Promise<number> {
  const { given } = await db
    .selectFrom((from) => from.selectFrom('reaction').select('emoji').where('user_id', '=', userId).limit(most).as('some'))
    .select(({ fn }) => fn.countAll<number>().as('given'))
    .executeTakeFirstOrThrow();
  return given;
}
