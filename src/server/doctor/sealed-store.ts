/** Every sealed text of what is there, page by page: a database can hold more than memory does. */
import type { Db } from '../database/database.ts';

export interface SealedRow {
  id: string;
  boardId: string;
  /** Column name → sealed text. */
  texts: Record<string, string>;
}

export interface SealedTable {
  table: string;
  /** The rows after an id, at most {@link sealedPage}, in the order of their ids. */
  page(db: Db, after: string): Promise<SealedRow[]>;
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
  {
    table: 'board_action',
    async page(db, after) {
      const rows = await db
        .selectFrom('board_action')
        .select(['id', 'board_id', 'title_sealed', 'category_sealed'])
        .where('board_id', 'in', db.selectFrom('board').select('board.id'))
        .where('id', '>', after)
        .orderBy('id')
        .limit(sealedPage)
        .execute();
      return rows.map(({ id, board_id, title_sealed, category_sealed }) => ({
        id,
        boardId: board_id,
        texts: { title: title_sealed, ...(category_sealed === null ? {} : { category: category_sealed }) },
      }));
    },
  },
  {
    table: 'action_proposal',
    async page(db, after) {
      const rows = await db
        .selectFrom('action_proposal')
        .select(['id', 'board_id', 'title_sealed', 'category_sealed'])
        .where('board_id', 'in', db.selectFrom('board').select('board.id'))
        .where('id', '>', after)
        .orderBy('id')
        .limit(sealedPage)
        .execute();
      return rows.map(({ id, board_id, title_sealed, category_sealed }) => ({
        id,
        boardId: board_id,
        texts: { title: title_sealed, ...(category_sealed === null ? {} : { category: category_sealed }) },
      }));
    },
  },
  {
    table: 'activity',
    async page(db, after) {
      const rows = await db
        .selectFrom('activity')
        .select(['id', 'board_id', 'title_sealed'])
        .where('board_id', 'in', db.selectFrom('board').select('board.id'))
        .where('id', '>', after)
        .orderBy('id')
        .limit(sealedPage)
        .execute();
      return rows.map(({ id, board_id, title_sealed }) => ({ id, boardId: board_id, texts: { title: title_sealed } }));
    },
  },
  {
    table: 'board_request',
    async page(db, after) {
      const rows = await db
        .selectFrom('board_request')
        .select(['id', 'board_id', 'title_sealed'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(sealedPage)
        .execute();
      return rows.map(({ id, board_id, title_sealed }) => ({ id, boardId: board_id, texts: { title: title_sealed } }));
    },
  },
];
