import type { BoardId, SessionId, TokenId, UserId } from '#shared/ids';
import type { Scope } from '#shared/scopes';

interface CallerBase {
  personId: UserId;
  scopes: ReadonlySet<Scope>;
  /** The boards that it may reach, of those that its person is a member of; null for all. For it no other board exists (`http/reach.ts`). */
  boards: ReadonlySet<BoardId> | null;
  /** The credential as the database knows it: the hash of a token. */
  credential: string;
}

/** Somebody with a session. Its credential changes with the password. */
export interface SessionCaller extends CallerBase {
  via: 'session';
  sessionId: SessionId;
  boards: null;
}

/** A program that somebody gave a token. It never has another scope than those of `TokenScope`. */
export interface TokenCaller extends CallerBase {
  via: 'token';
  tokenId: TokenId;
}

/** The person who calls, by which credential, and what it permits. */
export type Caller = SessionCaller | TokenCaller;
