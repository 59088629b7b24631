import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import { daysAfter, startOfDay } from '#shared/calendar';
import { muchAtOnce } from '../achievements/moments.ts';
import { beingErased } from '../erasure/erasure-store.ts';
import { countedMoment } from '../leaderboard/member-day-store.ts';
import type { Db } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';

// Activities that were undone count nowhere, nor do those on deleted boards until they are erased.

// Rows of deleted accounts count nowhere either, until they are erased.
const ofSomebody = ({ exists, selectFrom }: ExpressionBuilder<Tables, 'activity'>) =>
  exists(selectFrom('user').select('user.id').whereRef('user.id', '=', 'activity.user_id'));

/** Boards whose total differs from the sum of their activities. */
export function wrongTotals(db: Db) {
  return db
    .selectFrom('board')
    .leftJoin('activity', (join) => join.onRef('activity.board_id', '=', 'board.id').on('activity.undone_at', 'is', null).on(ofSomebody))
    .select(({ fn, lit }) => [
      'board.id',
      'board.total_points as stored',
      fn.coalesce(fn.sum<number>('activity.points'), lit(0)).as('summed'),
    ])
    .groupBy(['board.id', 'board.total_points'])
    .having(({ eb, fn, lit, ref }) => eb(fn.coalesce(fn.sum<number>('activity.points'), lit(0)), '!=', ref('board.total_points')))
    .execute();
}

/** Members, and those who left, whose sums differ from their activities on the board. */
export async function wrongScores(db: Db) {
  const columns = ['board_id', 'user_id', 'score', 'actions_count', 'points_gained', 'losses_count'] as const;
  const scores = await db
    .selectFrom(db.selectFrom('board_member').select(columns).unionAll(db.selectFrom('former_member').select(columns)).as('member'))
    .leftJoin('activity', (join) =>
      join
        .onRef('activity.board_id', '=', 'member.board_id')
        .onRef('activity.user_id', '=', 'member.user_id')
        .on('activity.undone_at', 'is', null),
    )
    .select(({ fn, lit }) => [
      'member.board_id',
      'member.user_id',
      'member.score as stored',
      'member.actions_count as stored_count',
      'member.points_gained as gained',
      'member.losses_count as losses',
      fn.coalesce(fn.sum<number>('activity.points'), lit(0)).as('summed'),
      fn.count<number>('activity.id').as('counted'),
      fn.coalesce(fn.sum<number>('activity.points').filterWhere('activity.points', '>', 0), lit(0)).as('gained_summed'),
      fn.count<number>('activity.id').filterWhere('activity.points', '<', 0).as('losses_counted'),
    ])
    .groupBy(['member.board_id', 'member.user_id', 'member.score', 'member.actions_count', 'member.points_gained', 'member.losses_count'])
    .execute();
  return scores.filter(
    ({ stored, stored_count, summed, counted, ...share }) =>
      summed !== stored || counted !== stored_count || share.gained_summed !== share.gained || share.losses_counted !== share.losses,
  );
}

/** Authors on a board who are neither members nor recorded as former ones: their score would be lost when they come back. */
export function unknownAuthors(db: Db) {
  return db
    .selectFrom('activity')
    .innerJoin('board', 'board.id', 'activity.board_id')
    .innerJoin('user', 'user.id', 'activity.user_id')
    .leftJoin('board_member as member', (join) =>
      join.onRef('member.board_id', '=', 'activity.board_id').onRef('member.user_id', '=', 'activity.user_id'),
    )
    .leftJoin('former_member as former', (join) =>
      join.onRef('former.board_id', '=', 'activity.board_id').onRef('former.user_id', '=', 'activity.user_id'),
    )
    .where('member.user_id', 'is', null)
    .where('former.user_id', 'is', null)
    .select(['activity.board_id', 'activity.user_id'])
    .distinct()
    .execute();
}

/** Boards and accounts that are gone, of which something is left that nobody will erase. */
export async function forgottenLeftovers(db: Db): Promise<string[]> {
  const erasing = beingErased(db);
  const found = await Promise.all([
    ...(['activity', 'board_action', 'action_proposal', 'member_day', 'reaction'] as const).map((table) =>
      db
        .selectFrom(table)
        .select('board_id as id')
        .where('board_id', 'not in', db.selectFrom('board').select('id'))
        .where('board_id', 'not in', erasing)
        .distinct()
        .execute(),
    ),
    ...(['activity', 'member_day', 'reaction'] as const).map((table) =>
      db
        .selectFrom(table)
        .select('user_id as id')
        .where('user_id', 'not in', db.selectFrom('user').select('id'))
        .where('user_id', 'not in', erasing)
        .where('board_id', 'not in', erasing)
        .distinct()
        .execute(),
    ),
    db
      .selectFrom('action_proposal')
      .select('proposed_by as id')
      .where('proposed_by', 'not in', db.selectFrom('user').select('id'))
      .where('proposed_by', 'not in', erasing)
      .where('board_id', 'not in', erasing)
      .distinct()
      .execute(),
  ]);
  return [...new Set(found.flat().map(({ id }) => id))];
}

/** The sums of people that differ from those of their shares in boards, which are checked against the activities. */
export async function wrongSums(db: Db) {
  const columns = ['user_id', 'points_gained', 'losses_count'] as const;
  const sums = await db
    .selectFrom('user')
    .leftJoin(
      (from) => from.selectFrom('board_member').select(columns).unionAll(from.selectFrom('former_member').select(columns)).as('share'),
      (join) => join.onRef('share.user_id', '=', 'user.id'),
    )
    .select(({ fn, lit }) => [
      'user.id',
      'user.points_gained as gained',
      'user.losses_count as losses',
      fn.coalesce(fn.sum<number>('share.points_gained'), lit(0)).as('gained_summed'),
      fn.coalesce(fn.sum<number>('share.losses_count'), lit(0)).as('losses_summed'),
    ])
    .groupBy(['user.id', 'user.points_gained', 'user.losses_count'])
    .execute();
  return sums.filter(({ gained, losses, gained_summed, losses_summed }) => gained_summed !== gained || losses_summed !== losses);
}

/** The stored sums of each user, beside the right ones. */
export function userCounters(db: Db) {
  return db
    .selectFrom('user')
    .select(({ selectFrom }) => [
      'user.id',
      'user.points',
      'user.actions_count',
      'user.boards_count',
      selectFrom('activity')
        .innerJoin('board', 'board.id', 'activity.board_id')
        .whereRef('activity.user_id', '=', 'user.id')
        .where('activity.undone_at', 'is', null)
        .select(({ fn, lit }) => fn.coalesce(fn.sum<number>('activity.points'), lit(0)).as('sum'))
        .as('points_summed'),
      selectFrom('activity')
        .innerJoin('board', 'board.id', 'activity.board_id')
        .whereRef('activity.user_id', '=', 'user.id')
        .where('activity.undone_at', 'is', null)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('actions_counted'),
      selectFrom('board_member')
        .whereRef('board_member.user_id', '=', 'user.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('boards_counted'),
    ])
    .execute();
}

/** The boards, with what their days depend on and what is kept of them. */
export function listBoardsWithDays(db: Db) {
  return db
    .selectFrom('board')
    .select(['id', 'time_zone', 'lit_on', 'flame_days', 'flame_jokers', 'flame_record', 'joker_used_on'])
    .select(['kept_record', 'kept_record_seal', 'play_revision', 'flame_revision'])
    .orderBy('id')
    .execute();
}

/** Whether all that was logged on these days of a board was logged before its flame was counted last. */
export async function wereLoggedBefore(
  db: Db,
  { id, time_zone, flame_revision }: Pick<Selectable<Tables['board']>, 'id' | 'time_zone' | 'flame_revision'>,
  days: readonly string[],
): Promise<boolean> {
  for (const day of days) {
    const later = await db
      .selectFrom('activity')
      .select('id')
      .where('board_id', '=', id)
      .where((eb) => eb(countedMoment(eb), '>=', startOfDay(time_zone, day)))
      .where((eb) => eb(countedMoment(eb), '<', startOfDay(time_zone, daysAfter(day, 1))))
      .where('board_revision', '>=', flame_revision)
      .limit(1)
      .executeTakeFirst();
    if (later) return false;
  }
  return true;
}

export function listAllAchievements(db: Db) {
  return db.selectFrom('achievement').select(['user_id', 'achievement_id', 'times', 'kept']).execute();
}

export function listUserSums(db: Db) {
  return db.selectFrom('user').select(['id', 'actions_count as actions', 'points_gained as gained', 'losses_count as losses']).execute();
}

/** How often each person rose above 0 from exactly 0, to which the activity before had brought them from below: see `momentsOf`. */
export function listRisesThroughZero(db: Db) {
  return db
    .selectFrom('activity')
    .innerJoin('board', 'board.id', 'activity.board_id')
    .innerJoin('user', 'user.id', 'activity.user_id')
    .where('activity.undone_at', 'is', null)
    .where('activity.score_after', '>', 0)
    .whereRef('activity.score_after', '=', 'activity.points')
    .where(({ eb, selectFrom, lit }) => {
      const before = selectFrom('activity as before')
        .select((e) =>
          e
            .case()
            .when(e.and([e('before.score_after', '=', 0), e('before.points', '>', 0)]))
            .then(lit(1))
            .else(lit(0))
            .end()
            .as('rose'),
        )
        .whereRef('before.user_id', '=', 'activity.user_id')
        .whereRef('before.board_id', '=', 'activity.board_id')
        .whereRef('before.logged_at', '<=', 'activity.logged_at')
        // The unary plus keeps SQLite from the index by revision, with which it would read the whole board for each rise.
        .where(sql<boolean>`+before.board_revision < activity.board_revision`)
        .where((e) => e.or([e('before.undone_revision', 'is', null), e('before.undone_revision', '>', e.ref('activity.board_revision'))]))
        .orderBy('before.logged_at', 'desc')
        .orderBy('before.board_revision', 'desc')
        .limit(1);
      return eb(before, '=', 1);
    })
    .groupBy('activity.user_id')
    .select(({ fn }) => ['activity.user_id', fn.countAll<number>().as('times')])
    .execute();
}

/** How many activities of each person had these points and made this score, of those that may earn something by it. */
export function listMoments(db: Db) {
  return db
    .selectFrom('activity')
    .innerJoin('board', 'board.id', 'activity.board_id')
    .innerJoin('user', 'user.id', 'activity.user_id')
    .where('activity.undone_at', 'is', null)
    .where(({ or, and, eb, ref }) =>
      or([
        eb('activity.points', '>=', muchAtOnce),
        eb('activity.points', '<=', -muchAtOnce),
        eb('activity.score_after', '=', 0),
        and([eb('activity.score_after', '>', 0), eb('activity.score_after', '<', ref('activity.points'))]),
      ]),
    )
    .groupBy(['activity.user_id', 'activity.points', 'activity.score_after'])
    .select(({ fn }) => ['activity.user_id', 'activity.points', 'activity.score_after as score', fn.countAll<number>().as('activities')])
    .execute();
}
