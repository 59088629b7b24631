import type { Insertable } from 'kysely';
import type { BoardId, ProposalId, UserId, UserOnBoard } from '#shared/ids';
import type { Db } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';

/** A proposal with its author as it shows them. Those of deleted accounts are left out: they wait to be erased. */
export type ProposalRow = Awaited<ReturnType<typeof listProposals>>[number];

/** The proposals of a board that have waited longest, the oldest first. */
export function listProposals(db: Db, boardId: BoardId, limit: number) {
  return proposalsOn(db, boardId).orderBy('action_proposal.proposed_at').orderBy('action_proposal.id').limit(limit).execute();
}

/** The proposals of this person on a board, the oldest first. */
export function listProposalsBy(db: Db, { boardId, userId }: UserOnBoard): Promise<ProposalRow[]> {
  return proposalsOn(db, boardId)
    .where('action_proposal.proposed_by', '=', userId)
    .orderBy('action_proposal.proposed_at')
    .orderBy('action_proposal.id')
    .execute();
}

export function findProposal(
  db: Db,
  { boardId, proposalId }: { boardId: BoardId; proposalId: ProposalId },
): Promise<ProposalRow | undefined> {
  return proposalsOn(db, boardId).where('action_proposal.id', '=', proposalId).executeTakeFirst();
}

function proposalsOn(db: Db, boardId: BoardId) {
  return db
    .selectFrom('action_proposal')
    .innerJoin('user', 'user.id', 'action_proposal.proposed_by')
    .selectAll('action_proposal')
    .select(['user.username', 'user.avatar'])
    .where('action_proposal.board_id', '=', boardId);
}

/** When the newest of those that wait on a board was proposed; 0 without one. */
export async function lastProposedAt(db: Db, boardId: BoardId): Promise<number> {
  const row = await db
    .selectFrom('action_proposal')
    .select('proposed_at')
    .where('board_id', '=', boardId)
    .orderBy('proposed_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.proposed_at ?? 0;
}

export async function insertProposal(db: Db, proposal: Insertable<Tables['action_proposal']>): Promise<void> {
  await db.insertInto('action_proposal').values(proposal).execute();
}

export async function deleteProposal(db: Db, proposalId: ProposalId): Promise<void> {
  await db.deleteFrom('action_proposal').where('id', '=', proposalId).execute();
}

/** Deletes a person's proposals on a board. True if there were any. */
export async function deleteActionProposalsOf(db: Db, { boardId, userId }: UserOnBoard): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('action_proposal')
    .where('board_id', '=', boardId)
    .where('proposed_by', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The boards on which somebody has proposed something, with who administers them. */
export function listBoardsProposedOn(db: Db, userId: UserId) {
  return db
    .selectFrom('action_proposal')
    .innerJoin('board', 'board.id', 'action_proposal.board_id')
    .select(['board.id', 'board.created_by'])
    .where('action_proposal.proposed_by', '=', userId)
    .distinct()
    .execute();
}
