import { usernameKey } from '#shared/account-rules';
import type { SignUp } from '#shared/accounts';
import type { Db } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../errors/refusal.ts';
import { newId } from '../ids.ts';
import { findUserByEmail, findUserByLook, findUserByName, insertUser } from './account-store.ts';
import { findAccount } from './accounts.ts';
import { isEasyPassword } from './passwords/easy-passwords.ts';
import { askedFrom, hashPassword } from './passwords/password-hash.ts';
import { insertPassword } from './passwords/password-store.ts';
import type { Caller } from './sessions/caller.ts';
import { type SignedIn, startSession } from './sessions/sessions.ts';
import { takenBy } from './unique-failure.ts';
import { usernameSkeleton } from './username-skeleton.ts';

/** Makes an account and signs it in. */
export async function signUp(deps: Deps, input: SignUp, caller: Caller): Promise<SignedIn> {
  const { database, limits } = deps;
  // Before any lookup: once the limit is reached, nobody learns whether a name or an e-mail is taken (decision D9).
  if (!(await limits.signUps.spend(caller.address))) throw refuse('too_many_attempts');
  if (await isEasyPassword(input.password, input)) throw refuse('password_too_easy', 'password');
  if (await findUserByName(database.read, usernameKey(input.username))) throw refuse('username_taken', 'username');
  if (await findUserByLook(database.read, usernameSkeleton(input.username))) throw refuse('username_taken', 'username');
  if (await findUserByEmail(database.read, input.email)) throw refuse('email_taken', 'email');
  const hash = await hashPassword(input.password, askedFrom(caller.address));
  try {
    return await database.unitOfWork(async (work) => {
      const user = await findAccount(work.db, await createAccount(work.db, input, hash));
      if (!user) throw refuse('profile_failed');
      return await startSession(deps, work, user, caller);
    });
  } catch (failure) {
    // Taken since it was looked up.
    throw takenBy(database, failure) ?? failure;
  }
}

/** The id of a new account. `hash` as by `hashPassword`; throws what `takenBy` tells from other failures. */
export async function createAccount(
  db: Db,
  { username, email, avatar }: Pick<SignUp, 'username' | 'email' | 'avatar'>,
  hash: string,
): Promise<string> {
  const id = newId();
  const now = Date.now();
  await insertUser(db, {
    id,
    username,
    username_key: usernameKey(username),
    username_skeleton: usernameSkeleton(username),
    email: email.toLowerCase(),
    avatar,
    created_at: now,
    updated_at: now,
  });
  await insertPassword(db, id, hash);
  return id;
}
