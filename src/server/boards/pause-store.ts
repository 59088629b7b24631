/** The days of a board that count nowhere (decision D42). */
import type { Insertable, Selectable } from 'kysely';
import type { AgreementId, BoardId } from '#shared/ids';
import type { AgreedPause } from '#shared/agreed-days';
import type { Db } from '../database/database.ts';
import { preparedQuery } from '../database/prepared-query.ts';
import type { Tables } from '../database/tables.ts';
import type { BoardRow } from './board-store.ts';

type OfBoard = Pick<BoardRow, 'id' | 'play_revision'>;

/** The pauses of a board, in order: no query for one that never agreed to anything. */
export async function pausesOf(db: Db, { id, play_revision }: OfBoard): Promise<AgreedPause[]> {
  return play_revision === 0 ? [] : await listPauses(db, id);
}

/** The same of several boards. */
export async function pausesOfAll(db: Db, boards: readonly OfBoard[]): Promise<Map<BoardId, AgreedPause[]>> {
  const playing = boards.filter(({ play_revision }) => play_revision > 0).map(({ id }) => id);
  const rows = playing.length > 0 ? await pauses(db).where('board_id', 'in', playing).execute() : [];
  const byBoard = new Map<BoardId, AgreedPause[]>();
  for (const row of rows) byBoard.set(row.board_id, [...(byBoard.get(row.board_id) ?? []), daysView(row)]);
  return byBoard;
}

export async function listPauses(db: Db, boardId: BoardId): Promise<AgreedPause[]> {
  return (await pausesOn(db, { boardId })).map((row) => daysView(row));
}

const pausesOn = preparedQuery((db, { boardId }: { boardId: BoardId }) => pauses(db).where('board_id', '=', boardId));

function pauses(db: Db) {
  return db.selectFrom('pause').selectAll().orderBy('last_day');
}

type DayColumns = Pick<Selectable<Tables['pause']>, 'starts_on' | 'last_day' | 'time_zone' | 'starts_at' | 'ends_at'>;

/** The days of a pause, or of a season. */
export function daysView({ starts_on, last_day, time_zone, starts_at, ends_at }: DayColumns): AgreedPause {
  return { startsOn: starts_on, lastDay: last_day, timeZone: time_zone, startsAt: starts_at, endsAt: ends_at };
}

/** Whether there is one of this id, which is that of its agreement. */
export async function isPause(db: Db, id: AgreementId): Promise<boolean> {
  return (await db.selectFrom('pause').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

export async function insertPause(db: Db, pause: Insertable<Tables['pause']>): Promise<void> {
  await db.insertInto('pause').values(pause).execute();
}

/** Has the flame told with the next change of a board: it stays, and what is told with it is another. */
export async function tellFlame(db: Db, { id, revision }: Pick<BoardRow, 'id' | 'revision'>): Promise<void> {
  await db
    .updateTable('board')
    .set({ flame_revision: revision + 1 })
    .where('id', '=', id)
    .execute();
}
