import { AsyncLocalStorage } from 'node:async_hooks';
import {
  getCurrentAuthContextAsyncLocalStorage,
  getCurrentDBAdapterAsyncLocalStorage,
  getRequestStateAsyncLocalStorage,
} from '@better-auth/core/context';
import { betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { username as usernames } from 'better-auth/plugins/username';
import { accountLimits, isUsername, usernameKey } from '#shared/account-rules';
import type { Database } from '../../database/connect.ts';
import { refuse } from '../../errors/refusal.ts';
import type { Identity } from './identity.ts';
import { hashPassword, isPassword } from '../passwords/password-hash.ts';
import { type SessionCookie, sessionLasts } from './session-cookie.ts';
import { takenBy } from '../unique-failure.ts';
import { usernameSkeleton } from '../username-skeleton.ts';

const day = 24 * 60 * 60;

/** What goes along with one sign-up, past better-auth. */
interface SigningUp {
  /** better-auth hashes inside its transaction. Hashed beforehand, a password does not hold up everybody's writing meanwhile. */
  hashed: string;
  /** What the database threw: better-auth tells it to its log alone, and throws an error of its own. */
  failure?: unknown;
}
const signingUp = new AsyncLocalStorage<SigningUp>();

/** What better-auth does for us: it makes accounts and opens sessions. */
export function createPasswordAccounts(
  database: Database,
  { secret, origin, cookie }: { secret: string; origin: string; cookie: SessionCookie },
): Pick<Identity, 'signUp' | 'signIn'> {
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
      cookies: { session_token: { name: cookie.name } },
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
        const names = { name: username, username, displayUsername: username, usernameSkeleton: usernameSkeleton(username) };
        const body = { ...names, email, password, avatar };
        const { token } = await withoutTraces(() =>
          signingUp.run(attempt, () => auth.api.signUpEmail({ body, headers: deviceHeaders(device) })),
        );
        if (token === null) throw new Error('signed up without a session');
        return token;
      } catch (failure) {
        throw signUpRefusal(attempt.failure ?? failure);
      }
    },
    async signIn(email, password, device) {
      try {
        const body = { email, password };
        const { token } = await withoutTraces(() => auth.api.signInEmail({ body, headers: deviceHeaders(device) }));
        return token;
      } catch (failure) {
        if (failure instanceof APIError && failure.statusCode < 500) throw refuse('wrong_credentials');
        throw failure;
      }
    },
  };
}

let underWay = 0;

/**
 * Up to Node 22, one AsyncLocalStorage that was ever entered makes every promise of the process dearer, for good: a tenth of all
 * that a log costs (docs/decisions/0012). So they are left as soon as nobody is inside.
 */
async function withoutTraces<T>(call: () => Promise<T>): Promise<T> {
  underWay += 1;
  try {
    return await call();
  } finally {
    underWay -= 1;
    if (underWay === 0) await leaveStorages();
  }
}

async function leaveStorages(): Promise<void> {
  const storages = await Promise.all([
    getCurrentAuthContextAsyncLocalStorage(),
    getCurrentDBAdapterAsyncLocalStorage(),
    getRequestStateAsyncLocalStorage(),
  ]);
  if (underWay > 0) return;
  for (const storage of [signingUp, ...storages]) storage.disable();
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

// better-auth keeps with the session what stands there: what the browser itself wrote never comes so far.
function deviceHeaders(device: string | null): Headers {
  return new Headers(device === null ? {} : { 'user-agent': device });
}
