import { AsyncLocalStorage } from 'node:async_hooks';
import { betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { username as usernames } from 'better-auth/plugins/username';
import { type SignUp } from '#shared/accounts';
import { accountLimits, isUsername, usernameKey } from '#shared/account-rules';
import type { Database } from '../database/connect.ts';
import { refuse } from '../http/refusal.ts';
import { derivedSecret, type MasterKey } from '../secrecy/master-key.ts';
import { hashPassword, isPassword } from './password-hash.ts';
import { openSessionCookie, sessionLasts } from './session-cookie.ts';
import { findSession } from './session-store.ts';
import { takenBy } from './unique-failure.ts';
import { usernameSkeleton } from './username-skeleton.ts';

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
  /** Ends the session of these cookies, if there is one. The `Set-Cookie` lines that take them out of the browser. */
  signOut(cookieHeader: string | undefined): Promise<string[]>;
  /** Whose session these cookies are, or null. */
  recognise(cookieHeader: string | undefined): Promise<Person | null>;
  /** Moves the session's end away, at most once a day. The `Set-Cookie` lines that follow from it; `lasts` as for `cookieOf`. */
  prolong(cookieHeader: string | undefined, lasts: boolean): Promise<string[]>;
  /** The `Set-Cookie` line of a session. One that does not last ends with the browser (decision D8). */
  cookieOf(token: string, lasts: boolean): string;
  /** The line that keeps the session of these cookies; undefined when they are nobody's by now. */
  cookieAgain(cookieHeader: string | undefined, lasts: boolean): Promise<string | undefined>;
}

const day = 24 * 60 * 60;

/** What goes along with one sign-up, past better-auth. */
interface SigningUp {
  /** better-auth hashes inside its transaction. Hashed beforehand, a password does not hold up everybody's writing meanwhile. */
  hashed: string;
  /** What the database threw: better-auth tells it to its log alone, and throws an error of its own. */
  failure?: unknown;
}
const signingUp = new AsyncLocalStorage<SigningUp>();

export function openIdentity(database: Database, masterKey: MasterKey, origin: string): Identity {
  const secret = derivedSecret(masterKey, 'session-cookies');
  const secure = origin.startsWith('https:');
  const cookie = openSessionCookie({ secret, secure });

  const auth = betterAuth({
    // Fixed at start: taken from a request's Host it could be forged into a mail.
    baseURL: origin,
    secret,
    // The same Kysely instance as ours. With a handle of its own, a rollback there would take our writes along.
    database: { db: database.write, type: 'sqlite', transaction: true },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: accountLimits.passwordMin,
      maxPasswordLength: accountLimits.passwordMax,
      password: {
        hash: (password) => Promise.resolve(signingUp.getStore()?.hashed ?? hashPassword(password)),
        verify: ({ hash: hashed, password }) => isPassword(password, hashed),
      },
    },
    plugins: [
      usernames({
        minUsernameLength: accountLimits.usernameMin,
        maxUsernameLength: accountLimits.usernameMax,
        usernameValidator: isUsername,
        usernameNormalization: usernameKey,
        displayUsernameNormalization: (typed) => typed,
        schema: { user: { fields: { username: 'username_key', displayUsername: 'username' } } },
      }),
    ],
    user: {
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
      additionalFields: {
        avatar: { type: 'string', required: true },
        usernameSkeleton: { type: 'string', required: true, fieldName: 'username_skeleton' },
      },
    },
    session: {
      expiresIn: sessionLasts,
      updateAge: day,
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    account: {
      fields: {
        accountId: 'account_id',
        providerId: 'provider_id',
        userId: 'user_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      storeIdentifier: 'hashed',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    advanced: {
      useSecureCookies: false,
      cookies: { session_token: { name: cookie.name, attributes: { secure, sameSite: 'strict', path: '/', httpOnly: true } } },
      ipAddress: { disableIpTracking: true },
    },
    // Nothing is written: its lines name e-mail addresses.
    logger: {
      level: 'error',
      log(_level, _message, ...details) {
        const attempt = signingUp.getStore();
        if (attempt) attempt.failure ??= details.find((detail) => detail instanceof Error);
      },
    },
    // better-auth writes an empty text for a device that did not say.
    databaseHooks: { session: { create: { before: async (session) => ({ data: { ...session, userAgent: session.userAgent || null } }) } } },
    telemetry: { enabled: false },
  });

  return {
    async signUp({ username, email, password, avatar }, device) {
      const attempt: SigningUp = { hashed: await hashPassword(password) };
      try {
        const { token } = await signingUp.run(attempt, () =>
          auth.api.signUpEmail({
            body: {
              name: username,
              email,
              password,
              username,
              displayUsername: username,
              avatar,
              usernameSkeleton: usernameSkeleton(username),
            },
            headers: deviceHeaders(device),
          }),
        );
        if (token === null) throw new Error('signed up without a session');
        return token;
      } catch (failure) {
        throw signUpRefusal(attempt.failure ?? failure);
      }
    },
    async signIn(email, password, device) {
      try {
        const { token } = await auth.api.signInEmail({ body: { email, password }, headers: deviceHeaders(device) });
        return token;
      } catch (failure) {
        if (failure instanceof APIError && failure.statusCode < 500) throw refuse('wrong_credentials');
        throw failure;
      }
    },
    async signOut(cookieHeader) {
      const { headers } = await auth.api.signOut({ headers: cookieHeaders(cookieHeader), returnHeaders: true });
      return headers.getSetCookie();
    },
    async prolong(cookieHeader, lasts) {
      const { headers, response } = await auth.api.getSession({ headers: cookieHeaders(cookieHeader), returnHeaders: true });
      const token = cookie.tokenOf(cookieHeader);
      // It ended meanwhile, or goes on under another token: the cookie that the browser has got for that must stay.
      if (response === null || token === null) return [];
      // Each time: the browser may still have the cookie from when it was to last.
      return lasts ? headers.getSetCookie() : [cookie.lineOf(token, false)];
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
    async recognise(cookieHeader) {
      const token = cookie.tokenOf(cookieHeader);
      if (token === null) return null;
      const [session] = await findSession(database.read, { token });
      if (!session || Date.parse(session.expires_at) <= Date.now()) return null;
      return { id: session.user_id, sessionId: session.id };
    },
  };
}

function signUpRefusal(failure: unknown): unknown {
  if (failure instanceof APIError) {
    const code = failure.body?.code ?? '';
    if (code.startsWith('USER_ALREADY_EXISTS')) return refuse('email_taken', 'email');
    if (code.startsWith('USERNAME_IS_ALREADY_TAKEN')) return refuse('username_taken', 'username');
    if (code === 'INVALID_EMAIL') return refuse('email_invalid', 'email');
  }
  return takenBy(failure) ?? failure;
}

function cookieHeaders(cookieHeader: string | undefined): Headers {
  return new Headers(cookieHeader === undefined ? {} : { cookie: cookieHeader });
}

// better-auth keeps with the session what stands there: what the browser itself wrote never comes so far.
function deviceHeaders(device: string | null): Headers {
  return new Headers(device === null ? {} : { 'user-agent': device });
}
