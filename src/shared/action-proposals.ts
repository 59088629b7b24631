import * as z from 'zod/mini';
import { action, newAction } from './actions.ts';
import { proposalId, userId } from './ids.ts';

export const proposalLimits = {
  /** The proposals of one member on one board that wait for an answer. */
  openPerMember: 20,
  /** The oldest proposals of a board are shown; the others come as these are answered. */
  shownAtOnce: 100,
} as const;

/** An action that a member would like to see on the board. */
export const proposeAction = z.strictObject({
  ...newAction.shape,
  /** 128 random bits of the client's in base64url: proposing again under the same key, after a lost reply, makes no second one as long as the first waits. */
  idempotencyKey: z.optional(z.string().check(z.regex(/^[\w-]{22,64}$/))),
});

/** A proposal that waits for the administrator's answer. `proposedAt` in milliseconds since 1970. */
export const actionProposal = z.object({
  ...action.shape,
  id: proposalId,
  proposedBy: z.object({ userId, username: z.string(), avatar: z.string() }),
  proposedAt: z.int(),
});
export type ActionProposal = z.infer<typeof actionProposal>;
