import type { Updateable } from 'kysely';
import type { BoardId, UserId } from '#shared/ids';
import { findBoard } from '../boards/board-store.ts';
import { isMember } from '../membership/member-store.ts';
import type { Db } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { noId } from '../ids/ids.ts';

/** How a person is shown to others. */
export function findProfile(db: Db, userId: UserId) {
  return db.selectFrom('user').select(['username', 'avatar']).where('id', '=', userId).executeTakeFirst();
}

/** The boards that a person has left, and on which they logged or undid something. */
export async function listBoardsWithTraces(db: Db, userId: UserId): Promise<BoardId[]> {
  const former = await db.selectFrom('former_member').select('board_id').where('user_id', '=', userId).execute();
  const left = new Set(former.map(({ board_id }) => board_id));
  // A deleted board may have rows left.
  for (const boardId of await listUndoneBoards(db, userId))
    if (!(await isMember(db, { boardId, userId })) && (await findBoard(db, boardId))) left.add(boardId);
  return [...left];
}

/** The boards where the person undid something. One by one: to list them all would read all that they undid. */
export async function listUndoneBoards(db: Db, userId: UserId): Promise<BoardId[]> {
  const boards: BoardId[] = [];
  for (
    let next = await nextUndoneBoard(db, { userId, after: noId });
    next !== undefined;
    next = await nextUndoneBoard(db, { userId, after: next })
  )
    boards.push(next);
  return boards;
}

async function nextUndoneBoard(db: Db, { userId, after }: { userId: UserId; after: BoardId }): Promise<BoardId | undefined> {
  const row = await db
    .selectFrom('activity')
    .select('board_id')
    .where('undone_by', '=', userId)
    .where('board_id', '>', after)
    .orderBy('board_id')
    .limit(1)
    .executeTakeFirst();
  return row?.board_id;
}

type ProfileColumns = Pick<Updateable<Tables['user']>, 'username' | 'username_key' | 'username_skeleton' | 'avatar'>;

export async function saveProfile(db: Db, userId: UserId, columns: ProfileColumns): Promise<void> {
  await db
    .updateTable('user')
    .set({ ...columns, updated_at: Date.now() })
    .where('id', '=', userId)
    .execute();
}
