import { type AchievementId, inOrder } from '#shared/achievement-rules';
/** The statements of logging an action, compiled once, since this is the path that everybody waits for. */
import { type ExpressionBuilder, type Insertable, sql } from 'kysely';
import { dayIn } from '#shared/calendar';
import type { Sums } from '#shared/events';
import type { ActionId, ActivityId, BoardId, UserId, UserOnBoard } from '#shared/ids';
import type { Db } from '../database/database.ts';
import { preparedChange, preparedQuery } from '../database/prepared-query.ts';
import type { Tables } from '../database/tables.ts';
import { withAuthor } from './activity-store.ts';

/** An echo is looked for among so many of the newest activities of the board: of no log may the cost grow with what was logged. */
const echoesAmong = 20;
const earlyBird: AchievementId = 'early-bird';
const telepathy: AchievementId = 'telepathy';

interface Wanted {
  id: ActivityId;
  userId: UserId;
  boardId: BoardId;
  actionId: ActionId;
  /** How far back an echo is looked for, in milliseconds since 1970. */
  since: number;
}

/** The activity that exists already under this id, with the sums that it made; `board_that_is` null when its board is deleted. */
export const findLogged = preparedQuery((db, { id }: { id: ActivityId }) =>
  withAuthor(db)
    .leftJoin('board', 'board.id', 'activity.board_id')
    .select([
      'activity.action_id',
      'activity.total_after',
      'activity.score_after',
      'board.id as board_that_is',
      'board.lit_on',
      'board.flame_days',
      'board.flame_jokers',
      'board.flame_record',
      'board.joker_used_on',
      'board.flame_revision',
      'board.play_revision',
      'board.time_zone',
      'board.play_mode',
    ])
    .where('activity.id', '=', id),
);

/**
 * What logging needs to know; no row when the person is not a member. Null are `action_id` when the board lacks the action or has retired it,
 * `known_id` when no activity has the id yet, `owed_id` when no loss that was noted for somebody has it, `early_held` when the person lacks that
 * achievement, `level_with` when this log makes no other member's score, and `echoed_at` when no other member has just logged the action, or the
 * person has that achievement. All sums are read here, where the board is locked, and not returned by the statements that move them: with SQLite
 * one that returns something takes twice as long.
 */
export const findLoggable = preparedQuery((db, { id, userId, boardId, actionId, since }: Wanted) =>
  db
    .selectFrom('board_member')
    .innerJoin('user', 'user.id', 'board_member.user_id')
    .innerJoin('board', 'board.id', 'board_member.board_id')
    .leftJoin('board_action', (join) =>
      join
        .onRef('board_action.board_id', '=', 'board_member.board_id')
        .on('board_action.id', '=', actionId)
        .on('board_action.retired_at', 'is', null),
    )
    .leftJoin('activity', (join) => join.on('activity.id', '=', id))
    .select(({ eb, selectFrom, exists, not, lit, ref }) => [
      'activity.id as known_id',
      'board_action.id as action_id',
      'board_action.title_sealed',
      'board_action.points',
      'board_action.emoji',
      'user.username',
      'user.avatar',
      'user.actions_count as actions',
      'user.points_gained as gained',
      'user.losses_count as losses',
      'board.revision',
      'board.total_points',
      'board.time_zone',
      'board.heard',
      'board.hooked',
      'board.lit_on',
      'board.play_revision',
      'board.play_mode',
      'board_member.score',
      'board_member.joined_at',
      selectFrom('owed_loss').select('owed_loss.id').where('owed_loss.id', '=', id).as('owed_id'),
      selectFrom('board_member as other')
        .select(lit(1).as('one'))
        .whereRef('other.board_id', '=', 'board_member.board_id')
        .whereRef('other.user_id', '!=', 'board_member.user_id')
        .where('other.score', '=', eb(ref('board_member.score'), '+', ref('board_action.points')))
        .limit(lit(1))
        .as('level_with'),
      selectFrom('achievement')
        .select(lit(1).as('one'))
        .whereRef('achievement.user_id', '=', 'board_member.user_id')
        .where('achievement.achievement_id', '=', sql.lit(earlyBird))
        .as('early_held'),
      eb
        .case()
        .when(
          not(
            exists(
              selectFrom('achievement')
                .select(lit(1).as('one'))
                .whereRef('achievement.user_id', '=', 'board_member.user_id')
                .where('achievement.achievement_id', '=', sql.lit(telepathy)),
            ),
          ),
        )
        .then(
          selectFrom(
            selectFrom('activity as recent')
              .select(['recent.action_id', 'recent.user_id', 'recent.logged_at', 'recent.played_at', 'recent.undone_revision'])
              .where('recent.board_id', '=', boardId)
              .where('recent.logged_at', '>', since)
              .orderBy('recent.logged_at', 'desc')
              .limit(lit(echoesAmong))
              .as('recent'),
          )
            .select('recent.logged_at')
            .where('recent.action_id', '=', actionId)
            .where('recent.user_id', '!=', userId)
            .where('recent.undone_revision', 'is', null)
            .where('recent.played_at', 'is', null)
            .orderBy('recent.logged_at', 'desc')
            .limit(lit(1)),
        )
        .end()
        .as('echoed_at'),
    ])
    .where('board_member.board_id', '=', boardId)
    .where('board_member.user_id', '=', userId),
);

/** The member who notes an activity for somebody else; undefined for who is no member. */
export function findNoter(db: Db, { boardId, userId }: UserOnBoard) {
  return db
    .selectFrom('board_member')
    .innerJoin('user', 'user.id', 'board_member.user_id')
    .select(['user.id as userId', 'user.username'])
    .where('board_member.board_id', '=', boardId)
    .where('board_member.user_id', '=', userId)
    .executeTakeFirst();
}

interface BoardShare {
  boardId: BoardId;
  points: number;
  now: number;
}

/** Adds to the board's total and counts the change. */
export const addToBoard = preparedChange((db, share: BoardShare) => movedBoard(db, share));

/** Adds to a board as well, and returns its sum and what else follows from the log. */
export const moveBoard = preparedQuery((db, share: BoardShare) =>
  movedBoard(db, share).returning(['revision', 'total_points', 'time_zone', 'lit_on', 'play_revision', 'play_mode']),
);

function movedBoard(db: Db, { boardId, points, now }: BoardShare) {
  return db
    .updateTable('board')
    .set(({ eb }) => ({ total_points: eb('total_points', '+', points), revision: eb('revision', '+', 1), updated_at: now }))
    .where('id', '=', boardId);
}

/** The share of activities in the sums of their author; negative to take it off. */
export interface Share extends Sums {
  points: number;
}

interface MemberShare extends Share {
  boardId: BoardId;
  userId: UserId;
}

/** The share of one activity with these points in the sums of its author. */
export function shareOf(points: number): Share {
  return { points, actions: 1, gained: points > 0 ? points : 0, losses: points < 0 ? 1 : 0 };
}

/** A person's sums once these are added. */
export function sumsWith(before: Sums, share: Sums): Sums {
  return { actions: before.actions + share.actions, gained: before.gained + share.gained, losses: before.losses + share.losses };
}

/** The share that undoing it takes off. */
export function shareLess(points: number): Share {
  const { actions, gained, losses } = shareOf(points);
  return { points: -points, actions: -actions, gained: -gained, losses: -losses };
}

interface Logged extends MemberShare {
  /** The board's before the log and after it: whoever had seen it whole has seen their own log. A log for somebody else is news to them: -1. */
  seen: number;
  revision: number;
}

/** Adds to what a member has done on a board. */
export const addToMember = preparedChange((db, logged: Logged) =>
  movedMember(db, logged).set(({ eb, ref }) => ({
    seen_revision: eb.case().when('seen_revision', '=', logged.seen).then(logged.revision).else(ref('seen_revision')).end(),
  })),
);

/** The same, and tells the score that it comes to. */
export const moveMember = preparedQuery((db, share: MemberShare) => movedMember(db, share).returning('score'));

function movedMember(db: Db, share: MemberShare) {
  return db.updateTable('board_member').set(grownBy(share)).where('board_id', '=', share.boardId).where('user_id', '=', share.userId);
}

/** Adds to the sums that wait for a former member. */
export const addToFormerMember = preparedChange((db, share: MemberShare) =>
  db.updateTable('former_member').set(grownBy(share)).where('board_id', '=', share.boardId).where('user_id', '=', share.userId),
);

function grownBy({ points, actions, gained, losses }: MemberShare) {
  return ({ eb }: { eb: ExpressionBuilder<Tables, 'board_member' | 'former_member'> }) => ({
    score: eb('score', '+', points),
    actions_count: eb('actions_count', '+', actions),
    points_gained: eb('points_gained', '+', gained),
    losses_count: eb('losses_count', '+', losses),
  });
}

/** The share of an activity in the sums of its day; `at`: the moment that it counts at. */
export function dayOf(timeZone: string, { points, at }: { points: number; at: number }) {
  return { day: dayIn(timeZone, at), gained: Math.max(points, 0), lost: Math.max(-points, 0) };
}

interface UserShare extends Share {
  userId: UserId;
}

/** Moves a person's own sums. */
export const addToUser = preparedChange((db, { userId, points, actions, gained, losses }: UserShare) =>
  db
    .updateTable('user')
    .set(({ eb }) => ({
      points: eb('points', '+', points),
      actions_count: eb('actions_count', '+', actions),
      points_gained: eb('points_gained', '+', gained),
      losses_count: eb('losses_count', '+', losses),
    }))
    .where('id', '=', userId),
);

/** No row when there is an activity of this id; how many rows that makes. */
export const insertActivity = preparedChange((db, activity: Insertable<Tables['activity']>) =>
  db
    .insertInto('activity')
    .values({
      id: activity.id,
      board_id: activity.board_id,
      user_id: activity.user_id,
      action_id: activity.action_id,
      title_sealed: activity.title_sealed,
      points: activity.points,
      emoji: activity.emoji,
      noted_by: activity.noted_by,
      note_sealed: activity.note_sealed,
      logged_at: activity.logged_at,
      played_at: activity.played_at,
      board_revision: activity.board_revision,
      total_after: activity.total_after,
      score_after: activity.score_after,
    })
    .onConflict((conflict) => conflict.column('id').doNothing()),
);

/** How many activities that count were noted for a person with this moment, which stands for a chosen day before. */
export async function countNotedLate(db: Db, { boardId, userId, playedAt }: UserOnBoard & { playedAt: number }): Promise<number> {
  const { noted } = await db
    .selectFrom('activity')
    .select(({ fn }) => fn.countAll<number>().as('noted'))
    .where('board_id', '=', boardId)
    .where('user_id', '=', userId)
    .where('logged_at', '>=', playedAt)
    .where('played_at', '=', playedAt)
    .where('undone_at', 'is', null)
    .executeTakeFirstOrThrow();
  return noted;
}

/** The achievements that a log unlocked. */
export async function listUnlockedBy(db: Db, { userId, activityId }: { userId: UserId; activityId: ActivityId }): Promise<AchievementId[]> {
  const rows = await db
    .selectFrom('achievement')
    .select('achievement_id')
    .where('user_id', '=', userId)
    .where('activity_id', '=', activityId)
    .execute();
  return inOrder(rows.map(({ achievement_id }) => achievement_id));
}
