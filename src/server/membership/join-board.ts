import { boardLimits } from '#shared/board-limits';
import type { UserId } from '#shared/ids';
import { addToBoardsCount, findUser } from '../accounts/account-store.ts';
import type { BoardRow } from '../boards/board-store.ts';
import { countMembers, insertMember, isMember } from './member-store.ts';
import { saveMembers } from './save-members.ts';
import type { Work } from '../database/database.ts';
import { settleDue } from '../play/settling.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../errors/refusal.ts';

interface Joining {
  /** The person who is told when the joiner has too many boards. */
  letInBy: UserId;
  /** The member who invited the joiner or accepted their request. */
  host: UserId;
}

/** Makes the person a member, if they are none. */
export async function joinBoard(deps: Deps, work: Work, board: BoardRow, userId: UserId, { letInBy, host }: Joining): Promise<void> {
  const { db } = work;
  if (await isMember(db, { boardId: board.id, userId })) return;
  const members = await countMembers(db, board.id);
  if (members >= boardLimits.membersPerBoard) throw refuse('too_many_members');
  if (!(await findUser(db, userId))) throw refuse('user_not_found');
  // A season that is over was played without them.
  if (board.play_revision > 0) await settleDue(work, board.id, Date.now());
  if (!(await insertMember(db, { boardId: board.id, userId }))) return;
  if (!(await addToBoardsCount(db, userId, boardLimits.boardsPerPerson)))
    throw refuse(letInBy === userId ? 'too_many_boards' : 'joiner_has_too_many_boards');
  const change = await saveMembers(deps, db, board.id);
  work.record({ type: 'member_joined', boardId: board.id, userId, host, members: members + 1, change });
}
