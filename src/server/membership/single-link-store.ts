import type { ExpressionBuilder } from 'kysely';
import { latestTime } from '#shared/clock-rules';
import type { BoardId, SingleLinkId } from '#shared/ids';
import { singleLinkLimits } from '#shared/single-links';
import type { Db } from '../database/database.ts';
import { deleteOlder } from '../database/delete-older.ts';
import { noLaterThan } from '../database/times-in-order.ts';
import type { Tables } from '../database/tables.ts';

/** Links of a board that still let somebody in, the oldest first. */
export function listSingleLinks(db: Db, boardId: BoardId) {
  return db
    .selectFrom('single_link')
    .select(['id', 'created_at', 'expires_at'])
    .where('board_id', '=', boardId)
    .where('used_at', 'is', null)
    .where(lasts)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function insertSingleLink(
  db: Db,
  link: { id: SingleLinkId; board_id: BoardId; token_hash: string; created_at: number; expires_at: number },
): Promise<void> {
  await db.insertInto('single_link').values(link).execute();
}

/** The board that this link leads to, if it still lets somebody in. Token hashes are SHA-256, hexadecimal. */
export async function findLinkedBoard(db: Db, tokenHash: string): Promise<BoardId | undefined> {
  return (await lastingLink(db, tokenHash).where('used_at', 'is', null).executeTakeFirst())?.board_id;
}

/** The board that a used link led to, for the hash that its use left. */
export async function findBoardOfUsed(db: Db, usedHash: string): Promise<BoardId | undefined> {
  return (await lastingLink(db, usedHash).where('used_at', 'is not', null).executeTakeFirst())?.board_id;
}

function lastingLink(db: Db, hash: string) {
  return db.selectFrom('single_link').select('board_id').where('token_hash', '=', hash).where(lasts);
}

/** A link that was made while the clock was ahead is over, instead of letting somebody in until then. */
function lasts({ and, eb }: ExpressionBuilder<Tables, 'single_link'>) {
  const now = Date.now();
  return and([eb('expires_at', '>', now), eb('expires_at', '<=', latestTime(now, singleLinkLimits.lifetime))]);
}

/** Uses a link up: from now on only `usedHash` finds it. Whether it still let somebody in: of two who use it at once, one is told so. */
export async function takeSingleLink(db: Db, tokenHash: string, usedHash: string): Promise<boolean> {
  const now = Date.now();
  const { numUpdatedRows } = await db
    .updateTable('single_link')
    .set({ token_hash: usedHash, used_at: now, created_at: noLaterThan(now, 'created_at') })
    // The link does not last longer than from its corrected beginning.
    .set({ expires_at: noLaterThan(now + singleLinkLimits.lifetime, 'expires_at') })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where(lasts)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteSingleLink(db: Db, { boardId, linkId }: { boardId: BoardId; linkId: SingleLinkId }): Promise<void> {
  await db.deleteFrom('single_link').where('board_id', '=', boardId).where('id', '=', linkId).where('used_at', 'is', null).execute();
}

/** Deletes the unused links of a board. */
export async function deleteSingleLinksOf(db: Db, boardId: BoardId): Promise<void> {
  await db.deleteFrom('single_link').where('board_id', '=', boardId).where('used_at', 'is', null).execute();
}

export function deleteExpiredSingleLinks(db: Db): Promise<number> {
  return deleteOlder(db, 'single_link', { key: ['id'], column: 'expires_at', before: Date.now() + 1 });
}
