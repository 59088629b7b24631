/** Proposals that wait for the yes of every member, and what became of them. */
import type { Insertable } from 'kysely';
import type { AgreementId, BoardId, UserId, UserOnBoard } from '#shared/ids';
import type { AgreementOutcome } from '#shared/season-rules';
import type { Db } from '../database/database.ts';
import { preparedQuery } from '../database/prepared-query.ts';
import { deleteOlder } from '../database/delete-older.ts';
import { noEarlierThan } from '../database/times-in-order.ts';
import type { Tables } from '../database/tables.ts';

export type AgreementRow = Awaited<ReturnType<typeof listOpenAgreements>>[number];

/** False where one of this id was proposed at this very moment on another board: on this one it would have been found. */
export async function insertAgreement(db: Db, agreement: Insertable<Tables['agreement']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('agreement')
    .values(agreement)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Wherever it is, and whatever became of it. */
export function findAgreement(db: Db, id: AgreementId) {
  return db.selectFrom('agreement').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Those that wait on a board, with who proposed each; the oldest first. */
export function listOpenAgreements(db: Db, boardId: BoardId) {
  return openAgreements(db, { boardId });
}

const openAgreements = preparedQuery((db, { boardId }: { boardId: BoardId }) =>
  db
    .selectFrom('agreement')
    .innerJoin('user', 'user.id', 'agreement.proposed_by')
    .selectAll('agreement')
    .select(['user.username', 'user.avatar'])
    .where('agreement.board_id', '=', boardId)
    .where('agreement.outcome', 'is', null)
    .orderBy('agreement.proposed_at'),
);

/** The members who have agreed, in the order in which they did. */
export async function listYes(db: Db, id: AgreementId): Promise<UserId[]> {
  const rows = await db
    .selectFrom('agreement_yes')
    .select('user_id')
    .where('agreement_id', '=', id)
    .orderBy('said_at')
    .orderBy('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** False where they had agreed before. */
export async function insertYes(db: Db, yes: Insertable<Tables['agreement_yes']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('agreement_yes')
    .values(yes)
    .onConflict((conflict) => conflict.columns(['agreement_id', 'user_id']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Takes back what somebody agreed to on a board and what is not settled. */
export async function deleteYesOf(db: Db, { boardId, userId }: UserOnBoard): Promise<void> {
  await db
    .deleteFrom('agreement_yes')
    .where('user_id', '=', userId)
    .where('agreement_id', 'in', db.selectFrom('agreement').select('id').where('board_id', '=', boardId).where('outcome', 'is', null))
    .execute();
}

export async function settleAgreement(db: Db, id: AgreementId, { outcome, at }: { outcome: AgreementOutcome; at: number }): Promise<void> {
  await db
    .updateTable('agreement')
    .set(({ ref }) => ({ outcome, settled_at: noEarlierThan(ref('proposed_at'), at) }))
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .execute();
}

/** What was settled before a moment: nobody answers it any more. */
export function deleteSettledBefore(db: Db, moment: number): Promise<number> {
  return deleteOlder(db, 'agreement', { key: ['id'], column: 'settled_at', before: moment });
}
