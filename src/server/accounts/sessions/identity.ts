import { type SignUp } from '#shared/accounts';
import type { Database } from '../../database/connect.ts';
import { classify } from '../../database/database-failure.ts';
import { derivedSecret, type MasterKey } from '../../encryption/master-key.ts';
import { createEndedSessions } from './ended-sessions.ts';
import { createSessionCookie, sessionLasts } from './session-cookie.ts';
import { findSession, renewSession } from './session-store.ts';

/** Somebody with a session. */
export interface Person {
  id: string;
  sessionId: string;
}

export interface Identity {
  /** Makes account and session together; the session's token. `device` as by `deviceName`. Refuses taken names and addresses. */
  signUp(input: SignUp, device: string | null): Promise<string>;
  /** Opens a session; its token. Refuses every wrong pair in the same way and the same time (decision D9). */
  signIn(email: string, password: string, device: string | null): Promise<string>;
  /** Ends the session of these cookies, if there is one, on a full disk too. The `Set-Cookie` line that takes it out of the browser. */
  signOut(cookieHeader: string | undefined): Promise<string>;
  /** Whose session these cookies are, or null. */
  authenticate(cookieHeader: string | undefined): Promise<Person | null>;
  /** Moves the session's end away, at most once a day. The `Set-Cookie` line that follows from it, if any; `lasts` as for `cookieOf`. */
  renew(cookieHeader: string | undefined, lasts: boolean): Promise<string | undefined>;
  /** The `Set-Cookie` line of a session. One that does not last ends with the browser (decision D8). */
  cookieOf(token: string, lasts: boolean): string;
  /** The line that keeps the session of these cookies; undefined when they are nobody's by now. */
  cookieAgain(cookieHeader: string | undefined, lasts: boolean): Promise<string | undefined>;
}

type PasswordAccounts = Pick<Identity, 'signUp' | 'signIn'>;

/** In milliseconds: a session's end is moved away at most as often. */
const renewedEvery = 24 * 60 * 60 * 1000;

export function createIdentity(database: Database, masterKey: MasterKey, origin: string): Identity {
  const secret = derivedSecret(masterKey, 'session-cookies');
  const cookie = createSessionCookie({ secret, secure: origin.startsWith('https:') });
  const ended = createEndedSessions(database);
  let opening: Promise<PasswordAccounts> | undefined;

  // Loaded when somebody signs up or in, which is rare: at rest it would be a fifth of all that the server holds in memory.
  async function passwordAccounts(): Promise<PasswordAccounts> {
    opening ??= import('./password-accounts.ts').then(({ createPasswordAccounts }) =>
      createPasswordAccounts(database, { secret, origin, cookie }),
    );
    try {
      return await opening;
    } catch (failure) {
      // The next one tries anew.
      opening = undefined;
      throw failure;
    }
  }

  return {
    signUp: async (input, device) => await (await passwordAccounts()).signUp(input, device),
    signIn: async (email, password, device) => await (await passwordAccounts()).signIn(email, password, device),
    async signOut(cookieHeader) {
      const token = cookie.tokenOf(cookieHeader);
      if (token !== null) await ended.end(token);
      return cookie.goneLine;
    },
    async renew(cookieHeader, lasts) {
      const token = cookie.tokenOf(cookieHeader);
      if (token === null) return undefined;
      const [session] = await findSession(database.read, { token });
      const end = Date.now() + sessionLasts * 1000;
      if (!session) return undefined;
      // Each time: the browser may still have the cookie from when it was to last.
      const line = lasts ? undefined : cookie.lineOf(token, false);
      if (end - Date.parse(session.expires_at) < renewedEvery) return line;
      const isThere = await database
        .unitOfWork(({ db }) => renewSession(db, token, new Date(end)), { patience: 0 })
        .catch(unlessUnwritable);
      // It ended meanwhile, or goes on under another token: the cookie that the browser has got for that must stay.
      if (!isThere) return undefined;
      return cookie.lineOf(token, lasts);
    },
    cookieOf: cookie.lineOf,
    async cookieAgain(cookieHeader, lasts) {
      const token = cookie.tokenOf(cookieHeader);
      if (token === null) return undefined;
      // The token that the caller has shown, and no other: the session may go on under one that is not theirs to learn.
      const [session] = await findSession(database.read, { token });
      return session && cookie.lineOf(token, lasts);
    },
    // better-auth's own getSession costs over ten times as much (docs/decisions/0004), and this runs at every request.
    async authenticate(cookieHeader) {
      const token = cookie.tokenOf(cookieHeader);
      if (token === null || ended.has(token)) return null;
      const [session] = await findSession(database.read, { token });
      if (!session || Date.parse(session.expires_at) <= Date.now()) return null;
      return { id: session.user_id, sessionId: session.id };
    },
  };
}

/** Reading goes on where nothing can be written: the session is renewed another time. */
function unlessUnwritable(failure: unknown): true {
  const kind = classify(failure)?.kind;
  if (kind === 'full' || kind === 'busy') return true;
  throw failure;
}
