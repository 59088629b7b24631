import * as z from 'zod/mini';
import { themes } from './board-choices.ts';
import { boardId, requestId, userId } from './ids.ts';
import { tidied } from './written-text.ts';

/** A person asks to join; the administrator invites; a member proposes someone to the administrator. */
export const requestTypes = ['invitation', 'member_invitation', 'request'] as const;
export type RequestType = (typeof requestTypes)[number];

export const requestStatuses = ['pending', 'accepted', 'rejected'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

const username = z
  .string({ error: 'username_required' })
  .check(...tidied((typed) => typed.trim(), 64), z.minLength(1, 'username_required'));

export const newRequest = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('request') }),
  z.strictObject({ type: z.literal('invitation'), username }),
  z.strictObject({ type: z.literal('member_invitation'), username }),
]);
export type NewRequest = z.infer<typeof newRequest>;

/** `createdAt` in milliseconds since 1970. `invitedUsername` only for a proposal. Title and icon of the board are those it had then; its theme is that of now. */
export const boardRequest = z.object({
  id: requestId,
  type: z.enum(requestTypes),
  status: z.enum(requestStatuses),
  boardId,
  boardTitle: z.string(),
  boardIcon: z.string(),
  boardTheme: z.enum(themes),
  fromUsername: z.string(),
  toUsername: z.string(),
  invitedUsername: z.nullable(z.string()),
  avatar: z.string(),
  createdAt: z.int(),
});
export type BoardRequest = z.infer<typeof boardRequest>;

/** Shown instead of a title that cannot be decrypted. */
export const unreadableTitle = 'Titre illisible';

/** How long nobody is invited again to a board whose invitation they declined, in milliseconds. */
export const invitationPause = 24 * 60 * 60 * 1000;

/** Somebody whose invitations do not reach the person. `since` in milliseconds since 1970. */
export const blockedInviter = z.object({ userId, username: z.string(), avatar: z.string(), since: z.int() });
export type BlockedInviter = z.infer<typeof blockedInviter>;

/** Pending first, then newest first; at most 200 of each. */
export const requestLists = z.object({ received: z.array(boardRequest), sent: z.array(boardRequest), pendingCount: z.int() });
export type RequestLists = z.infer<typeof requestLists>;
