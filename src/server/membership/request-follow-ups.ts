import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventOf } from '#shared/events';
import type { UserId } from '#shared/ids';
import type { Work } from '../database/database.ts';
import {
  countPendingReceived,
  deleteProposalsOf,
  inviteWhomTheyProposed,
  listCounterparts,
  moveRequestsTo,
  passInvitationsTo,
} from './request-store.ts';
import { deleteSingleLinksOf } from './single-link-store.ts';

/** People whose requests are counted in one turn of the event loop. */
const countedAtOnce = 10;

/** Counts anew what these people have to answer, after their requests changed. */
export async function countRequests(work: Work, people: readonly UserId[]): Promise<void> {
  for (const [index, userId] of [...new Set(people)].entries()) {
    if (index > 0 && index % countedAtOnce === 0) await nextTurn();
    work.record({ type: 'requests_counted', userId, pendingRequests: await countPendingReceived(work.db, userId) });
  }
}

/** After a person's name changed: the requests of others show it. */
export async function countRequestsOfCounterparts(work: Work, userId: UserId): Promise<void> {
  await countRequests(work, await listCounterparts(work.db, userId));
}

/** Drops the requests by which a former member proposed people. */
export async function dropInvitationsOf(work: Work, { boardId, userId }: EventOf<'member_left'>): Promise<void> {
  const askedOf = await deleteProposalsOf(work.db, { boardId, userId });
  if (askedOf.length > 0) work.record({ type: 'requests_dropped', people: [userId, ...askedOf] });
}

/** What people asked of the administrator goes to the new one, the invitations that wait are theirs, and links for one person end. */
export async function passRequestsOn(work: Work, { boardId, from, to }: EventOf<'administrator_changed'>): Promise<void> {
  const { db } = work;
  await deleteSingleLinksOf(db, boardId);
  await moveRequestsTo(db, { boardId, administratorId: to });
  await inviteWhomTheyProposed(db, { boardId, administratorId: to });
  const invited = await passInvitationsTo(db, { boardId, administratorId: to });
  await countRequests(work, [from, to, ...invited]);
}
