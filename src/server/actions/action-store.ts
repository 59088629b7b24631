import type { Insertable, Selectable, Updateable } from 'kysely';
import type { ActionId, BoardId, UserId } from '#shared/ids';
import type { Db } from '../database/database.ts';
import { preparedQuery } from '../database/prepared-query.ts';
import type { Tables } from '../database/tables.ts';

export type ActionRow = Selectable<Tables['board_action']>;

/** The columns that a view of an action needs. Hundreds of rows are read at once, so no other column is. */
const viewColumns = ['id', 'title_sealed', 'points', 'category_sealed', 'emoji'] as const;
export type ActionViewRow = Pick<ActionRow, (typeof viewColumns)[number]>;

/** The actions of a board that are in use, in its order. */
export const listActionViewRows = preparedQuery((db, { boardId }: { boardId: BoardId }) =>
  db.selectFrom('board_action').select(viewColumns).where('board_id', '=', boardId).where('retired_at', 'is', null).orderBy('position'),
);

/** The actions in use on those of a person's boards that come after this one, board by board, each in its order. */
export const listActionsAfter = preparedQuery((db, { userId, after, limit }: { userId: UserId; after: BoardId; limit: number }) =>
  db
    .selectFrom('board_action')
    .select(['board_id', ...viewColumns])
    // A subquery instead of a join: both databases then find the rows in this order and read no more than the limit.
    .where('board_id', 'in', ({ selectFrom }) =>
      selectFrom('board_member').select('board_member.board_id').where('user_id', '=', userId).where('board_member.board_id', '>', after),
    )
    .where('retired_at', 'is', null)
    .orderBy('board_id')
    .orderBy('position')
    .limit(limit),
);

/** The latest retired first. */
export function listRetired(db: Db, boardId: BoardId): Promise<ActionRow[]> {
  return db
    .selectFrom('board_action')
    .selectAll()
    .where('board_id', '=', boardId)
    .where('retired_at', 'is not', null)
    .orderBy('retired_at', 'desc')
    .orderBy('position', 'desc')
    .execute();
}

/** In use or retired. */
export function findAction(db: Db, { boardId, actionId }: { boardId: BoardId; actionId: ActionId }): Promise<ActionRow | undefined> {
  return db.selectFrom('board_action').selectAll().where('board_id', '=', boardId).where('id', '=', actionId).executeTakeFirst();
}

/** The rows of these actions that are in use, on any board, in no order. */
export async function listInUse(db: Db, actionIds: readonly ActionId[]): Promise<ActionRow[]> {
  if (actionIds.length === 0) return [];
  return await db.selectFrom('board_action').selectAll().where('id', 'in', actionIds).where('retired_at', 'is', null).execute();
}

/** The position of each action of a board, in order, retired ones included. */
export const listPositions = preparedQuery((db, { boardId }: { boardId: BoardId }) =>
  db.selectFrom('board_action').select(['id', 'position', 'retired_at']).where('board_id', '=', boardId).orderBy('position'),
);

/** Between the positions of two neighbours that were never moved. */
export const spacing = 1024;

/** The position after all others, the retired ones included: they come back to their own. */
export async function nextPosition(db: Db, boardId: BoardId): Promise<number> {
  const last = await db
    .selectFrom('board_action')
    .select('position')
    .where('board_id', '=', boardId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last === undefined ? 0 : last.position + spacing;
}

/** SQLite takes 32,766 values in a statement; an action has 9. */
const rowsAtOnce = 500;

export async function insertActions(db: Db, actions: readonly Insertable<Tables['board_action']>[]): Promise<void> {
  for (let start = 0; start < actions.length; start += rowsAtOnce)
    await db
      .insertInto('board_action')
      .values(actions.slice(start, start + rowsAtOnce))
      .execute();
}

export async function updateAction(db: Db, actionId: ActionId, columns: Updateable<Tables['board_action']>): Promise<void> {
  await db.updateTable('board_action').set(columns).where('id', '=', actionId).execute();
}

/** Compiled once: where there is no gap, a new order moves all of them. */
export const moveAction = preparedQuery((db, { actionId, position }: { actionId: ActionId; position: number }) =>
  db.updateTable('board_action').set({ position }).where('id', '=', actionId),
);

export async function deleteActions(db: Db, actionIds: readonly ActionId[]): Promise<void> {
  if (actionIds.length > 0) await db.deleteFrom('board_action').where('id', 'in', actionIds).execute();
}
