import type { Account } from '#shared/accounts';
import type { KeepByEmail } from '#shared/guests';
import { findUser, saveEmail } from '../accounts/account-store.ts';
import { findAccount } from '../accounts/accounts.ts';
import { findCodeHash, isGuest, saveCodeHash } from '../accounts/guest-store.ts';
import { takenBy } from '../accounts/unique-failure.ts';
import type { Work } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../errors/refusal.ts';
import type { SessionCaller } from '../identity/callers.ts';
import { isEasyPassword } from '../identity/passwords/easy-passwords.ts';
import { askedByPerson, hashPassword } from '../identity/passwords/password-hash.ts';
import { isOwnSecret, replacePassword } from '../identity/passwords/passwords.ts';
import { newRecoveryCode, readRecoveryCode } from '../identity/passwords/recovery-code.ts';
import type { Browser } from '../identity/sessions/browser.ts';
import { termOf } from '../identity/sessions/session-cookie.ts';
import { changeToken } from '../identity/sessions/sessions.ts';

export interface Kept {
  user: Account;
  /** The `Set-Cookie` line of the session, which goes on under another token. */
  cookie: string;
}

/** Keeps the game of a guest by an address and a password. */
export async function keepByEmail(deps: Deps, caller: SessionCaller, { email, password }: KeepByEmail, browser: Browser): Promise<Kept> {
  const { database, limits } = deps;
  const { personId } = caller;
  // As for signing up: once it is spent, nobody learns whether an address is taken (decision D9).
  if (!(await limits.signUps.spend(browser.address))) throw refuse('too_many_attempts');
  const user = await findUser(database.read, personId);
  if (!user) throw refuse('no_user_logged_in');
  if (!(await isGuest(database.read, personId))) throw refuse('already_kept');
  if (await isEasyPassword(password, { username: user.username, email })) throw refuse('password_too_easy', 'password');
  const hash = await hashPassword(password, askedByPerson(personId));
  try {
    return await keep(deps, caller, browser, async (work) => {
      await saveEmail(work.db, personId, email);
      await replacePassword(work, personId, hash);
    });
  } catch (failure) {
    throw takenBy(database, failure) ?? failure;
  }
}

/** A code of recovery, which replaces an earlier one. It opens nothing until it was typed back. */
export async function showCode({ database, limits }: Deps, { personId }: SessionCaller): Promise<{ code: string }> {
  if (!(await isGuest(database.read, personId))) throw refuse('already_kept');
  if (!(await limits.passwordChecks.spend(personId))) throw refuse('too_many_attempts');
  const code = newRecoveryCode();
  const hash = await hashPassword(readRecoveryCode(code), askedByPerson(personId));
  await database.unitOfWork(async ({ db }) => {
    if (!(await saveCodeHash(db, personId, hash))) throw refuse('already_kept');
  });
  return { code };
}

/** Keeps the game of a guest by the code that they were shown. Wrong ones are counted as wrong passwords of a signed-in person are (S2). */
export async function keepByCode(deps: Deps, caller: SessionCaller, typed: string, browser: Browser): Promise<Kept> {
  const { database, limits } = deps;
  const { personId } = caller;
  const hash = await findCodeHash(database.read, personId);
  if (hash === undefined) throw refuse('already_kept');
  const isRight = await isOwnSecret(limits, caller, typed, hash === null ? undefined : { hash, is_code: 1 });
  if (!isRight || hash === null) throw refuse('recovery_code_wrong', 'code');
  return await keep(deps, caller, browser, async (work) => {
    const now = await findCodeHash(work.db, personId);
    if (now === undefined) throw refuse('already_kept');
    // Another one was shown meanwhile.
    if (now !== hash) throw refuse('recovery_code_wrong', 'code');
    await replacePassword(work, personId, hash, true);
  });
}

async function keep(deps: Deps, caller: SessionCaller, { cookieHeader }: Browser, store: (work: Work) => Promise<void>): Promise<Kept> {
  const { database, identity } = deps;
  return await database.unitOfWork(async (work) => {
    const { db } = work;
    await database.lockPeople(db, [caller.personId]);
    const token = await changeToken(deps, work, caller, cookieHeader);
    if (!(await isGuest(db, caller.personId))) throw refuse('already_kept');
    await store(work);
    const user = await findAccount(db, caller.personId);
    if (!user) throw refuse('no_user_logged_in');
    return { user, cookie: identity.cookieOf(token, termOf(user)) };
  });
}
