/** What is kept of one person's part in what boards play for. */
import type { UserId } from '#shared/ids';
import type { Db } from '../database/database.ts';

export function listProposedBy(db: Db, userId: UserId) {
  return db.selectFrom('agreement').selectAll().where('proposed_by', '=', userId).orderBy('proposed_at').execute();
}

export function listAgreedBy(db: Db, userId: UserId) {
  return db.selectFrom('agreement_yes').select(['agreement_id', 'said_at']).where('user_id', '=', userId).orderBy('said_at').execute();
}

export function listPlayedBy(db: Db, userId: UserId) {
  return db.selectFrom('season_player').selectAll().where('user_id', '=', userId).orderBy('season_id').execute();
}

export function listPlacesOf(db: Db, userId: UserId) {
  return db.selectFrom('season_place').selectAll().where('user_id', '=', userId).orderBy('season_id').execute();
}

/** Those that they made, and those that they were to answer. */
export function listContestsOf(db: Db, userId: UserId) {
  return db
    .selectFrom('contest')
    .selectAll()
    .where(({ eb, or }) => or([eb('contested_by', '=', userId), eb('answered_by', '=', userId)]))
    .orderBy('opened_at')
    .orderBy('id')
    .execute();
}

export function listVotesOf(db: Db, userId: UserId) {
  return db.selectFrom('contest_vote').selectAll().where('user_id', '=', userId).orderBy('voted_at').execute();
}
