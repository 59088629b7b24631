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

/** The boards that a person has left, and on which they logged something, noted it for somebody else or undid it. */
export async function listBoardsWithTraces(db: Db, userId: UserId): Promise<BoardId[]> {
  const former = await db.selectFrom('former_member').select('board_id').where('user_id', '=', userId).execute();
  const left = new Set(former.map(({ board_id }) => board_id));
  // A deleted board may have rows left.
  for (const boardId of await listTouchedBoards(db, userId))
    if (!(await isMember(db, { boardId, userId })) && (await findBoard(db, boardId))) left.add(boardId);
  return [...left];
}

/** The boards where the person undid something or noted it for somebody else. One by one: to list them all would read all that they did. */
export async function listTouchedBoards(db: Db, userId: UserId): Promise<BoardId[]> {
  const boards = new Set<BoardId>();
  for (const column of ['undone_by', 'noted_by'] as const) {
    let next = await nextTouchedBoard(db, { column, userId, after: noId });
    for (; next !== undefined; next = await nextTouchedBoard(db, { column, userId, after: next })) boards.add(next);
  }
  return [...boards];
}

interface Touched {
  column: 'undone_by' | 'noted_by';
  userId: UserId;
  after: BoardId;
}

async function nextTouchedBoard(db: Db, { column, userId, after }: Touched): Promise<BoardId | undefined> {
  const row = await db
    .selectFrom('activity')
    .select('board_id')
    .where(column, '=', userId)
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
