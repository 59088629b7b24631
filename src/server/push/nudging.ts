import { randomInt } from 'node:crypto';
import { dayIn } from '#shared/calendar';
import type { BoardId, NudgeId, UserId } from '#shared/ids';
import { onceADay } from '#shared/once-a-day';
import { findUser } from '../accounts/account-store.ts';
import { boardToChangeFor } from '../boards/board-for.ts';
import { isTogether } from '../boards/told-score.ts';
import { openCode, useCode } from '../codes/codes.ts';
import type { Deps } from '../deps.ts';
import { refuse, refuseFor } from '../errors/refusal.ts';
import { newId } from '../ids/ids.ts';
import { isBlocked } from '../membership/block-store.ts';
import { isMember } from '../membership/member-store.ts';
import { findKinds } from './device-store.ts';
import { nudgeSentence, sentenceCount, sentencesTogether } from './nudge-messages.fr.ts';
import { findNudgedAt, insertNudge } from './nudge-store.ts';

interface Nudging {
  boardId: BoardId;
  from: UserId;
  to: UserId;
  /** The code of a sticker that was pressed for it. */
  code?: string;
}

/**
 * Nudges another member, once a day (decision D69); the sentence is drawn here. A member who does not want nudges hears nothing, and the person
 * who nudges is not told. Throws `board_not_found`, `nudged_yourself`, `member_not_found`, `nudged_today`. `now` in milliseconds since 1970.
 */
export async function nudge(deps: Deps, { boardId, from, to, code }: Nudging, now = Date.now()): Promise<{ sentence: string }> {
  return await deps.database.unitOfWork(async (work) => {
    const { db } = work;
    // The board is locked: where two copies nudge at once, the second finds the first nudge.
    const board = await boardToChangeFor(deps, db, { userId: from, boardId });
    if (to === from) throw refuse('nudged_yourself');
    if (!(await isMember(db, { boardId, userId: to }))) throw refuse('member_not_found');
    const drawn = isTogether(board) ? sentencesTogether[randomInt(sentencesTogether.length)] : randomInt(sentenceCount);
    const [id, number] = [newId<NudgeId>(), drawn ?? 0];
    const nudgedAt = await findNudgedAt(db, { boardId, from, to, now });
    if (nudgedAt !== undefined) throw refuseFor('nudged_today', nudgedAt + onceADay - now);
    const day = dayIn(board.time_zone, now);
    await insertNudge(db, { id, board_id: boardId, from_user: from, to_user: to, day, sentence: number, nudged_at: now });
    if (code !== undefined) await useCode(db, { code, boardId, day }, { to_user: to });
    const sentence = nudgeSentence(number);
    const nudging = await findUser(db, from);
    const isHeard = (await findKinds(db, to)).nudges && !(await isBlocked(db, { userId: to, inviterId: from }));
    if (nudging && isHeard) work.record({ type: 'nudged', boardId, to, username: nudging.username, sentence });
    return { sentence };
  });
}

/** Nudges whom the code of a sticker stands for. Throws `code_not_found` where it does not open, or does something else, and what `nudge` throws. */
export async function nudgeByCode(deps: Deps, from: UserId, code: string): Promise<{ sentence: string }> {
  const { board, does } = await openCode(deps, from, code);
  if (does.kind !== 'nudge') throw refuse('code_not_found');
  return await nudge(deps, { boardId: board.id, from, to: does.userId, code });
}
