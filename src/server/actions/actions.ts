import { type Action, type NewAction, type OfferedAction, type OfferedPage } from '#shared/actions';
import { actionLimits } from '#shared/action-limits';
import { canAddActions } from '#shared/board-policy';
import type { BoardChange } from '#shared/boards';
import type { ActionId, BoardId, UserId, UserOnBoard } from '#shared/ids';
import { actionKey, uniteActions } from '#shared/offered-actions';
import { boardToChangeFor } from '../boards/board-for.ts';
import { noChangeOf } from '../boards/save-change.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../errors/refusal.ts';
import { newId } from '../ids/ids.ts';
import type { BoardSecrets } from '../encryption/board-keys.ts';
import { readable } from '../encryption/readable.ts';
import { spendRows } from '../limits/limits.ts';
import { insertActions, listActionsAfter, nextPosition, spacing } from './action-store.ts';
import { actionView, readActions, sealedCategory, sealedTitle } from './action-views.ts';
import { saveActions } from './save-actions.ts';

/** Puts actions on a board. Those that it has already, by title and points, are left out. */
export async function addActions(deps: Deps, { userId, boardId }: UserOnBoard, actions: readonly NewAction[]): Promise<BoardChange> {
  const { database, boardKeys, limits } = deps;
  await spendRows(limits, userId, actions.length);
  return await database.unitOfWork(async (work) => {
    const { db } = work;
    const board = await boardToChangeFor(deps, db, { userId, boardId });
    if (!canAddActions({ id: userId }, { createdBy: board.created_by })) throw refuse('administrator_only');

    const secrets = await boardKeys.of(db, boardId);
    const present = await readActions(db, boardId, secrets);
    const added = withoutDoubles(actions, present);
    if (present.length + added.length > actionLimits.perBoard) throw refuse('too_many_actions');
    if (added.length === 0) return noChangeOf(board);

    await insertActions(db, sealedActions(boardId, added, secrets, await nextPosition(db, boardId)));
    return await saveActions(deps, work, boardId);
  });
}

/** The rows of actions that come to a board at `position` and after. */
export function sealedActions(boardId: BoardId, actions: readonly NewAction[], secrets: BoardSecrets, position: number) {
  return actions.map(({ title, points, category, emoji }, index) => {
    const id = newId<ActionId>();
    return {
      id,
      board_id: boardId,
      title_sealed: sealedTitle(id, title, secrets),
      points,
      category_sealed: sealedCategory(id, category, secrets),
      emoji: emoji ?? null,
      position: position + index * spacing,
      created_at: Date.now(),
    };
  });
}

/** The actions that are neither on the board nor named twice. */
export function withoutDoubles(actions: readonly NewAction[], present: readonly Pick<Action, 'title' | 'points'>[]): NewAction[] {
  const known = new Set(present.map(actionKey));
  return actions.filter((action) => {
    const key = actionKey(action);
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
}

/** A page holds the actions of whole boards, and so of one at least. */
const actionsInPage = actionLimits.perBoard;

/**
 * The actions of a person's boards, the same ones united (decision D4), a page at a time: reading and decrypting those of 200 full
 * boards at once would keep everybody waiting for seconds. `after` is the `next` of the page before.
 */
export async function offerActions({ database, boardKeys }: Deps, userId: UserId, after = ''): Promise<OfferedPage> {
  // One row more than the limit: then the last board is incomplete and is left to the next page.
  const rows = await database.snapshot((db) => listActionsAfter(db, { userId, after: after as BoardId, limit: actionsInPage + 1 }));
  const cut = rows.length > actionsInPage ? rows.at(-1)?.board_id : undefined;
  const page = rows.filter(({ board_id }) => board_id !== cut);
  const secrets = await boardKeys.ofAll(database.read, [...new Set(page.map(({ board_id }) => board_id))]);
  const offered = readable(page, (row): OfferedAction[] => {
    const boardSecrets = secrets.get(row.board_id);
    // Deleted since its actions were read.
    if (!boardSecrets) return [];
    const { id, ...action } = actionView(row, boardSecrets);
    return [{ ...action, boards: [{ boardId: row.board_id, actionId: id }] }];
  }).flat();
  return { actions: uniteActions(offered), next: cut === undefined ? null : (page.at(-1)?.board_id ?? null) };
}
