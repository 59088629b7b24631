import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DeleteAccount, DeletionPreview } from '#shared/accounts';
import { canHandOver } from '#shared/board-policy';
import type { BoardId, UserId } from '#shared/ids';
import { listBoardsProposedOn } from '../actions/action-proposal-store.ts';
import { lockBoards } from '../boards/board-for.ts';
import { forgetFacts } from '../recap/film-store.ts';
import { type BoardPart, changeBoard, findBoard } from '../boards/board-store.ts';
import { planSettling, settleAgreed, settleDue } from '../play/settling.ts';
import { listBoardsPlayedOn } from '../play/season-store.ts';
import { recountWithoutAccount } from '../leaderboard/flame-store.ts';
import { hasLogged } from '../membership/member-store.ts';
import { decryptTitle } from '../boards/board-header.ts';
import { passBoardOn } from '../membership/members.ts';
import { type Concerned, eraseBoard, recordConcerned } from '../whole-boards/boards.ts';
import type { Db, Work } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { type Budget, erase, erasureBudget } from '../erasure/erasures.ts';
import { refuse } from '../errors/refusal.ts';
import { unreadableTitle } from '#shared/requests';
import type { Revision } from '../live/live-feed.ts';
import { decryptable } from '../encryption/readable.ts';
import { deleteRequestsOf } from '../membership/request-store.ts';
import {
  deleteMemberships,
  deleteUser,
  listAdministered,
  listBoardsEverJoined,
  listOtherMembers,
  listPeopleOnAdministered,
  listReactedBoards,
} from './deletion-store.ts';
import { listTouchedBoards } from '../profile/profile-store.ts';
import type { SessionCaller } from '../identity/callers.ts';
import { checkProof } from '../identity/passkeys/proofs.ts';
import { endSessions, expectSession } from '../identity/sessions/sessions.ts';

/** The boards that the person administers: each goes with the account, or to another member before (decision D7). */
export async function previewDeletion({ database, boardKeys }: Deps, userId: UserId): Promise<DeletionPreview> {
  const db = database.read;
  const boards = await listAdministered(db, { userId });
  const boardIds = boards.map(({ id }) => id);
  const secrets = await boardKeys.ofAll(db, boardIds);
  const members = new Map<BoardId, DeletionPreview['boards'][number]['members']>(boardIds.map((id) => [id, []]));
  // In slices, outside of a snapshot, so that other requests are answered in between. Whoever comes or goes meanwhile is checked when the account is deleted.
  for await (const some of listOtherMembers(db, userId, boardIds)) {
    for (const { board_id, user_id, username, avatar } of some) members.get(board_id)?.push({ userId: user_id, username, avatar });
    await nextTurn();
  }
  return {
    boards: boards.map((board) => {
      const boardSecrets = secrets.get(board.id);
      return {
        id: board.id,
        // Listed even so: it is deleted with the account.
        title: decryptable(() => boardSecrets && decryptTitle(board, boardSecrets)) ?? unreadableTitle,
        icon: board.icon,
        theme: board.theme,
        members: members.get(board.id) ?? [],
      };
    }),
  };
}

/**
 * Deletes the account of a signed-in person, who proves who they are. Throws what `checkProof` and {@link removeAccount} throw.
 */
export async function deleteAccount(
  deps: Deps,
  caller: SessionCaller,
  { password, passkey, ...wanted }: DeleteAccount,
  cookieHeader?: string,
): Promise<void> {
  const { personId: userId } = caller;
  const confirm = await checkProof(deps, caller, { password, passkey }, cookieHeader);
  await removeAccount(deps, userId, wanted, async (db) => {
    // A password change elsewhere, after the check above, has ended this session.
    await expectSession(db, caller);
    await confirm(db);
  });
}

/**
 * Deletes an account with all that the person did, for good: for whoever reads, all of it in one transaction, or nothing. After it what
 * was much is erased, and mails to them that lie in files. Others write after it, but read and hear on between two boards. Throws what
 * `confirm` throws, once all is locked, `boards_changed` when they administer other boards than they were shown, `board_not_found` and
 * `member_not_found` for a board that cannot be handed over as wished.
 */
export async function removeAccount(
  deps: Deps,
  userId: UserId,
  wanted: Omit<DeleteAccount, 'password' | 'passkey'>,
  confirm: (db: Db) => Promise<void>,
): Promise<void> {
  await deps.database.unitOfWork(async (work) => {
    const { db } = work;
    const traces = await lockAllOf(deps, db, userId);
    await confirm(db);
    // Their own streams first, so that they receive none of the changes below.
    await endSessions(work, userId);
    const budget = erasureBudget();
    const concerned: Concerned = { sums: new Set(), requests: new Set() };
    // What is over was played by them, too.
    for (const boardId of await listBoardsPlayedOn(db, userId)) await settleDue(work, boardId, Date.now());
    await partWithBoards(deps, work, userId, wanted, budget, concerned);
    for (const other of await deleteRequestsOf(db, userId)) concerned.requests.add(other);
    await leaveBoards(deps, work, userId, traces);
    await erase(deps.database, work, { kind: 'erase_account', id: userId }, budget);
    recordConcerned(work, concerned);
  });
  // Not awaited: another program that reads the database could delay the reply. In a later turn: this one has waited for the disk already.
  void nextTurn().then(deps.database.eraseFromLog);
  await deps.mail.forget(userId);
}

/**
 * Locks the person, every board with something of theirs, and everybody on the boards that may go with them. The boards where their name
 * or reaction stands beside the activities of others.
 */
async function lockAllOf(deps: Deps, db: Db, userId: UserId): Promise<Set<BoardId>> {
  const { database } = deps;
  const tracesOf = async () => new Set([...(await listTouchedBoards(db, userId)), ...(await listReactedBoards(db, userId))]);
  const boards = new Set([...(await listBoardsEverJoined(db, userId)), ...(await tracesOf())]);
  await lockBoards(deps, db, boards);
  await database.lockPeople(db, [userId, ...(await listPeopleOnAdministered(db, userId))]);
  // Read once more now that they can join no other: what came before the lock is hardly ever there.
  const traces = await tracesOf();
  const late = [...(await listBoardsEverJoined(db, userId)), ...traces].filter((id) => !boards.has(id));
  await lockBoards(deps, db, late);
  return traces;
}

/** Every board that the person administers is handed over or deleted. */
async function partWithBoards(
  deps: Deps,
  work: Work,
  userId: UserId,
  { handOvers, boards }: Omit<DeleteAccount, 'password' | 'passkey'>,
  budget: Budget,
  concerned: Concerned,
): Promise<void> {
  const administered = new Map((await listAdministered(work.db, { userId })).map((board) => [board.id, board]));
  if (boards && !areSame(new Set(boards), administered)) throw refuse('boards_changed');
  for (const { boardId, userId: successorId } of handOvers) {
    await nextTurn();
    const board = administered.get(boardId);
    if (!board) throw refuse('board_not_found');
    if (!canHandOver({ id: userId }, { id: successorId }, { createdBy: board.created_by })) throw refuse('member_not_found');
    await passBoardOn(deps, work, board, successorId, { isGift: false });
    // What waits for an answer passes to the successor before the requests of the account are deleted.
    await work.followUp();
    administered.delete(boardId);
  }
  for (const boardId of administered.keys()) {
    await nextTurn();
    await eraseBoard(deps, work, boardId, budget, concerned);
  }
}

/** Takes the person, their account and what they did off all boards, those that they left before included. Who reads these sees neither any more. */
async function leaveBoards({ boardKeys }: Deps, work: Work, userId: UserId, traces: ReadonlySet<BoardId>): Promise<void> {
  const { db } = work;
  const shares = new Map((await deleteMemberships(db, userId)).map((share) => [share.board_id, share]));
  for (const { id, created_by } of await listBoardsProposedOn(db, userId))
    work.record({ type: 'proposals_dropped', boardId: id, people: [created_by] });
  // From here on their activities are hidden: the changes published below show the boards without them.
  await deleteUser(db, userId);
  const newRevisions: Revision[] = [];
  const left: BoardId[] = [];
  for (const boardId of new Set([...shares.keys(), ...traces])) {
    await nextTurn();
    // Deleted just now, its activities are still to be erased.
    const board = await findBoard(db, boardId);
    if (!board) continue;
    const share = shares.get(boardId);
    const parts: BoardPart[] = [];
    if (share?.isMember) parts.push('members');
    const isAuthor = await hasLogged(db, { boardId, userId });
    if (traces.has(boardId) || isAuthor) parts.push('activities');
    if (share?.isMember) left.push(boardId);
    if (board.play_revision > 0) {
      await settleAgreed(work, board, Date.now());
      parts.push('play');
    }
    const { revision } = await changeBoard(db, boardId, parts, { points: -(share?.score ?? 0) });
    await forgetFacts(db, boardId);
    // The days of a deleted account light nothing any more.
    if (isAuthor) await recountWithoutAccount(db, boardKeys, { boardId, revision });
    // Those who stay may have begun a season, or lost what they were asked.
    if (board.play_revision > 0) await planSettling(work, boardId);
    newRevisions.push({ id: boardId, revision });
  }
  work.record({ type: 'account_deleted', userId, left, boards: newRevisions });
}

function areSame(some: ReadonlySet<string>, others: ReadonlyMap<string, unknown>): boolean {
  return some.size === others.size && [...some].every((one) => others.has(one));
}
