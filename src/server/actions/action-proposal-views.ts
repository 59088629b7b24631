import type { ActionProposal } from '#shared/action-proposals';
import type { NewAction } from '#shared/actions';
import type { ProposalId } from '#shared/ids';
import type { BoardSecrets } from '../encryption/board-keys.ts';
import type { ProposalRow } from './action-proposal-store.ts';

const table = 'action_proposal';

export function proposalView(row: ProposalRow, secrets: BoardSecrets): ActionProposal {
  return {
    id: row.id,
    title: decryptProposalTitle(row, secrets),
    points: row.points,
    category: row.category_sealed === null ? null : secrets.decrypt(row.category_sealed, table, 'category', row.id),
    emoji: row.emoji,
    proposedBy: { userId: row.proposed_by, username: row.username, avatar: row.avatar },
    proposedAt: row.proposed_at,
  };
}

export function decryptProposalTitle({ id, title_sealed }: Pick<ProposalRow, 'id' | 'title_sealed'>, secrets: BoardSecrets): string {
  return secrets.decrypt(title_sealed, table, 'title', id);
}

/** The columns that hold what a proposal says. */
export function sealedProposal(id: ProposalId, { title, points, category, emoji }: NewAction, secrets: BoardSecrets) {
  return {
    title_sealed: secrets.seal(title, table, 'title', id),
    points,
    category_sealed: category ? secrets.seal(category, table, 'category', id) : null,
    emoji: emoji ?? null,
  };
}
