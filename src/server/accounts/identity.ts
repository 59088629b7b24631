import { AsyncLocalStorage } from 'node:async_hooks';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { username as usernames } from 'better-auth/plugins/username';
import { type SignUp } from '#shared/accounts';
import { accountLimits, isUsername, usernameKey } from '#shared/account-rules';
import type { Database } from '../database/connect.ts';
import { refuse } from '../http/refusal.ts';
import { derivedSecret, type MasterKey } from '../secrecy/master-key.ts';
import { findSession } from './session-store.ts';
import { usernameSkeleton } from './username-skeleton.ts';

/** Somebody with a session. */
export interface Person {
  id: string;
  sessionId: string;
}

/** What a call to better-auth leaves for the browser: `Set-Cookie` lines. */
type Cookies = string[];

export interface Identity {
  /** Makes account and session together. Refuses taken names and addresses. */
  signUp(input: SignUp): Promise<Cookies>;
  /** Opens a session. Refuses every wrong pair in the same way and the same time (decision D9). */
  signIn(email: string, password: string): Promise<Cookies>;
  /** Ends the session of these cookies, if there is one. */
  signOut(cookieHeader: string | undefined): Promise<Cookies>;
  /** Whose session these cookies are, or null. */
  recognise(cookieHeader: string | undefined): Promise<Person | null>;
  /** Moves the session's end away, at most once a day. */
  prolong(cookieHeader: string | undefined): Promise<Cookies>;
}

const day = 24 * 60 * 60;
// Argon2id, which is the library's default, with OWASP's parameters for 19 MiB.
const argon2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

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
  const cookieName = secure ? '__Host-ou-la-la' : 'ou-la-la';

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
        hash: (password) => Promise.resolve(signingUp.getStore()?.hashed ?? hash(password, argon2)),
        verify: ({ hash: hashed, password }) => verify(hashed, password),
      },
      revokeSessionsOnPasswordReset: true,
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
      expiresIn: 30 * day,
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
      cookies: { session_token: { name: cookieName, attributes: { secure, sameSite: 'strict', path: '/', httpOnly: true } } },
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
    telemetry: { enabled: false },
  });

  return {
    async signUp({ username, email, password, avatar }) {
      const attempt: SigningUp = { hashed: await hash(password, argon2) };
      try {
        const { headers } = await signingUp.run(attempt, () =>
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
            returnHeaders: true,
          }),
        );
        return headers.getSetCookie();
      } catch (failure) {
        throw signUpRefusal(attempt.failure ?? failure);
      }
    },
    async signIn(email, password) {
      try {
        const { headers } = await auth.api.signInEmail({ body: { email, password }, returnHeaders: true });
        return headers.getSetCookie();
      } catch (failure) {
        if (failure instanceof APIError && failure.statusCode < 500) throw refuse('wrong_credentials');
        throw failure;
      }
    },
    async signOut(cookieHeader) {
      const { headers } = await auth.api.signOut({ headers: cookieHeaders(cookieHeader), returnHeaders: true });
      return headers.getSetCookie();
    },
    async prolong(cookieHeader) {
      const { headers } = await auth.api.getSession({ headers: cookieHeaders(cookieHeader), returnHeaders: true });
      return headers.getSetCookie();
    },
    // better-auth's own getSession costs over ten times as much (docs/decisions/0004), and this runs at every request.
    async recognise(cookieHeader) {
      const token = signedToken(cookieHeader, cookieName, secret);
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
  // Two sign-ups at once: the unique index of the table decides, and names the column.
  const text = uniqueFailure(failure);
  if (text?.includes('username_key') || text?.includes('username_skeleton')) return refuse('username_taken', 'username');
  if (text?.includes('email')) return refuse('email_taken', 'email');
  return failure;
}

function uniqueFailure(failure: unknown): string | undefined {
  for (let error = failure; error instanceof Error; error = error.cause)
    if (error.message.includes('UNIQUE constraint failed')) return error.message;
  return undefined;
}

function cookieHeaders(cookieHeader: string | undefined): Headers {
  return new Headers(cookieHeader === undefined ? {} : { cookie: cookieHeader });
}

/** The token of a cookie whose signature is ours: `token.base64(HMAC-SHA256)`, URL-encoded, as better-call signs it. */
function signedToken(cookieHeader: string | undefined, name: string, secret: string): string | null {
  const line = cookieHeader?.split(/; */).find((part) => part.startsWith(`${name}=`));
  if (line === undefined) return null;
  const value = decoded(line.slice(name.length + 1));
  const dot = value.lastIndexOf('.');
  if (dot < 1) return null;
  const token = value.slice(0, dot);
  const expected = createHmac('sha256', secret).update(token).digest();
  const given = Buffer.from(value.slice(dot + 1), 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
