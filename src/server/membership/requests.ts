import { usernameKey } from '#shared/account-rules';
import { canInvite, canPropose } from '#shared/board-policy';
import type { BoardId, RequestId, UserId, UserOnBoard } from '#shared/ids';
import { type BoardRequest, invitationPause, type NewRequest, type RequestLists, unreadableTitle } from '#shared/requests';
import { findUser, findUserByName } from '../accounts/account-store.ts';
import { isGuest } from '../accounts/guest-store.ts';
import { boardToChange, boardToChangeFor } from '../boards/board-for.ts';
import { type BoardRow, findBoard } from '../boards/board-store.ts';
import { decryptTitle } from '../boards/board-header.ts';
import { isMember } from './member-store.ts';
import type { Db, Work } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../errors/refusal.ts';
import type { BoardSecrets } from '../encryption/board-keys.ts';
import { decryptable } from '../encryption/readable.ts';
import { isBlocked } from './block-store.ts';
import { joinBoard } from './join-board.ts';
import { decryptRequestTitle, createRequest } from './new-request.ts';
import {
  answerRequest,
  countPendingReceived,
  deletePendingRequest,
  findListed,
  findPending,
  findPendingFor,
  findRequest,
  hasDeclined,
  type ListedRequest,
  listReceived,
  listSent,
  type RequestRow,
} from './request-store.ts';

export async function listRequests({ database, boardKeys }: Deps, userId: UserId): Promise<RequestLists> {
  const { received, sent, pendingCount } = await database.snapshot(async (db) => ({
    received: await listReceived(db, { userId }),
    sent: await listSent(db, { userId }),
    pendingCount: await countPendingReceived(db, userId),
  }));
  const secrets = await boardKeys.ofAll(database.read, [...new Set([...received, ...sent].map(({ board_id }) => board_id))]);
  const view = (row: ListedRequest) => requestView(row, secrets.get(row.board_id), userId);
  return { received: received.map(view), sent: sent.map(view), pendingCount };
}

/** Asks to join, invites, or proposes somebody to the administrator. */
export async function sendRequest(deps: Deps, { userId, boardId }: UserOnBoard, input: NewRequest): Promise<BoardRequest> {
  if (!(await deps.limits.requests.spend(userId))) throw refuse('too_many_requests');
  return await deps.database.unitOfWork(async (work) => {
    const { db } = work;
    const { board, superseded, ...parties } =
      input.type === 'request' ? await ownRequest(deps, db, { userId, boardId }) : await invitation(deps, db, { userId, boardId }, input);
    if (superseded) await deletePendingRequest(db, superseded.id);
    const id = await createTitledRequest(deps, db, board, { ...parties, type: input.type, from_user: userId });
    const people = [userId, parties.to_user, ...(superseded ? [superseded.from_user] : [])];
    work.record({ type: 'request_made', people, requestId: id, to: parties.to_user });
    return await viewOf(deps, db, { requestId: id, userId });
  });
}

async function ownRequest(deps: Deps, db: Db, { userId, boardId }: UserOnBoard) {
  // The account may have been deleted since its session was authenticated; who invites is a member, and is known by that.
  if (!(await findUser(db, userId))) throw refuse('no_user_logged_in');
  const board = await boardToChange(deps, db, boardId);
  const member = board !== undefined && (await isMember(db, { boardId, userId }));
  if (member) throw refuse('you_are_member');
  if (!board || board.link_enabled === 0) throw refuse('board_not_found');
  const pending = await findPending(db, { boardId, joiningUser: userId });
  if (pending && (await isVisibleToJoiner(db, userId, pending))) throw refuse('already_requested');
  return { board, to_user: board.created_by, joining_user: userId, superseded: pending };
}

/** Whether the person who would join sees this request. A proposal, or an invitation of somebody they blocked, gives way to their own request, which says nothing of it. */
async function isVisibleToJoiner(db: Db, userId: UserId, { type, from_user }: RequestRow): Promise<boolean> {
  if (type === 'member_invitation') return false;
  return type === 'request' || !(await isBlocked(db, { userId, inviterId: from_user }));
}

async function invitation(
  deps: Deps,
  db: Db,
  { userId, boardId }: UserOnBoard,
  { type, username }: Exclude<NewRequest, { type: 'request' }>,
) {
  const board = await boardToChangeFor(deps, db, { userId, boardId });
  const policyBoard = { createdBy: board.created_by };
  if (type === 'invitation' && !canInvite({ id: userId }, policyBoard)) throw refuse('administrator_only');
  if (type === 'member_invitation' && (await isGuest(db, userId))) throw refuse('guest_must_keep');
  if (type === 'member_invitation' && !canPropose({ id: userId }, policyBoard)) throw refuse('invalid_input', 'type');

  const invited = await findUserByName(db, usernameKey(username));
  if (!invited) throw refuse('user_not_found');
  if (invited.id === userId) throw refuse('invited_yourself');
  if (await isMember(db, { boardId, userId: invited.id })) throw refuse('already_member');
  if (await findPending(db, { boardId, joiningUser: invited.id })) throw refuse('already_invited');
  if (type === 'invitation') await expectNoPause(db, { boardId, invitedId: invited.id });
  return { board, to_user: type === 'invitation' ? invited.id : board.created_by, joining_user: invited.id, superseded: undefined };
}

/** Nobody is invited again right after they declined (decision D28). */
async function expectNoPause(db: Db, { boardId, invitedId }: { boardId: BoardId; invitedId: UserId }): Promise<void> {
  if (await hasDeclined(db, { boardId, invitedId }, Date.now() - invitationPause)) throw refuse('declined_recently');
}

async function createTitledRequest(
  { boardKeys }: Deps,
  db: Db,
  board: BoardRow,
  parties: Parameters<typeof createRequest>[3],
): Promise<RequestId> {
  const secrets = await boardKeys.of(db, board.id);
  return await createRequest(db, { ...board, title: decryptTitle(board, secrets) }, secrets, parties);
}

/** Accepts a request that waits for this person's answer, and does what follows from it. */
export async function acceptRequest(deps: Deps, { userId, requestId }: { userId: UserId; requestId: RequestId }): Promise<BoardRequest> {
  const accepted = await deps.database.unitOfWork(async (work) => {
    const { db } = work;
    const { board_id: boardId } = await pendingFor(db, { userId, requestId });
    const board = await boardToChange(deps, db, boardId);
    if (!board) throw refuse('board_not_found');
    // Read again now that nobody can hand the board over: that would have given the request to somebody else.
    const request = await pendingFor(db, { userId, requestId });
    if (!(await senderStillMay(db, request, board))) {
      await withdraw(work, request);
      return null;
    }
    // The status decides between two answers at once: the second finds nothing pending.
    if (!(await answerRequest(db, requestId, 'accepted'))) throw refuse('request_not_found');

    const people = [request.from_user, request.to_user];
    if (request.type === 'member_invitation') {
      const invitationId = await inviteProposed(deps, db, board, request);
      if (invitationId !== undefined)
        work.record({ type: 'request_made', people: [request.joining_user], requestId: invitationId, to: request.joining_user });
    } else {
      const host = request.type === 'invitation' ? request.from_user : userId;
      await joinBoard(deps, work, board, request.joining_user, { letInBy: userId, host });
    }
    work.record({ type: 'request_answered', people, answered: { requestId, to: request.from_user } });
    return await viewOf(deps, db, { requestId, userId });
  });
  // Thrown after the commit: the request is gone.
  if (!accepted) throw refuse('request_void');
  return accepted;
}

/** What is asked of another is worth what its sender may do now, not when it was sent (decision D28). */
async function senderStillMay(db: Db, { type, from_user }: RequestRow, board: BoardRow): Promise<boolean> {
  if (type === 'request') return true;
  if (type === 'invitation') return canInvite({ id: from_user }, { createdBy: board.created_by });
  return await isMember(db, { boardId: board.id, userId: from_user });
}

/** Withdraws what this person sent and nobody has answered. */
export async function withdrawRequest(deps: Deps, { userId, requestId }: { userId: UserId; requestId: RequestId }): Promise<void> {
  await deps.database.unitOfWork(async (work) => {
    const request = await findRequest(work.db, requestId);
    if (request?.from_user !== userId || request.status !== 'pending') throw refuse('request_not_found');
    await withdraw(work, request);
  });
}

async function withdraw(work: Work, { id, from_user, to_user }: RequestRow): Promise<void> {
  if (!(await deletePendingRequest(work.db, id))) throw refuse('request_not_found');
  work.record({ type: 'request_withdrawn', people: [from_user, to_user] });
}

/** Declines; nothing else changes. */
export async function rejectRequest(deps: Deps, { userId, requestId }: { userId: UserId; requestId: RequestId }): Promise<BoardRequest> {
  return await deps.database.unitOfWork(async (work) => {
    const { db } = work;
    const request = await pendingFor(db, { userId, requestId });
    if (!(await findBoard(db, request.board_id))) throw refuse('request_not_found');
    if (!(await answerRequest(db, requestId, 'rejected'))) throw refuse('request_not_found');
    const people = [request.from_user, request.to_user];
    work.record({ type: 'request_answered', people, answered: { requestId, to: request.from_user } });
    return await viewOf(deps, db, { requestId, userId });
  });
}

// Somebody else's request, an answered one and a missing one get the same reply.
async function pendingFor(db: Db, { userId, requestId }: { userId: UserId; requestId: RequestId }): Promise<RequestRow> {
  const request = await findPendingFor(db, { userId, requestId });
  if (!request) throw refuse('request_not_found');
  return request;
}

/** An accepted proposal becomes an invitation: the proposed person still consents (decision D1). */
async function inviteProposed(deps: Deps, db: Db, board: BoardRow, { joining_user }: RequestRow): Promise<RequestId | undefined> {
  if (
    (await isMember(db, { boardId: board.id, userId: joining_user })) ||
    (await findPending(db, { boardId: board.id, joiningUser: joining_user }))
  )
    return undefined;
  await expectNoPause(db, { boardId: board.id, invitedId: joining_user });
  return await createTitledRequest(deps, db, board, {
    type: 'invitation',
    from_user: board.created_by,
    to_user: joining_user,
    joining_user,
  });
}

async function viewOf({ boardKeys }: Deps, db: Db, { requestId, userId }: { requestId: RequestId; userId: UserId }): Promise<BoardRequest> {
  const row = await findListed(db, requestId);
  if (!row) throw refuse('request_not_found');
  return requestView(row, (await boardKeys.ofAll(db, [row.board_id])).get(row.board_id), userId);
}

function requestView(row: ListedRequest, secrets: BoardSecrets | undefined, userId: UserId): BoardRequest {
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    boardId: row.board_id,
    // A request whose title is unreadable is shown: it is counted, and can still be answered.
    boardTitle: decryptable(() => secrets && decryptRequestTitle(row.id, row.title_sealed, secrets)) ?? unreadableTitle,
    boardIcon: row.icon,
    boardTheme: row.theme,
    fromUsername: row.from_username,
    toUsername: row.to_username,
    invitedUsername: row.type === 'member_invitation' ? row.joining_username : null,
    avatar: row.from_user === userId ? row.to_avatar : row.from_avatar,
    createdAt: row.created_at,
  };
}
