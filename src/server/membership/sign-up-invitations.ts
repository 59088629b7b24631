/** The invitations by which people make an account where sign-ups are `invited` (decision D44). */
import type { BoardId } from '#shared/ids';
import { findBoard } from '../boards/board-store.ts';
import type { Db } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { Refusal, refuse } from '../errors/refusal.ts';
import type { Invitations } from '../identity/admission.ts';
import { tokenHash } from '../ids/tokens.ts';
import { findLinkedBoard } from './single-link-store.ts';
import { enterByLink, limitGuesses } from './single-links.ts';

export function createSignUpInvitations(deps: Deps): Invitations {
  return {
    expect: (invitation, address) =>
      limitGuesses(deps, address, 'invitation_required', async () => {
        const { read } = deps.database;
        if (!(await findLinkedBoard(read, tokenHash(invitation)))) await expectOpenLink(read, invitation);
      }),
    async enter(work, userId, invitation) {
      if (!(await findLinkedBoard(work.db, tokenHash(invitation)))) return await expectOpenLink(work.db, invitation);
      await enterByLink(deps, work, userId, invitation).catch(notInvited);
    },
  };
}

/** The board or the link has gone since it was found. */
function notInvited(failure: unknown): never {
  throw failure instanceof Refusal && failure.code === 'board_not_found' ? refuse('invitation_required') : failure;
}

/** What is no link for one person may be the id of a board. */
async function expectOpenLink(db: Db, invitation: string): Promise<void> {
  const board = await findBoard(db, invitation as BoardId);
  if (board?.link_enabled !== 1) throw refuse('invitation_required');
}
