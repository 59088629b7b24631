/** Links that let one person in without asking anybody (decision D22). */
import { canMakeSingleLinks } from '#shared/board-policy';
import type { InvitationPage } from '#shared/boards';
import type { BoardId, SingleLinkId, UserId, UserOnBoard } from '#shared/ids';
import type { RefusalCode } from '#shared/refusals';
import { type MadeSingleLink, type SingleLink, singleLinkLimits } from '#shared/single-links';
import { newToken, tokenHash } from '../ids/tokens.ts';
import { findUser } from '../accounts/account-store.ts';
import { isInDemo } from '../accounts/guest-store.ts';
import { boardFor, boardToChange, boardToChangeFor } from '../boards/board-for.ts';
import { type BoardRow, findBoard } from '../boards/board-store.ts';
import { decryptTitle } from '../boards/board-header.ts';
import { admitsGuests } from '../identity/admission.ts';
import { isMember } from './member-store.ts';
import type { Db, Work } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { Refusal, refuse } from '../errors/refusal.ts';
import { newId } from '../ids/ids.ts';
import { joinBoard } from './join-board.ts';
import { answerRequest, findPending } from './request-store.ts';
import {
  deleteSingleLink,
  findBoardOfUsed,
  findLinkedBoard,
  insertSingleLink,
  listSingleLinks,
  takeSingleLink,
} from './single-link-store.ts';

/** Makes one. Its token is in this reply alone: only the hash is kept. */
export async function makeSingleLink(deps: Deps, { userId, boardId }: UserOnBoard): Promise<MadeSingleLink> {
  if (!(await deps.limits.requests.spend(userId))) throw refuse('too_many_requests');
  return await deps.database.unitOfWork(async ({ db }) => {
    expectMaker(userId, await boardToChangeFor(deps, db, { userId, boardId }));
    if ((await listSingleLinks(db, boardId)).length >= singleLinkLimits.perBoard) throw refuse('too_many_single_links');
    const token = newToken(16);
    const now = Date.now();
    const link = { id: newId<SingleLinkId>(), created_at: now, expires_at: now + singleLinkLimits.lifetime };
    await insertSingleLink(db, { ...link, board_id: boardId, token_hash: tokenHash(token) });
    return { ...linkView(link), token };
  });
}

export async function readSingleLinks({ database }: Deps, { userId, boardId }: UserOnBoard): Promise<SingleLink[]> {
  return await database.snapshot(async (db) => {
    expectMaker(userId, await boardFor(db, { userId, boardId }));
    return (await listSingleLinks(db, boardId)).map(linkView);
  });
}

/** Ends a link. Repeating it changes nothing. */
export async function withdrawSingleLink(deps: Deps, { userId, boardId, linkId }: UserOnBoard & { linkId: SingleLinkId }): Promise<void> {
  await deps.database.unitOfWork(async ({ db }) => {
    expectMaker(userId, await boardToChangeFor(deps, db, { userId, boardId }));
    await deleteSingleLink(db, { boardId, linkId });
  });
}

function expectMaker(userId: UserId, board: BoardRow): void {
  if (!canMakeSingleLinks({ id: userId }, { createdBy: board.created_by })) throw refuse('administrator_only');
}

function linkView({ id, created_at, expires_at }: { id: SingleLinkId; created_at: number; expires_at: number }): SingleLink {
  return { id, createdAt: created_at, expiresAt: expires_at };
}

/** The visitor of an invitation. The limit is the person's own; without a session it is that of the address. */
export interface Asking {
  userId: UserId | undefined;
  address: string;
}

/**
 * What an invitation shows, by the id of a board or by a link for one person. A board whose link is off, an ended link and what
 * does not exist are the same (decisions D15, D22). By a link for one person a stranger does not learn the board's id, but who made the link (decision D57).
 */
export async function readInvitation(deps: Deps, asking: Asking, invitation: string): Promise<InvitationPage> {
  const { database, boardKeys } = deps;
  const read = async (db: Db): Promise<InvitationPage> => {
    const linkedId = await findLinkedBoard(db, tokenHash(invitation));
    const usedId = asking.userId === undefined ? undefined : await findBoardOfUsed(db, usedHash(invitation, asking.userId));
    // What is no link may be the id of a board.
    const board = await findBoard(db, linkedId ?? usedId ?? (invitation as BoardId));
    if (!board) throw refuse('board_not_found');
    const member = asking.userId !== undefined && (await isMember(db, { boardId: board.id, userId: asking.userId }));
    const admits = linkedId !== undefined;
    if (!member && !admits && (usedId !== undefined || board.link_enabled === 0)) throw refuse('board_not_found');
    const secrets = await boardKeys.of(db, board.id);
    const header = { title: decryptTitle(board, secrets), icon: board.icon, theme: board.theme };
    // Only the administrator makes such links, and all end with the administration.
    const maker = admits ? await findUser(db, board.created_by) : undefined;
    // Somebody in a demo may leave it for a game.
    const isVisitor = asking.userId === undefined || (await isInDemo(db, asking.userId));
    const admitsGuest = admits && isVisitor && admitsGuests(deps.config);
    const invitedBy = maker && { username: maker.username, avatar: maker.avatar };
    return {
      boardId: admits && !member ? null : board.id,
      ...header,
      isMember: member,
      admits,
      admitsGuest,
      ...(invitedBy && { invitedBy }),
    };
  };
  // In one snapshot: the board may be deleted, and its key with it, meanwhile.
  return await withLimit(deps, asking, () => database.snapshot(read));
}

/**
 * Joins by a link for one person, which is used up by it; returns the board's id. Whoever used it, and is still in, is told so again:
 * the first answer may have been lost on its way.
 */
export async function joinByLink(deps: Deps, asking: Asking & { userId: UserId }, token: string): Promise<{ boardId: BoardId }> {
  return await withLimit(deps, asking, () => deps.database.unitOfWork((work) => enterByLink(deps, work, asking.userId, token)));
}

/** Joins by a link for one person, as `joinByLink` does, within a unit of work. */
export async function enterByLink(deps: Deps, work: Work, userId: UserId, token: string): Promise<{ boardId: BoardId }> {
  const { db } = work;
  const [unused, used] = [tokenHash(token), usedHash(token, userId)];
  const boardId = (await findLinkedBoard(db, unused)) ?? (await findBoardOfUsed(db, used));
  const board = boardId === undefined ? undefined : await boardToChange(deps, db, boardId);
  if (!board) throw refuse('board_not_found');
  // The account may have been deleted since its session was authenticated.
  if (!(await findUser(db, userId))) throw refuse('no_user_logged_in');
  const member = await isMember(db, { boardId: board.id, userId });
  if (member && (await findBoardOfUsed(db, used))) return { boardId: board.id };
  if (member) throw refuse('you_are_member');
  if (!(await takeSingleLink(db, unused, used))) throw refuse('board_not_found');
  await joinBoard(deps, work, board, userId, { letInBy: userId, host: board.created_by });
  await settlePending(work, { boardId: board.id, userId });
  return { boardId: board.id };
}

/** Only the account that used a link can find it again, and the row names nobody. */
function usedHash(token: string, userId: UserId): string {
  return tokenHash(`${token} ${userId}`);
}

/** Marks the pending request of a person who has joined by a link as accepted. */
async function settlePending(work: Work, { boardId, userId }: UserOnBoard): Promise<void> {
  const pending = await findPending(work.db, { boardId, joiningUser: userId });
  if (!pending || !(await answerRequest(work.db, pending.id, 'accepted'))) return;
  work.record({ type: 'request_answered', people: [pending.from_user, pending.to_user], answered: undefined });
}

/** For opening and for joining. */
function withLimit<T>(deps: Deps, { userId, address }: Asking, look: () => Promise<T>): Promise<T> {
  return limitGuesses(deps, userId ?? address, 'board_not_found', look);
}

/** Counts only invitations that do not exist, which `look` refuses with `missing`: a person who was given one has nothing to guess. */
export async function limitGuesses<T>(
  { limits }: Pick<Deps, 'limits'>,
  key: string,
  missing: RefusalCode,
  look: () => Promise<T>,
): Promise<T> {
  if (!(await limits.invitationGuesses.spend(key))) throw refuse('too_many_requests');
  try {
    const found = await look();
    await limits.invitationGuesses.giveBack(key);
    return found;
  } catch (error) {
    if (!(error instanceof Refusal && error.code === missing)) await limits.invitationGuesses.giveBack(key);
    throw error;
  }
}
