/** What many boards play for, each in one query. */
import type { BoardId } from '#shared/ids';
import type { Db } from '../database/database.ts';
import { isPlayed } from './season-store.ts';

/** The proposals that wait on these boards, a row for each yes. */
export function listYesOnBoards(db: Db, boardIds: readonly BoardId[]) {
  return db
    .selectFrom('agreement')
    .leftJoin('agreement_yes', 'agreement_yes.agreement_id', 'agreement.id')
    .select(['agreement.id', 'agreement.board_id', 'agreement.lapses_at', 'agreement_yes.user_id'])
    .where('agreement.board_id', 'in', boardIds)
    .where('agreement.outcome', 'is', null)
    .orderBy('agreement.proposed_at')
    .execute();
}

export function listRunningOnBoards(db: Db, boardIds: readonly BoardId[]) {
  return db
    .selectFrom('season')
    .select(['id', 'board_id', 'number', 'kind', 'starts_on', 'last_day', 'goal'])
    .where('board_id', 'in', boardIds)
    .where('closed_at', 'is', null)
    .orderBy('number')
    .execute();
}

/** What everybody scored in the seasons that run on these boards, former members included; deleted accounts left out. */
export function sumRunningSeasons(db: Db, boardIds: readonly BoardId[]) {
  return db
    .selectFrom('season')
    .innerJoin('member_day', (join) =>
      join
        .onRef('member_day.board_id', '=', 'season.board_id')
        .onRef('member_day.day', '>=', 'season.starts_on')
        .onRef('member_day.day', '<=', 'season.last_day'),
    )
    .innerJoin('user', 'user.id', 'member_day.user_id')
    .select(['season.id as season_id', 'member_day.user_id', 'user.username'])
    .select(({ fn, eb, ref }) => fn.sum<number>(eb(ref('member_day.gained'), '-', ref('member_day.lost'))).as('points'))
    .where('season.board_id', 'in', boardIds)
    .where('season.closed_at', 'is', null)
    .where('member_day.actions', '>', 0)
    .where(isPlayed)
    .groupBy(['season.id', 'member_day.user_id', 'user.username'])
    .orderBy('member_day.user_id')
    .execute();
}
