/** Every sealed text of what is there, page by page: a database can hold more than memory does. */
import type { BoardId } from '#shared/ids';
import type { Db } from '../database/database.ts';

export interface SealedRow {
  id: string;
  /** `null` where the board is gone: what others of the doctor's findings say. */
  boardId: BoardId | null;
  /** Column name → sealed text. */
  texts: Record<string, string>;
}

export interface SealedTable {
  table:
    | 'board'
    | 'board_action'
    | 'action_proposal'
    | 'activity'
    | 'agreement'
    | 'owed_loss'
    | 'board_request'
    | 'gesture'
    | 'film'
    | 'webhook'
    | 'code';
  /**
   * The rows after an id of this table, at most {@link sealedPage}, in the order of their ids. Those of boards that are gone come too: to ask for the
   * others alone makes SQLite sort the whole table for each page.
   */
  page(db: Db, after: never): Promise<SealedRow[]>;
}

const sealedPage = 500;

export const sealedTables: readonly SealedTable[] = [
  {
    table: 'board',
    async page(db, after) {
      const rows = await db
        .selectFrom('board')
        .select(['id', 'title_sealed'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(sealedPage)
        .execute();
      return rows.map(({ id, title_sealed }) => ({ id, boardId: id, texts: { title: title_sealed } }));
    },
  },
  describedTable('board_action'),
  describedTable('action_proposal'),
  {
    table: 'activity',
    async page(db, after) {
      const rows = await db
        .selectFrom('activity')
        .leftJoin('board', 'board.id', 'activity.board_id')
        .select(['activity.id', 'board.id as existing_board', 'activity.title_sealed', 'activity.note_sealed'])
        .where('activity.id', '>', after)
        .orderBy('activity.id')
        .limit(sealedPage)
        .execute();
      return rows.map(({ id, existing_board, title_sealed, note_sealed }) => ({
        id,
        boardId: existing_board,
        texts: { title: title_sealed, ...(note_sealed === null ? {} : { note: note_sealed }) },
      }));
    },
  },
  {
    table: 'film',
    async page(db, after) {
      const rows = await db
        .selectFrom('film')
        .select(['id', 'board_id', 'facts_sealed'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(sealedPage)
        .execute();
      return rows.map(({ id, board_id, facts_sealed: facts }) => ({ id, boardId: board_id, texts: facts === null ? {} : { facts } }));
    },
  },
  ...(['agreement', 'season'] as const).map(stakesOf),
  ...(['owed_loss', 'board_request'] as const).map(titledTable),
  {
    table: 'gesture',
    async page(db, after) {
      const rows = await db
        .selectFrom('gesture')
        .select(['id', 'board_id', 'words_sealed'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(sealedPage)
        .execute();
      return rows.map(({ id, board_id, words_sealed }) => ({
        id,
        boardId: board_id,
        texts: words_sealed === null ? {} : { words: words_sealed },
      }));
    },
  },
  {
    table: 'webhook',
    async page(db, after) {
      const rows = await db
        .selectFrom('webhook')
        .select(['id', 'board_id', 'request_sealed', 'secret_sealed', 'old_secret_sealed'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(sealedPage)
        .execute();
      return rows.map(({ id, board_id, request_sealed: request, secret_sealed: secret, old_secret_sealed: old_secret }) => ({
        id,
        boardId: board_id,
        texts: { request, ...(secret === null ? {} : { secret }), ...(old_secret === null ? {} : { old_secret }) },
      }));
    },
  },
  {
    table: 'code',
    async page(db, after) {
      const rows = await db
        .selectFrom('code')
        .select(['id', 'board_id', 'code_sealed', 'name_sealed'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(sealedPage)
        .execute();
      return rows.map(({ id, board_id, code_sealed: code, name_sealed: name }) => ({ id, boardId: board_id, texts: { code, name } }));
    },
  },
];

/** A table whose rows have a title, of a board that may be gone. */
function titledTable(table: 'owed_loss' | 'board_request'): SealedTable {
  return {
    table,
    async page(db, after) {
      const rows = await db
        .selectFrom(table)
        .select(['id', 'board_id', 'title_sealed'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(sealedPage)
        .execute();
      return rows.map(({ id, board_id, title_sealed }) => ({ id, boardId: board_id, texts: { title: title_sealed } }));
    },
  };
}

/** Stakes: a season has the sealed text of its agreement. */
function stakesOf(from: 'agreement' | 'season'): SealedTable {
  return {
    table: 'agreement',
    async page(db, after) {
      const rows = await db
        .selectFrom(from)
        .select(['id', 'board_id', 'stake_sealed'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(sealedPage)
        .execute();
      return rows.map(({ id, board_id, stake_sealed }) => ({
        id,
        boardId: board_id,
        texts: stake_sealed === null ? {} : { stake: stake_sealed },
      }));
    },
  };
}

/** A table whose rows have a title and perhaps a category, of a board that may be gone. */
function describedTable(table: 'board_action' | 'action_proposal'): SealedTable {
  return {
    table,
    async page(db, after) {
      const rows = await db
        .selectFrom(table)
        .leftJoin('board', 'board.id', `${table}.board_id`)
        .select([`${table}.id`, 'board.id as existing_board', `${table}.title_sealed`, `${table}.category_sealed`])
        .where(`${table}.id`, '>', after)
        .orderBy(`${table}.id`)
        .limit(sealedPage)
        .execute();
      return rows.map(({ id, existing_board, title_sealed, category_sealed }) => ({
        id,
        boardId: existing_board,
        texts: { title: title_sealed, ...(category_sealed === null ? {} : { category: category_sealed }) },
      }));
    },
  };
}
