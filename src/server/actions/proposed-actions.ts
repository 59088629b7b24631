/** Actions that members propose, until the administrator has answered. */
import type * as z from 'zod/mini';
import { type ActionProposal, type proposeAction as proposeSchema, proposalLimits } from '#shared/action-proposals';
import { actionLimits } from '#shared/action-limits';
import { canAnswerProposals } from '#shared/board-policy';
import type { BoardChange } from '#shared/boards';
import type { EventOf } from '#shared/events';
import type { ProposalId, UserId, UserOnBoard } from '#shared/ids';
import type { Answered } from '#shared/live-events';
import { actionKey } from '#shared/offered-actions';
import { unreadableTitle } from '#shared/requests';
import { boardFor, boardToChangeFor } from '../boards/board-for.ts';
import type { Work } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { decryptable, readable } from '../encryption/readable.ts';
import { refuse } from '../errors/refusal.ts';
import { newId, repeatableId } from '../ids/ids.ts';
import {
  deleteActionProposalsOf,
  deleteProposal,
  findProposal,
  insertProposal,
  lastProposedAt,
  listProposals,
  listProposalsBy,
  type ProposalRow,
} from './action-proposal-store.ts';
import { decryptProposalTitle, proposalView, sealedProposal } from './action-proposal-views.ts';
import { insertActions, nextPosition } from './action-store.ts';
import { readActions } from './action-views.ts';
import { saveActions } from './save-actions.ts';
import { sealedActions } from './actions.ts';

/** For the administrator the oldest proposals, for every other member their own. */
export async function readProposals({ database, boardKeys }: Deps, { userId, boardId }: UserOnBoard): Promise<ActionProposal[]> {
  return await database.snapshot(async (db) => {
    const board = await boardFor(db, { userId, boardId });
    const seesAll = canAnswerProposals({ id: userId }, { createdBy: board.created_by });
    const rows = seesAll ? await listProposals(db, boardId, proposalLimits.shownAtOnce) : await listProposalsBy(db, { boardId, userId });
    const secrets = await boardKeys.of(db, boardId);
    return readable(rows, (row) => proposalView(row, secrets));
  });
}

/** Proposes an action, as any member may. The administrator at that time finds it among those to answer. `now` in milliseconds since 1970. */
export async function proposeAction(
  deps: Deps,
  { userId, boardId }: UserOnBoard,
  { idempotencyKey, ...action }: z.output<typeof proposeSchema>,
  now = Date.now(),
): Promise<ActionProposal> {
  const { database, boardKeys, limits } = deps;
  if (!(await limits.requests.spend(userId))) throw refuse('too_many_requests');
  return await database.unitOfWork(async (work) => {
    const { db } = work;
    const board = await boardToChangeFor(deps, db, { userId, boardId });
    const secrets = await boardKeys.of(db, boardId);
    const id = idempotencyKey === undefined ? newId<ProposalId>() : repeatableId<ProposalId>(userId, `${boardId} ${idempotencyKey}`);
    const earlier = await findProposal(db, { boardId, proposalId: id });
    if (earlier) return proposalView(earlier, secrets);

    const key = actionKey(action);
    const isKnown = (others: readonly Pick<ActionProposal, 'title' | 'points'>[]) => others.some((other) => actionKey(other) === key);
    if (isKnown(await readActions(db, boardId, secrets))) throw refuse('action_on_board_already');
    const own = await listProposalsBy(db, { boardId, userId });
    if (isKnown(readable(own, (row) => proposalView(row, secrets)))) throw refuse('action_proposed_already');
    if (own.length >= proposalLimits.openPerMember) throw refuse('too_many_proposals');

    await insertProposal(db, {
      id,
      board_id: boardId,
      proposed_by: userId,
      ...sealedProposal(id, action, secrets),
      // Two within a millisecond have an order too.
      proposed_at: Math.max(now, (await lastProposedAt(db, boardId)) + 1),
    });
    const made = await findProposal(db, { boardId, proposalId: id });
    if (!made) throw new Error('a member whose account vanished within the transaction');
    const proposal = proposalView(made, secrets);
    const proposed = { title: proposal.title, username: proposal.proposedBy.username };
    work.record({ type: 'proposal_made', boardId, userId, administratorId: board.created_by, proposed });
    return proposal;
  });
}

/** Puts what was proposed on the board. Refused, it goes on waiting. */
export async function acceptProposal(
  deps: Deps,
  { userId, boardId, proposalId }: UserOnBoard & { proposalId: ProposalId },
): Promise<BoardChange> {
  const { database, boardKeys } = deps;
  return await database.unitOfWork(async (work) => {
    const { db } = work;
    const board = await boardToChangeFor(deps, db, { userId, boardId });
    if (!canAnswerProposals({ id: userId }, { createdBy: board.created_by })) throw refuse('administrator_only');
    const row = await findProposal(db, { boardId, proposalId });
    if (!row) throw refuse('proposal_not_found');

    const secrets = await boardKeys.of(db, boardId);
    const { title, points, category, emoji } = proposalView(row, secrets);
    const action = { title, points, ...(category !== null && { category }), ...(emoji !== null && { emoji }) };
    const present = await readActions(db, boardId, secrets);
    if (present.some((other) => actionKey(other) === actionKey(action))) throw refuse('action_on_board_already');
    if (present.length >= actionLimits.perBoard) throw refuse('too_many_actions');

    await deleteProposal(db, proposalId);
    await insertActions(db, sealedActions(boardId, [action], secrets, await nextPosition(db, boardId)));
    recordAnswer(work, row, userId, { title, points, accepted: true });
    return await saveActions(deps, work, boardId);
  });
}

/** The administrator declines a proposal, or its author withdraws it. */
export async function endProposal(deps: Deps, { userId, boardId, proposalId }: UserOnBoard & { proposalId: ProposalId }): Promise<void> {
  await deps.database.unitOfWork(async (work) => {
    const { db } = work;
    const board = await boardToChangeFor(deps, db, { userId, boardId });
    const row = await findProposal(db, { boardId, proposalId });
    // What others have proposed is not there for a member who does not answer it.
    const seesIt = row?.proposed_by === userId || canAnswerProposals({ id: userId }, { createdBy: board.created_by });
    if (!row || !seesIt) throw refuse('proposal_not_found');

    await deleteProposal(db, proposalId);
    if (row.proposed_by === userId) {
      work.record({ type: 'proposals_dropped', boardId, people: [board.created_by, userId] });
      return;
    }
    const secrets = await deps.boardKeys.of(db, boardId);
    const title = decryptable(() => decryptProposalTitle(row, secrets)) ?? unreadableTitle;
    recordAnswer(work, row, userId, { title, points: row.points, accepted: false });
  });
}

function recordAnswer(work: Work, { board_id, proposed_by }: ProposalRow, administratorId: UserId, answered: Answered): void {
  work.record({ type: 'proposal_answered', boardId: board_id, proposedBy: proposed_by, administratorId, answered });
}

/** Drops what a former member proposed. */
export async function dropProposalsOf(work: Work, { boardId, userId, administratorId }: EventOf<'member_left'>): Promise<void> {
  if (await deleteActionProposalsOf(work.db, { boardId, userId }))
    work.record({ type: 'proposals_dropped', boardId, people: [administratorId] });
}
