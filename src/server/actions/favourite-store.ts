import type { Insertable, Selectable } from 'kysely';
import type { ActionId, BoardId, UserId, UserOnBoard } from '#shared/ids';
import type { Db } from '../database/database.ts';
import { preparedQuery } from '../database/prepared-query.ts';
import type { Tables } from '../database/tables.ts';
import type { ActionRow } from './action-store.ts';

type FavouriteKey = Omit<Selectable<Tables['favourite_action']>, 'marked_at'>;

/** Which actions of a board a member keeps at hand, those retired left out, in the order in which they were marked. */
export async function listFavourites(db: Db, { userId, boardId }: UserOnBoard): Promise<ActionId[]> {
  const rows = await favouritesOf(db, { userId, boardId });
  return rows.map(({ action_id }) => action_id);
}

const favouritesOf = preparedQuery((db, { userId, boardId }: { userId: UserId; boardId: BoardId }) =>
  db
    .selectFrom('favourite_action')
    .innerJoin('board_action', 'board_action.id', 'favourite_action.action_id')
    .select('favourite_action.action_id')
    .where('favourite_action.board_id', '=', boardId)
    .where('favourite_action.user_id', '=', userId)
    .where('board_action.retired_at', 'is', null)
    .orderBy('favourite_action.marked_at'),
);

/** The actions in use that a person marked last, over all boards, the last first. */
export function listLastMarked(db: Db, userId: UserId, most: number): Promise<ActionRow[]> {
  return db
    .selectFrom('favourite_action')
    .innerJoin('board_action', 'board_action.id', 'favourite_action.action_id')
    .selectAll('board_action')
    .where('favourite_action.user_id', '=', userId)
    .where('board_action.retired_at', 'is', null)
    .orderBy('favourite_action.marked_at', 'desc')
    .limit(most)
    .execute();
}

/** When the person last marked one, on any board; 0 without one. */
export async function lastMarkedAt(db: Db, userId: UserId): Promise<number> {
  const row = await db
    .selectFrom('favourite_action')
    .select('marked_at')
    .where('user_id', '=', userId)
    .orderBy('marked_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.marked_at ?? 0;
}

export async function insertFavourite(db: Db, favourite: Insertable<Tables['favourite_action']>): Promise<void> {
  await db.insertInto('favourite_action').values(favourite).execute();
}

/** Whether it was there. */
export async function deleteFavourite(db: Db, { board_id, user_id, action_id }: FavouriteKey): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('favourite_action')
    .where('board_id', '=', board_id)
    .where('user_id', '=', user_id)
    .where('action_id', '=', action_id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
