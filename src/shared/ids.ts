/**
 * The ids of things. All are text, but the compiler takes none for the id of something else. Text becomes an id where it enters: in these
 * schemas, in the tables of the database, in `newId`, and in the addresses of the client's router.
 */
import * as z from 'zod/mini';

declare const kind: unique symbol;

declare global {
  /** `tsconfig/strict-ids.d.ts` fills it for the program: there no other text is an id. Tests write theirs by hand, and may. */
  interface IdRules {}
}

/** Exists for the compiler alone. */
type Id<Kind extends string> = string & (IdRules extends { strict: true } ? { readonly [kind]: Kind } : { readonly [kind]?: Kind });

const schemaOf = <I extends string>() => z.string() as z.ZodMiniString<I> & { _zod: { input: I; output: I } };

export type BoardId = Id<'board'>;
export const boardId = schemaOf<BoardId>();

/** Identifies a person. */
export type UserId = Id<'user'>;
export const userId = schemaOf<UserId>();

export type ActivityId = Id<'activity'>;
export const activityId = schemaOf<ActivityId>();

/** Identifies an action of a board, or of the catalogue. */
export type ActionId = Id<'action'>;
export const actionId = schemaOf<ActionId>();

export type ProposalId = Id<'proposal'>;
export const proposalId = schemaOf<ProposalId>();

export type RequestId = Id<'request'>;
export const requestId = schemaOf<RequestId>();

export type SessionId = Id<'session'>;
export const sessionId = schemaOf<SessionId>();

/** Identifies what a person gave to a program. */
export type TokenId = Id<'token'>;
export const tokenId = schemaOf<TokenId>();

/** Identifies a passkey here; its device has an id of its own for it. */
export type PasskeyId = Id<'passkey'>;
export const passkeyId = schemaOf<PasskeyId>();

/** Identifies a push to one device. */
export type NotificationId = Id<'notification'>;
export const notificationId = schemaOf<NotificationId>();

/** Identifies a nudge from one member to another. */
export type NudgeId = Id<'nudge'>;
export const nudgeId = schemaOf<NudgeId>();

/** Identifies a member's gesture of a week. */
export type GestureId = Id<'gesture'>;
export const gestureId = schemaOf<GestureId>();

/** Identifies a link for one person. */
export type SingleLinkId = Id<'single-link'>;
export const singleLinkId = schemaOf<SingleLinkId>();

/** Identifies a proposal that needs the agreement of every member of a board. */
export type AgreementId = Id<'agreement'>;
export const agreementId = schemaOf<AgreementId>();

/** Identifies a 'Mauvaise foi !' about an activity. */
export type ContestId = Id<'contest'>;
export const contestId = schemaOf<ContestId>();

export type WebhookId = Id<'webhook'>;
export const webhookId = schemaOf<WebhookId>();

/** Identifies what a webhook is told once. */
export type WebhookDeliveryId = Id<'webhook-delivery'>;
export const webhookDeliveryId = schemaOf<WebhookDeliveryId>();
/** Identifies the code of a sticker for its maker; it opens nothing. */
export type CodeId = Id<'code'>;
export const codeId = schemaOf<CodeId>();

export type FilmId = Id<'film'>;
export type SeasonId = Id<'season'>;
export const seasonId = schemaOf<SeasonId>();

/** Somebody on a board. */
export interface UserOnBoard {
  userId: UserId;
  boardId: BoardId;
}

/** Identifies a screen that shows a board on a wall. */
export type WallId = Id<'wall'>;
export const wallId = schemaOf<WallId>();
