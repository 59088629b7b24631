/** What many boards play for, each in one query. */
import type { BoardId } from '#shared/ids';
import type { Db } from '../database/database.ts';

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
    .select(['id', 'board_id', 'number', 'kind', 'starts_on', 'last_day', 'time_zone', 'starts_at', 'ends_at', 'goal', 'stake_sealed'])
    .where('board_id', 'in', boardIds)
    .where('closed_at', 'is', null)
    .orderBy('number')
    .execute();
}
