import { boardLimits } from '#shared/board-choices';
import { addToBoardsCount, findUser } from '../accounts/account-store.ts';
import type { BoardRow } from '../boards/board-store.ts';
import { countMembers, insertMember, isMember } from '../boards/member-store.ts';
import { saveAndPublish } from '../boards/save-and-publish.ts';
import type { Work } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../errors/refusal.ts';

/** Makes the person a member, if they are none. `letInBy`: who is told when the person has too many boards. */
export async function joinBoard(deps: Deps, work: Work, board: BoardRow, userId: string, letInBy: string): Promise<void> {
  const { db, afterCommit } = work;
  if (await isMember(db, board.id, userId)) return;
  if ((await countMembers(db, board.id)) >= boardLimits.membersPerBoard) throw refuse('too_many_members');
  if (!(await findUser(db, userId))) throw refuse('user_not_found');
  if (!(await insertMember(db, board.id, userId))) return;
  if (!(await addToBoardsCount(db, userId, boardLimits.boardsPerPerson)))
    throw refuse(letInBy === userId ? 'too_many_boards' : 'joiner_has_too_many_boards');
  await saveAndPublish(deps, work, board.id, 'members');
  afterCommit(() => deps.liveFeed.joined(userId, board.id));
}
