import type { Selectable } from 'kysely';
import type { Action } from '#shared/actions';
import type { Db } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { BoardSecrets } from '../encryption/board-keys.ts';
import { readable } from '../encryption/readable.ts';
import { listActions } from './action-store.ts';

export async function readActions(db: Db, boardId: string, secrets: BoardSecrets): Promise<Action[]> {
  const rows = await listActions(db, boardId);
  return readable(rows, (row) => actionView(row, secrets));
}

export function actionView(
  { id, title_sealed, points, category_sealed, emoji }: Selectable<Tables['board_action']>,
  secrets: BoardSecrets,
): Action {
  return {
    id,
    title: decryptActionTitle(id, title_sealed, secrets),
    points,
    category: category_sealed === null ? null : secrets.decrypt(category_sealed, 'board_action', 'category', id),
    emoji,
  };
}

export function decryptActionTitle(actionId: string, sealed: string, secrets: BoardSecrets): string {
  return secrets.decrypt(sealed, 'board_action', 'title', actionId);
}
