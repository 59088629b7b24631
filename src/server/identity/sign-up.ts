import { usernameKey } from '#shared/account-rules';
import type { SignUp } from '#shared/accounts';
import { isOver } from '#shared/clock-rules';
import type { UserId } from '#shared/ids';
import type { Db, Work } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { Refusal, refuse } from '../errors/refusal.ts';
import { isBeingErased } from '../erasure/erasure-store.ts';
import { newId, repeatableId } from '../ids/ids.ts';
import { findUser, findUserByEmail, findUserByLook, findUserByName, insertUser } from '../accounts/account-store.ts';
import { findAccount } from '../accounts/accounts.ts';
import { admissionWithin, expectAdmission, type Invitations, refuseUninvited } from './admission.ts';
import { isEasyPassword } from './passwords/easy-passwords.ts';
import { askedFrom, hashPassword } from './passwords/password-hash.ts';
import { savePassword } from './passwords/password-store.ts';
import type { Browser } from './sessions/browser.ts';
import { type SignedIn, startSession } from './sessions/sessions.ts';
import { signIn } from './sign-in.ts';
import { takenBy } from '../accounts/unique-failure.ts';
import { usernameSkeleton } from '../ids/username-skeleton.ts';

/** In milliseconds: how long a sign-up can be repeated. */
export const repeatableFor = 60 * 60 * 1000;

/** Makes an account and signs it in. The same again under the same key, with the same password, signs in to it. */
export async function signUp(deps: Deps, invitations: Invitations, input: SignUp, browser: Browser): Promise<SignedIn> {
  const { database, limits } = deps;
  // Before any lookup: once the limit is reached, nobody learns whether a name or an e-mail is taken (decision D9).
  if (!(await limits.signUps.spend(browser.address))) throw refuse('too_many_attempts');
  const repeated = await repeatSignUp(deps, input, browser);
  if (repeated) return repeated;
  await expectAdmission(deps, invitations, input.invitation, browser.address);
  if (await isEasyPassword(input.password, input)) throw refuse('password_too_easy', 'password');
  await expectFree(database.read, input);
  const hash = await hashPassword(input.password, askedFrom(browser.address));
  try {
    return await database.unitOfWork(async (work) => {
      const id = await admitted(deps, invitations, work, input, async () =>
        createAccount(work.db, input, hash, await idFor(work.db, input)),
      );
      const user = await findAccount(work.db, id);
      if (!user) throw refuse('profile_failed');
      return await startSession(deps, work, user, browser);
    });
  } catch (failure) {
    // Taken since it was looked up, maybe by this very call, repeated.
    const repeatedSince = database.classify(failure)?.unique && (await repeatSignUp(deps, input, browser));
    if (repeatedSince) return repeatedSince;
    throw takenBy(database, failure) ?? failure;
  }
}

/** Refuses a name or an e-mail that somebody has. */
export async function expectFree(db: Db, { username, email }: Pick<SignUp, 'username' | 'email'>): Promise<void> {
  if (await findUserByName(db, usernameKey(username))) throw refuse('username_taken', 'username');
  if (await findUserByLook(db, usernameSkeleton(username))) throw refuse('username_taken', 'username');
  if (await findUserByEmail(db, email)) throw refuse('email_taken', 'email');
}

/** Makes an account where that is admitted at this moment; its id. What invited there is used up. */
export async function admitted(
  deps: Pick<Deps, 'config' | 'database'>,
  invitations: Invitations,
  work: Work,
  { invitation }: Pick<SignUp, 'invitation'>,
  create: () => Promise<UserId>,
): Promise<UserId> {
  const policy = await admissionWithin(deps, work.db);
  if (policy === 'closed') throw refuse('sign_ups_closed');
  const id = await create();
  if (policy === 'invited') await invitations.enter(work, id, invitation ?? refuseUninvited());
  return id;
}

/** Undefined where nothing is repeated. Wrong passwords count as they do at signing in: who has the key has not the account. */
async function repeatSignUp(deps: Deps, input: SignUp, browser: Browser): Promise<SignedIn | undefined> {
  const id = repeatableIdOf(input);
  const made = id === undefined ? undefined : await findUser(deps.database.read, id);
  if (!made || isOver(made.created_at + repeatableFor, Date.now(), repeatableFor)) return undefined;
  try {
    return await signIn(deps, { identifier: input.email, password: input.password }, browser);
  } catch (failure) {
    if (failure instanceof Refusal && failure.code === 'wrong_credentials') return undefined;
    throw failure;
  }
}

// The id depends on the names too: other names under the same key make another account.
function repeatableIdOf({ idempotencyKey, username, email }: SignUp): UserId | undefined {
  return idempotencyKey === undefined ? undefined : repeatableId(`${usernameKey(username)} ${email.toLowerCase()}`, idempotencyKey);
}

async function idFor(db: Db, input: SignUp): Promise<UserId> {
  const id = repeatableIdOf(input);
  // A deleted account of this id may have rows left that a new one would inherit; an existing one was renamed since.
  return id === undefined || (await isBeingErased(db, id)) || (await findUser(db, id)) ? newId() : id;
}

/** The id of a new account. `hash` as by `hashPassword`, undefined for one without a password; throws what `takenBy` tells from other failures. */
export async function createAccount(
  db: Db,
  { username, email, avatar }: Pick<SignUp, 'username' | 'avatar'> & { email: string | null },
  hash?: string,
  id = newId<UserId>(),
): Promise<UserId> {
  const now = Date.now();
  await insertUser(db, {
    id,
    username,
    username_key: usernameKey(username),
    username_skeleton: usernameSkeleton(username),
    email: email?.toLowerCase() ?? id,
    avatar,
    created_at: now,
    updated_at: now,
  });
  if (hash !== undefined) await savePassword(db, id, hash);
  return id;
}
