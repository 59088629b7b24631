import type { Action } from '#shared/actions';
import type { ActionId, BoardId } from '#shared/ids';
import type { Db } from '../database/database.ts';
import type { BoardSecrets } from '../encryption/board-keys.ts';
import { readable } from '../encryption/readable.ts';
import { type ActionViewRow, listActionViewRows } from './action-store.ts';

export async function readActions(db: Db, boardId: BoardId, secrets: BoardSecrets): Promise<Action[]> {
  const rows = await listActionViewRows(db, { boardId });
  return readable(rows, (row) => actionView(row, secrets));
}

export function actionView({ id, title_sealed, points, category_sealed, emoji }: ActionViewRow, secrets: BoardSecrets): Action {
  return {
    id,
    title: decryptActionTitle(id, title_sealed, secrets),
    points,
    category: category_sealed === null ? null : secrets.decryptAgain(category_sealed, 'board_action', 'category', id),
    emoji,
  };
}

export function sealedTitle(actionId: ActionId, title: string, secrets: BoardSecrets): string {
  return secrets.seal(title, 'board_action', 'title', actionId);
}

export function sealedCategory(actionId: ActionId, category: string | null | undefined, secrets: BoardSecrets): string | null {
  return category ? secrets.seal(category, 'board_action', 'category', actionId) : null;
}

export function decryptActionTitle(actionId: ActionId, sealed: string, secrets: BoardSecrets): string {
  return secrets.decryptAgain(sealed, 'board_action', 'title', actionId);
}
