import type { Insertable } from 'kysely';
import type { UserId, WallId } from '#shared/ids';
import type { Db } from '../database/database.ts';
import { deleteOlder } from '../database/delete-older.ts';
import type { Tables } from '../database/tables.ts';

/** The wall whose token has this hash, and the revision of its board. */
export function findWall(db: Db, tokenHash: string) {
  return db
    .selectFrom('wall')
    .innerJoin('board', 'board.id', 'wall.board_id')
    .select(['wall.id', 'wall.board_id', 'wall.user_id', 'wall.logs', 'wall.code_hash', 'wall.seen_at', 'board.revision'])
    .where('wall.token_hash', '=', tokenHash)
    .executeTakeFirst();
}

/** The walls of a person, the latest opened first. */
export function listWalls(db: Db, userId: UserId) {
  return db
    .selectFrom('wall')
    .innerJoin('board', 'board.id', 'wall.board_id')
    .select(['wall.id', 'wall.board_id', 'wall.logs', 'wall.opened_at', 'wall.seen_at', 'board.title_sealed', 'board.icon'])
    .where('wall.user_id', '=', userId)
    .orderBy('wall.opened_at', 'desc')
    .orderBy('wall.id')
    .execute();
}

export async function insertWall(db: Db, wall: Insertable<Tables['wall']>): Promise<void> {
  await db.insertInto('wall').values(wall).execute();
}

export async function noteWallSeen(db: Db, id: WallId, now: number): Promise<void> {
  await db.updateTable('wall').set({ seen_at: now }).where('id', '=', id).execute();
}

/** Whether there was such a wall of this person. */
export async function deleteWall(db: Db, { id, userId }: { id: WallId; userId: UserId }): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('wall').where('id', '=', id).where('user_id', '=', userId).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** A browser that was not seen for so long has lost its cookie. */
export function deleteWallsUnseenSince(db: Db, before: number): Promise<number> {
  return deleteOlder(db, 'wall', { key: ['id'], column: 'seen_at', before });
}
