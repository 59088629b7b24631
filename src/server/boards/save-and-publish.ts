import type { BoardChange } from '#shared/boards';
import type { Work } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { type BoardPart, changeBoard } from './board-store.ts';
import { readChange } from './board-views.ts';

/** Saves one or several parts of a board as one change, and sends it to all who see the board. */
export async function saveAndPublish(
  { boardKeys, liveFeed }: Pick<Deps, 'boardKeys' | 'liveFeed'>,
  { db, afterCommit }: Work,
  boardId: string,
  parts: BoardPart | readonly BoardPart[],
  columns?: Parameters<typeof changeBoard>[3],
): Promise<BoardChange> {
  const revision = await changeBoard(db, boardId, parts, columns);
  const change = await readChange(db, boardKeys, boardId, revision - 1);
  afterCommit(() => liveFeed.publish(change));
  return change;
}
