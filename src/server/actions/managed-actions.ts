/** Changes that the administrator makes to the actions of a board. Past activities stay as they were (decision D5). */
import type { Action, ChangeAction } from '#shared/actions';
import { actionLimits } from '#shared/action-limits';
import { canManageActions } from '#shared/board-policy';
import type { BoardChange } from '#shared/boards';
import type { ActionId, BoardId, UserId, UserOnBoard } from '#shared/ids';
import { actionKey } from '#shared/offered-actions';
import { boardFor, boardToChangeFor } from '../boards/board-for.ts';
import type { BoardRow } from '../boards/board-store.ts';
import { noChangeOf } from '../boards/save-change.ts';
import type { Db, Work } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { BoardSecrets } from '../encryption/board-keys.ts';
import { readable } from '../encryption/readable.ts';
import { refuse } from '../errors/refusal.ts';
import { changesOf, spendWithin } from '../limits/limits.ts';
import { moves } from './action-order.ts';
import { type ActionRow, deleteActions, findAction, listPositions, listRetired, moveAction, updateAction } from './action-store.ts';
import { actionView, readActions, sealedCategory, sealedTitle } from './action-views.ts';
import { saveActions } from './save-actions.ts';

/** Edits an action, retires it or brings it back. What changes nothing is answered and told to nobody. */
export async function changeAction(
  deps: Deps,
  { userId, boardId, actionId }: UserOnBoard & { actionId: ActionId },
  { retired, ...edited }: ChangeAction,
): Promise<BoardChange> {
  const { database, boardKeys } = deps;
  return await database.unitOfWork(async (work) => {
    const { db } = work;
    const board = await boardToChangeFor(deps, db, { userId, boardId });
    mustManage(userId, board);
    const row = await findAction(db, { boardId, actionId });
    if (!row) throw refuse('action_not_found_in_board');
    const wasRetired = row.retired_at !== null;
    const isRetired = retired ?? wasRetired;
    // Somebody else has retired it meanwhile: the edit is about an action that is on no tile any more.
    if (wasRetired && isRetired && Object.keys(edited).length > 0) throw refuse('action_not_found_in_board');

    const secrets = await boardKeys.of(db, boardId);
    const before = actionView(row, secrets);
    const after = editedAction(before, edited);
    const isEdited = (['title', 'points', 'category', 'emoji'] as const).some((field) => before[field] !== after[field]);
    if (!isEdited && wasRetired === isRetired) return noChangeOf(board);

    const present = isRetired ? [] : await readActions(db, boardId, secrets);
    // Accueil would offer two that are alike as one.
    const isRenamed = wasRetired || actionKey(before) !== actionKey(after);
    if (isRenamed && present.some((other) => other.id !== actionId && actionKey(other) === actionKey(after)))
      throw refuse('action_on_board_already');
    if (wasRetired && present.length >= actionLimits.perBoard) throw refuse('too_many_actions');

    await updateAction(db, actionId, {
      ...(isEdited ? columnsOf(after, secrets) : {}),
      ...(wasRetired === isRetired ? {} : { retired_at: isRetired ? Date.now() : null }),
    });
    if (isRetired) await forgetOldest(db, boardId);
    return await saveActions(deps, work, boardId);
  });
}

/** Puts the actions of a board into another order. Throws `actions_changed` unless exactly those in use are named, each once. */
export async function orderActions(deps: Deps, { userId, boardId }: UserOnBoard, actionIds: readonly ActionId[]): Promise<BoardChange> {
  const { database, limits } = deps;
  const order = async (work: Work, spend: (changes: number) => Promise<void>) => {
    const { db } = work;
    const board = await boardToChangeFor(deps, db, { userId, boardId });
    mustManage(userId, board);
    const all = await listPositions(db, { boardId });
    const inUse = all.filter(({ retired_at }) => retired_at === null);
    const retired = all.filter(({ retired_at }) => retired_at !== null);
    const rows = new Map(inUse.map((row) => [row.id, row]));
    const ordered = actionIds.flatMap((id) => rows.get(id) ?? []);
    if (new Set(ordered).size !== rows.size || actionIds.length !== rows.size) throw refuse('actions_changed');

    const isKept = inUse.every(({ id }, index) => id === actionIds[index]);
    if (isKept) return noChangeOf(board);
    // The retired ones come after: no two have one position, and new ones still come last.
    const moved = moves([...ordered, ...retired]);
    await spend(changesOf(moved.length));
    for (const { id, position } of moved) await moveAction(db, { actionId: id, position });
    return await saveActions(deps, work, boardId);
  };
  return await spendWithin(limits.changes, userId, (spend) => database.unitOfWork((work) => order(work, spend)));
}

/** The retired actions that can be brought back, the latest first. */
export async function readRetired({ database, boardKeys }: Deps, { userId, boardId }: UserOnBoard): Promise<Action[]> {
  return await database.snapshot(async (db) => {
    mustManage(userId, await boardFor(db, { userId, boardId }));
    const secrets = await boardKeys.of(db, boardId);
    return readable(await listRetired(db, boardId), (row) => actionView(row, secrets));
  });
}

function mustManage(userId: UserId, board: BoardRow): void {
  if (!canManageActions({ id: userId }, { createdBy: board.created_by })) throw refuse('administrator_only');
}

function editedAction(before: Action, { title, points, category, emoji }: Omit<ChangeAction, 'retired'>): Action {
  return {
    id: before.id,
    title: title ?? before.title,
    points: points ?? before.points,
    // Typed and emptied again it is none.
    category: category === undefined ? before.category : category || null,
    emoji: emoji === undefined ? before.emoji : emoji,
  };
}

function columnsOf({ id, title, points, category, emoji }: Action, secrets: BoardSecrets): Partial<ActionRow> {
  return {
    title_sealed: sealedTitle(id, title, secrets),
    points,
    category_sealed: sealedCategory(id, category, secrets),
    emoji,
  };
}

/** Deletes the oldest retired actions beyond the limit, so that retiring and adding cannot grow the list for ever. */
async function forgetOldest(db: Db, boardId: BoardId): Promise<void> {
  const oldest = (await listRetired(db, boardId)).slice(actionLimits.retiredPerBoard);
  await deleteActions(
    db,
    oldest.map(({ id }) => id),
  );
}
