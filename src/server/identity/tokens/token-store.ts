import type { Insertable } from 'kysely';
import type { ActivityId, BoardId, TokenId, UserId } from '#shared/ids';
import type { Db } from '../../database/database.ts';
import { deleteOlder } from '../../database/delete-older.ts';
import { preparedQuery } from '../../database/prepared-query.ts';
import type { Tables } from '../../database/tables.ts';

/** The token with this hash, if its person still exists: a row for each board that it is limited to, or one. */
export const findToken = preparedQuery((db, { hash }: { hash: string }) =>
  db
    .selectFrom('token')
    .innerJoin('user', 'user.id', 'token.user_id')
    .leftJoin('token_board', 'token_board.token_id', 'token.id')
    .select(['token.id', 'token.user_id', 'token.rights', 'token.all_boards', 'token.expires_at', 'token.used_on', 'token_board.board_id'])
    .where('token.token_hash', '=', hash),
);

/** Notes the day on which a token was used, as in 2026-11-30. */
export async function saveUse(db: Db, tokenId: TokenId, day: string): Promise<void> {
  await db.updateTable('token').set({ used_on: day }).where('id', '=', tokenId).execute();
}

/** The tokens of a person, the newest first, those included that have run out. */
export function listTokens(db: Db, userId: UserId) {
  return db
    .selectFrom('token')
    .select(['id', 'name', 'rights', 'all_boards', 'created_at', 'expires_at', 'used_on'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Which boards the tokens of a person are limited to, in no order. */
export function listTokenBoards(db: Db, userId: UserId) {
  return db
    .selectFrom('token_board')
    .innerJoin('token', 'token.id', 'token_board.token_id')
    .select(['token_board.token_id', 'token_board.board_id'])
    .where('token.user_id', '=', userId)
    .execute();
}

export async function countTokens(db: Db, userId: UserId): Promise<number> {
  const { tokens } = await db
    .selectFrom('token')
    .select(({ fn }) => fn.countAll<number>().as('tokens'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return tokens;
}

/** How many of these boards the person is a member of. */
export async function countBoardsAmong(db: Db, userId: UserId, boardIds: readonly BoardId[]): Promise<number> {
  const { boards } = await db
    .selectFrom('board_member')
    .select(({ fn }) => fn.countAll<number>().as('boards'))
    .where('user_id', '=', userId)
    .where('board_id', 'in', boardIds)
    .executeTakeFirstOrThrow();
  return boards;
}

export async function insertToken(db: Db, token: Insertable<Tables['token']>, boardIds: readonly BoardId[]): Promise<void> {
  await db.insertInto('token').values(token).execute();
  if (boardIds.length === 0) return;
  await db
    .insertInto('token_board')
    .values(boardIds.map((board_id) => ({ token_id: token.id, board_id })))
    .execute();
}

/** Whether this person had such a token. */
export async function deleteToken(db: Db, { userId, tokenId }: { userId: UserId; tokenId: TokenId }): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('token').where('id', '=', tokenId).where('user_id', '=', userId).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes those that have run out before, in milliseconds since 1970. */
export function deleteTokensExpiredBefore(db: Db, before: number): Promise<number> {
  return deleteOlder(db, 'token', { key: ['id'], column: 'expires_at', before });
}

/** Notes which activity a token has logged, so that it can undo it for a while. Whether there is such a token still. */
export async function insertTokenLog(db: Db, log: Tables['token_log']): Promise<boolean> {
  const token = await db.selectFrom('token').select('id').where('id', '=', log.token_id).executeTakeFirst();
  if (!token) return false;
  await db.insertInto('token_log').values(log).execute();
  return true;
}

/** Whether the token has logged this activity, since a time in milliseconds since 1970. */
export async function hasLogged(db: Db, { tokenId, activityId, since }: { tokenId: TokenId; activityId: ActivityId; since: number }) {
  const row = await db
    .selectFrom('token_log')
    .select('activity_id')
    .where('activity_id', '=', activityId)
    .where('token_id', '=', tokenId)
    .where('logged_at', '>', since)
    .executeTakeFirst();
  return row !== undefined;
}

/** `before` in milliseconds since 1970. */
export function deleteTokenLogsBefore(db: Db, before: number): Promise<number> {
  return deleteOlder(db, 'token_log', { key: ['activity_id'], column: 'logged_at', before });
}
