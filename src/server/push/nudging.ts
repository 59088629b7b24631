import { randomInt } from 'node:crypto';
import { dayIn } from '#shared/calendar';
import type { BoardId, NudgeId, UserId } from '#shared/ids';
import { findUser } from '../accounts/account-store.ts';
import { boardToChangeFor } from '../boards/board-for.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../errors/refusal.ts';
import { newId } from '../ids/ids.ts';
import { isBlocked } from '../membership/block-store.ts';
import { isMember } from '../membership/member-store.ts';
import { findKinds } from './device-store.ts';
import { nudgeSentence, sentenceCount } from './nudge-messages.fr.ts';
import { insertNudge } from './nudge-store.ts';

interface Nudging {
  boardId: BoardId;
  from: UserId;
  to: UserId;
}

/**
 * Nudges another member, once a day of the board; the sentence is drawn here. Who does not want to hear of it does not, and the person who
 * nudges is not told. Throws `board_not_found`, `nudged_yourself`, `member_not_found`, `nudged_today`.
 */
export async function nudge(deps: Deps, { boardId, from, to }: Nudging): Promise<{ sentence: string }> {
  return await deps.database.unitOfWork(async (work) => {
    const { db } = work;
    const board = await boardToChangeFor(deps, db, { userId: from, boardId });
    if (to === from) throw refuse('nudged_yourself');
    if (!(await isMember(db, { boardId, userId: to }))) throw refuse('member_not_found');
    const [id, number] = [newId<NudgeId>(), randomInt(sentenceCount)];
    const day = dayIn(board.time_zone, Date.now());
    if (!(await insertNudge(db, { id, board_id: boardId, from_user: from, to_user: to, day, sentence: number })))
      throw refuse('nudged_today');
    const sentence = nudgeSentence(number);
    const nudging = await findUser(db, from);
    const isHeard = (await findKinds(db, to)).nudges && !(await isBlocked(db, { userId: to, inviterId: from }));
    if (nudging && isHeard) work.record({ type: 'nudged', boardId, to, username: nudging.username, sentence });
    return { sentence };
  });
}
