/** What follows for a game when somebody comes or goes. */
import type { EventOf } from '#shared/events';
import { findBoard } from '../boards/board-store.ts';
import type { Work } from '../database/database.ts';
import { deleteYesOf, listOpenAgreements, settleAgreement } from './agreement-store.ts';
import { noteSettled } from './contest-news.ts';
import { callOffContestsOf } from './contest-store.ts';
import { joinSeasons, leaveSeasons } from './season-player-store.ts';
import { settleAgreed, tellPlay } from './settling.ts';

/** A new member is asked, too, and plays from then on. */
export async function playWithMember(work: Work, { boardId, userId }: EventOf<'member_joined'>): Promise<void> {
  const board = await findBoard(work.db, boardId);
  if (!board || board.play_revision === 0) return;
  await joinSeasons(work.db, { userId, boardId }, Date.now());
  await tellPlay(work, boardId);
}

/** A member who leaves is not waited for, and votes no more. What they proposed is withdrawn, what they contested or were to answer stands. */
export async function playWithoutMember(work: Work, { boardId, userId }: EventOf<'member_left'>): Promise<void> {
  const { db } = work;
  const board = await findBoard(db, boardId);
  if (!board || board.play_revision === 0) return;
  const now = Date.now();
  await leaveSeasons(db, { boardId, userId }, now);
  await deleteYesOf(db, { boardId, userId });
  for (const { id, proposed_by } of await listOpenAgreements(db, boardId))
    if (proposed_by === userId) await settleAgreement(db, id, { outcome: 'withdrawn', at: now });
  const calledOff = await callOffContestsOf(db, { boardId, userId }, now);
  await noteSettled(work, boardId, calledOff, { result: { outcome: 'stands', how: 'called_off' }, by: userId });
  await settleAgreed(work, board, now);
  await tellPlay(work, boardId);
}
