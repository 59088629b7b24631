import { type Scope, scopes } from '#shared/scopes';
import type { Database } from '../database/database.ts';
import type { Bus } from '../live/bus.ts';
import type { Caller, SessionCaller } from './callers.ts';
import { createEndedSessions } from './sessions/ended-sessions.ts';
import { createSessionCookie, sessionLasts } from './sessions/session-cookie.ts';
import { findSession, listSessionsWith, renewSession } from './sessions/session-store.ts';

/** A session as somebody came with it. */
type Session = Pick<Caller, 'sessionId' | 'credential'>;

const allScopes: ReadonlySet<Scope> = new Set(Object.keys(scopes) as Scope[]);

/** Finds the person of a credential. */
export interface Identity {
  /** The caller of the session in these cookies, or null. */
  authenticate(cookieHeader: string | undefined): Promise<SessionCaller | null>;
  /** Whether a session goes on under this credential. */
  goesOn(session: Session): Promise<boolean>;
  /** Whether each of these sessions goes on, by one query. */
  goOn(sessions: readonly Session[]): Promise<boolean[]>;
  /** Moves the session's end away, at most once a day, or once an hour where it ends with the browser. The `Set-Cookie` line that follows from it, if any; `lasts` as for `cookieOf`. */
  renew(cookieHeader: string | undefined, lasts: boolean): Promise<string | undefined>;
  /** Ends the session of these cookies, if there is one, on a full disk too. The `Set-Cookie` line that takes it out of the browser. */
  signOut(cookieHeader: string | undefined): Promise<string>;
  /** The `Set-Cookie` line of a session. One that does not last ends with the browser (decision D8). */
  cookieOf(token: string, lasts: boolean): string;
  /** The `Set-Cookie` line that renews this session; undefined when it has ended. */
  cookieAgain(cookieHeader: string | undefined, lasts: boolean): Promise<string | undefined>;
}

const hour = 60 * 60 * 1000;
/** In milliseconds: a session's end is moved away at most as often. For a session that ends with its browser this also notes when it was seen last. */
const renewedEvery = { lasting: 24 * hour, fleeting: hour };

interface IdentityOptions {
  database: Database;
  /** Signs the cookies. */
  secret: string;
  origin: string;
  bus: Pick<Bus, 'send' | 'listen'>;
}

export function createIdentity({ database, secret, origin, bus }: IdentityOptions): Identity {
  const cookie = createSessionCookie({ secret, secure: origin.startsWith('https:') });
  const ended = createEndedSessions(database, bus);

  /** A failed renewal must not fail a read: the session is renewed another time. */
  function unlessUnwritable(failure: unknown): true {
    const kind = database.classify(failure)?.kind;
    if (kind === 'full' || kind === 'busy') return true;
    throw failure;
  }

  return {
    async authenticate(cookieHeader) {
      const shown = cookie.tokenOf(cookieHeader);
      if (shown === null || ended.has(shown.hash)) return null;
      const [session] = await findSession(database.read, shown);
      if (!session || session.expires_at <= Date.now()) return null;
      return { personId: session.user_id, via: 'session', scopes: allScopes, sessionId: session.id, credential: shown.hash };
    },
    async goesOn({ sessionId, credential }) {
      if (ended.has(credential)) return false;
      const [session] = await findSession(database.read, { hash: credential });
      return session !== undefined && session.id === sessionId && session.expires_at > Date.now();
    },
    async goOn(sessions) {
      const credentials = sessions.map(({ credential }) => credential);
      const ids = new Map((await listSessionsWith(database.read, credentials)).map(({ token_hash, id }) => [token_hash, id]));
      return sessions.map(({ sessionId, credential }) => !ended.has(credential) && ids.get(credential) === sessionId);
    },
    async renew(cookieHeader, lasts) {
      const shown = cookie.tokenOf(cookieHeader);
      if (shown === null) return undefined;
      const [session] = await findSession(database.read, shown);
      if (!session) return undefined;
      const end = Date.now() + sessionLasts * 1000;
      // Sent each time: the browser may still have a cookie with a longer life.
      const line = lasts ? undefined : cookie.lineOf(shown.token, false);
      if (end - session.expires_at < (lasts ? renewedEvery.lasting : renewedEvery.fleeting)) return line;
      const isThere = await database.unitOfWork(({ db }) => renewSession(db, shown.hash, end), { patience: 0 }).catch(unlessUnwritable);
      // The session ended or got another token meanwhile: the newer cookie of the browser must stay.
      if (!isThere) return undefined;
      return cookie.lineOf(shown.token, lasts);
    },
    async signOut(cookieHeader) {
      const shown = cookie.tokenOf(cookieHeader);
      if (shown !== null) await ended.end(shown.hash);
      return cookie.goneLine;
    },
    cookieOf: cookie.lineOf,
    async cookieAgain(cookieHeader, lasts) {
      const shown = cookie.tokenOf(cookieHeader);
      if (shown === null) return undefined;
      // Only the token that the caller sent: the session may have a newer one, which the caller must not learn.
      const [session] = await findSession(database.read, shown);
      return session && cookie.lineOf(shown.token, lasts);
    },
  };
}
