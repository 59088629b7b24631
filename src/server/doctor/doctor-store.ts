import type { Db } from '../database/connect.ts';

// Activities that were taken back count nowhere.

/** Boards whose total differs from the sum of their activities. */
export function wrongTotals(db: Db) {
  return db
    .selectFrom('board')
    .leftJoin('activity', (join) => join.onRef('activity.board_id', '=', 'board.id').on('activity.undone_at', 'is', null))
    .select(({ fn, lit }) => [
      'board.id',
      'board.total_points as stored',
      fn.coalesce(fn.sum<number>('activity.points'), lit(0)).as('summed'),
    ])
    .groupBy(['board.id', 'board.total_points'])
    .having(({ eb, fn, lit, ref }) => eb(fn.coalesce(fn.sum<number>('activity.points'), lit(0)), '!=', ref('board.total_points')))
    .execute();
}

/** Members whose score differs from the sum of their activities on the board. */
export function wrongScores(db: Db) {
  return db
    .selectFrom('board_member')
    .leftJoin('activity', (join) =>
      join
        .onRef('activity.board_id', '=', 'board_member.board_id')
        .onRef('activity.user_id', '=', 'board_member.user_id')
        .on('activity.undone_at', 'is', null),
    )
    .select(({ fn, lit }) => [
      'board_member.board_id',
      'board_member.user_id',
      'board_member.score as stored',
      fn.coalesce(fn.sum<number>('activity.points'), lit(0)).as('summed'),
    ])
    .groupBy(['board_member.board_id', 'board_member.user_id', 'board_member.score'])
    .having(({ eb, fn, lit, ref }) => eb(fn.coalesce(fn.sum<number>('activity.points'), lit(0)), '!=', ref('board_member.score')))
    .execute();
}

/** What is stored with each user, beside what it should be. */
export function userCounters(db: Db) {
  return db
    .selectFrom('user')
    .select(({ selectFrom }) => [
      'user.id',
      'user.points',
      'user.actions_count',
      'user.boards_count',
      selectFrom('activity')
        .whereRef('activity.user_id', '=', 'user.id')
        .where('activity.undone_at', 'is', null)
        .select(({ fn, lit }) => fn.coalesce(fn.sum<number>('activity.points'), lit(0)).as('sum'))
        .as('points_summed'),
      selectFrom('activity')
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

/** Boards whose administrator is no member of theirs. */
export function boardsWithoutAdministrator(db: Db) {
  return db
    .selectFrom('board')
    .leftJoin('board_member', (join) =>
      join.onRef('board_member.board_id', '=', 'board.id').onRef('board_member.user_id', '=', 'board.created_by'),
    )
    .select('board.id')
    .where('board_member.user_id', 'is', null)
    .execute();
}

export function sealedTitles(db: Db) {
  return db.selectFrom('board').select(['id', 'title_sealed']).execute();
}
