import type { RequestId, UserId } from '#shared/ids';
import type { BlockedInviter } from '#shared/requests';
import type { Deps } from '../deps.ts';
import { refuse } from '../errors/refusal.ts';
import { deleteBlock, insertBlock, listBlocked } from './block-store.ts';
import { findRequest } from './request-store.ts';

/** The people whose invitations this person no longer receives. */
export async function listBlockedInviters({ database }: Deps, userId: UserId): Promise<BlockedInviter[]> {
  const rows = await listBlocked(database.read, userId);
  return rows.map(({ id, username, avatar, created_at }) => ({ userId: id, username, avatar, since: created_at }));
}

/**
 * From now on invitations of whoever sent this one do not reach the person, those that wait included. The inviter is
 * told nothing, and sees what they send as if it waited for an answer (decision record 0016).
 */
export async function blockInviter(deps: Deps, { userId, requestId }: { userId: UserId; requestId: RequestId }): Promise<void> {
  await deps.database.unitOfWork(async (work) => {
    const request = await findRequest(work.db, requestId);
    if (request?.to_user !== userId || request.type !== 'invitation') throw refuse('request_not_found');
    await insertBlock(work.db, { userId, inviterId: request.from_user });
    work.record({ type: 'inviter_blocked', userId });
  });
}

/** Invitations of this inviter reach the person again, those that waited meanwhile included. Again changes nothing. */
export async function unblockInviter(deps: Deps, { userId, inviterId }: { userId: UserId; inviterId: UserId }): Promise<void> {
  await deps.database.unitOfWork(async (work) => {
    if (await deleteBlock(work.db, { userId, inviterId })) work.record({ type: 'inviter_unblocked', userId });
  });
}
