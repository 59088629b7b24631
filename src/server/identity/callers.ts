import type { SessionId, UserId } from '#shared/ids';
import type { Scope } from '#shared/scopes';

interface CallerBase {
  personId: UserId;
  scopes: ReadonlySet<Scope>;
  /** The credential as the database knows it: the hash of a token. */
  credential: string;
}

/** Somebody with a session. Its credential changes with the password. */
export interface SessionCaller extends CallerBase {
  via: 'session';
  sessionId: SessionId;
}

/** A program that somebody gave a token. It never has another scope than those of `TokenScope`. */
interface TokenCaller extends CallerBase {
  via: 'token';
  sessionId?: undefined;
}

/** The person who calls, by which credential, and what it permits. */
export type Caller = SessionCaller | TokenCaller;
