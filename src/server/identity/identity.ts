import { dayIn, defaultTimeZone } from '#shared/calendar';
import { type Scope, scopes, type TokenScope } from '#shared/scopes';
import type { TokenRight } from '#shared/token-rules';
import { noteGuestSeen } from '../accounts/guest-store.ts';
import type { Database, Db } from '../database/database.ts';
import { tokenHash } from '../ids/tokens.ts';
import type { Bus } from '../live/bus.ts';
import type { SessionCaller, TokenCaller } from './callers.ts';
import { createEndedSessions } from './sessions/ended-sessions.ts';
import { createSessionCookie, lastsFor, type SessionTerm } from './sessions/session-cookie.ts';
import { findSession, listSessionsWith, renewSession } from './sessions/session-store.ts';
import { findToken, saveUse } from './tokens/token-store.ts';
import { isTokenText } from './tokens/token-text.ts';

/** A session as somebody came with it. */
type Session = Pick<SessionCaller, 'sessionId' | 'credential'>;

const allScopes: ReadonlySet<Scope> = new Set(Object.keys(scopes) as Scope[]);
const scopesOf: Record<TokenRight, ReadonlySet<TokenScope>> = {
  read: new Set(['boards:read']),
  log: new Set(['boards:read', 'activities:log']),
};

/** Finds the person of a credential. */
export interface Identity {
  /** The caller of the session in these cookies, or null. */
  authenticate(cookieHeader: string | undefined): Promise<SessionCaller | null>;
  /** The caller of a token as a program showed it, or null. Notes the day, so that its person sees which are of use. */
  authenticateToken(text: string): Promise<TokenCaller | null>;
  /** Whether a session or a token goes on under this credential. */
  goesOn(caller: Session | Pick<TokenCaller, 'tokenId' | 'credential'>): Promise<boolean>;
  /** Whether each of these sessions goes on, by one query. */
  goOn(sessions: readonly Session[]): Promise<boolean[]>;
  /** Moves the session's end away, at most once a day, or once an hour where it ends with the browser. The `Set-Cookie` line that follows from it, if any. */
  renew(cookieHeader: string | undefined, term: SessionTerm): Promise<string | undefined>;
  /** Ends the session of these cookies, if there is one, on a full disk too. The `Set-Cookie` line that takes it out of the browser. */
  signOut(cookieHeader: string | undefined): Promise<string>;
  /** The `Set-Cookie` line of a session. */
  cookieOf(token: string, term: SessionTerm): string;
  /** The `Set-Cookie` line that renews this session; undefined when it has ended. */
  cookieAgain(cookieHeader: string | undefined, term: SessionTerm): Promise<string | undefined>;
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

  /** What is noted beside a read must not fail it: it is noted another time. */
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
      return { personId: session.user_id, via: 'session', scopes: allScopes, boards: null, sessionId: session.id, credential: shown.hash };
    },
    async authenticateToken(text) {
      if (!isTokenText(text)) return null;
      const credential = tokenHash(text);
      const rows = await findToken(database.read, { hash: credential });
      const [token] = rows;
      const now = Date.now();
      if (!token || hasRunOut(token, now)) return null;
      const today = dayIn(defaultTimeZone, now);
      if (token.used_on !== today)
        await database.unitOfWork(({ db }) => saveUse(db, token.id, today), { patience: 0 }).catch(unlessUnwritable);
      const boards = token.all_boards === 1 ? null : new Set(rows.flatMap(({ board_id }) => board_id ?? []));
      return { personId: token.user_id, via: 'token', scopes: scopesOf[token.rights], boards, tokenId: token.id, credential };
    },
    async goesOn(caller) {
      const { credential } = caller;
      if ('tokenId' in caller) {
        const [token] = await findToken(database.read, { hash: credential });
        return token !== undefined && !hasRunOut(token, Date.now());
      }
      const { sessionId } = caller;
      if (ended.has(credential)) return false;
      const [session] = await findSession(database.read, { hash: credential });
      return session !== undefined && session.id === sessionId && session.expires_at > Date.now();
    },
    async goOn(sessions) {
      const credentials = sessions.map(({ credential }) => credential);
      const ids = new Map((await listSessionsWith(database.read, credentials)).map(({ token_hash, id }) => [token_hash, id]));
      return sessions.map(({ sessionId, credential }) => !ended.has(credential) && ids.get(credential) === sessionId);
    },
    async renew(cookieHeader, term) {
      const { lasts, isGuest } = term;
      const shown = cookie.tokenOf(cookieHeader);
      if (shown === null) return undefined;
      const [session] = await findSession(database.read, shown);
      if (!session) return undefined;
      const end = Date.now() + lastsFor(term) * 1000;
      // Sent each time: the browser may still have a cookie with a longer life.
      const line = lasts ? undefined : cookie.lineOf(shown.token, term);
      if (end - session.expires_at < (lasts ? renewedEvery.lasting : renewedEvery.fleeting)) return line;
      const renew = async (db: Db) => {
        if (isGuest) await noteGuestSeen(db, session.user_id);
        return await renewSession(db, shown.hash, end);
      };
      const isThere = await database.unitOfWork(({ db }) => renew(db), { patience: 0 }).catch(unlessUnwritable);
      // The session ended or got another token meanwhile: the newer cookie of the browser must stay.
      if (!isThere) return undefined;
      return cookie.lineOf(shown.token, term);
    },
    async signOut(cookieHeader) {
      const shown = cookie.tokenOf(cookieHeader);
      if (shown !== null) await ended.end(shown.hash);
      return cookie.goneLine;
    },
    cookieOf: cookie.lineOf,
    async cookieAgain(cookieHeader, term) {
      const shown = cookie.tokenOf(cookieHeader);
      if (shown === null) return undefined;
      // Only the token that the caller sent: the session may have a newer one, which the caller must not learn.
      const [session] = await findSession(database.read, shown);
      return session && cookie.lineOf(shown.token, term);
    },
  };
}

function hasRunOut({ expires_at }: { expires_at: number | null }, now: number): boolean {
  return expires_at !== null && expires_at <= now;
}
