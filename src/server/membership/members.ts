import { endReEntriesOn, isGuest } from '../accounts/guest-store.ts';
import { canHandOver, canLeave, canRemoveMember } from '#shared/board-policy';
import type { BoardChange } from '#shared/boards';
import type { BoardId, UserId } from '#shared/ids';
import { takeFromBoardsCount } from '../accounts/account-store.ts';
import { boardToChangeFor } from '../boards/board-for.ts';
import type { BoardRow } from '../boards/board-store.ts';
import { saveSettings } from '../boards/save-change.ts';
import type { Work } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../errors/refusal.ts';
import { settleDue } from '../play/settling.ts';
import { deleteMember, isMember } from './member-store.ts';
import { saveMembers } from './save-members.ts';

/** The administrator removes another member, or a member leaves. The person's activities stay (decision D6). */
export async function removeMember(
  deps: Deps,
  { actorId, boardId, memberId }: { actorId: UserId; boardId: BoardId; memberId: UserId },
): Promise<void> {
  await deps.database.unitOfWork(async (work) => {
    const board = await boardToChangeFor(deps, work.db, { userId: actorId, boardId });
    const leaves = actorId === memberId;
    const policyBoard = { createdBy: board.created_by };
    if (leaves && !canLeave({ id: actorId }, policyBoard)) throw refuse('administrator_stays');
    if (!leaves && !canRemoveMember({ id: actorId }, { id: memberId }, policyBoard)) throw refuse('administrator_only');

    // They played to the end of what is over.
    if (board.play_revision > 0) await settleDue(work, boardId, Date.now());
    if (!(await deleteMember(work.db, { boardId, userId: memberId }))) throw refuse('member_not_found');
    await takeFromBoardsCount(work.db, memberId);
    const change = await saveMembers(deps, work.db, boardId);
    const reason = leaves ? 'left' : 'removed';
    work.record({ type: 'member_left', boardId, userId: memberId, reason, administratorId: board.created_by, change });
  });
}

/** Gives the board to another member. */
export async function handOverBoard(
  deps: Deps,
  { actorId, boardId, successorId }: { actorId: UserId; boardId: BoardId; successorId: UserId },
): Promise<BoardChange> {
  return await deps.database.unitOfWork(async (work) => {
    const board = await boardToChangeFor(deps, work.db, { userId: actorId, boardId });
    if (!canHandOver({ id: actorId }, { id: successorId }, { createdBy: board.created_by })) throw refuse('administrator_only');
    return await passBoardOn(deps, work, board, successorId, { isGift: true });
  });
}

/** Hands a board over, for an administrator who may. Throws `member_not_found`, and `guest_cannot_administer`. */
export async function passBoardOn(
  deps: Deps,
  work: Work,
  { id, created_by }: Pick<BoardRow, 'id' | 'created_by'>,
  userId: UserId,
  { isGift }: { isGift: boolean },
): Promise<BoardChange> {
  if (!(await isMember(work.db, { boardId: id, userId }))) throw refuse('member_not_found');
  if (await isGuest(work.db, userId)) throw refuse('guest_cannot_administer');
  // They would open again when the board comes back.
  await endReEntriesOn(work.db, { boardId: id, madeBy: created_by });
  const change = await saveSettings(deps, work.db, id, { created_by: userId });
  work.record({ type: 'administrator_changed', boardId: id, from: created_by, to: userId, isGift, change });
  return change;
}
