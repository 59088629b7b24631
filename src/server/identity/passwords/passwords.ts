import type * as z from 'zod/mini';
import type { changePassword as changePasswordSchema } from '#shared/accounts';
import type { UserId } from '#shared/ids';
import type { Db, Transaction } from '../../database/database.ts';
import type { Deps } from '../../deps.ts';
import { refuse } from '../../errors/refusal.ts';
import { deleteJobsAbout } from '../../jobs/job-store.ts';
import type { Limits } from '../../limits/limits.ts';
import { isEasyPassword } from './easy-passwords.ts';
import type { SessionCaller } from '../callers.ts';
import { countOwnGuess } from './password-guesses.ts';
import { askedByPerson, comparePassword, hashPassword } from './password-hash.ts';
import { deleteResetsFor } from './password-reset-store.ts';
import { findPassword, savePassword } from './password-store.ts';
import { changeSessionToken } from '../sessions/session-store.ts';
import { endSessions } from '../sessions/sessions.ts';
import { newToken, tokenHash } from '../../ids/tokens.ts';

/**
 * Asks a signed-in person for the password again. Wrong ones count by session, so that no stranger keeps them from it, and all by
 * account, since each costs a hash: throws `wrong_password`, or `too_many_attempts` whatever the password is. Returns what it was
 * compared with, for `refuseIfChanged`.
 */
export async function checkPassword({ database, limits }: Deps, { personId, sessionId }: SessionCaller, password: string): Promise<string> {
  const stored = await findPassword(database.read, personId);
  if (!stored) throw refuse('no_user_logged_in');
  // Counted before the password is checked: many at once would all be checked before the first has failed.
  const giveBack = await countOwnGuess(limits, sessionId);
  let isWrong = false;
  try {
    isWrong = !(await compare(limits, personId, password, stored.hash));
  } finally {
    if (!isWrong) await giveBack();
  }
  if (isWrong) throw refuse('wrong_password');
  return stored.hash;
}

async function compare({ passwordChecks }: Limits, userId: UserId, password: string, hash: string): Promise<boolean> {
  if (!(await passwordChecks.spend(userId))) throw refuse('too_many_attempts');
  try {
    return (await comparePassword(password, hash, askedByPerson(userId))).isRight;
  } catch (failure) {
    // The hash queue refused the task.
    await passwordChecks.giveBack(userId);
    throw failure;
  }
}

/**
 * Within the transaction that the password was asked for: a change in the same session, which goes on, may have come between. What was
 * checked against the old password then counts no more, or whoever has a copy of the cookie and the old one could undo the change.
 */
export async function refuseIfChanged(db: Db, userId: UserId, checkedHash: string): Promise<void> {
  if ((await findPassword(db, userId))?.hash !== checkedHash) throw refuse('wrong_password');
}

/**
 * Gives a signed-in person another password and signs them out everywhere else. The present session goes on under another
 * token, so that a copy of its cookie is worth nothing either; the `Set-Cookie` line of the new one. Other devices are known no more.
 */
export async function changePassword(
  deps: Deps,
  caller: SessionCaller,
  { currentPassword, newPassword }: z.output<typeof changePasswordSchema>,
  cookieHeader: string | undefined,
): Promise<string> {
  const { database, devices, identity } = deps;
  const { personId: id, sessionId } = caller;
  const checkedHash = await checkPassword(deps, caller, currentPassword);
  const owner = await findPassword(database.read, id);
  if (!owner) throw refuse('no_user_logged_in');
  if (await isEasyPassword(newPassword, owner)) throw refuse('password_too_easy', 'newPassword');
  const hash = await hashPassword(newPassword, askedByPerson(id));
  const token = newToken();
  await database.unitOfWork(async (work) => {
    await database.lockPeople(work.db, [id]);
    // A reset has ended this session while the password was checked: its holder may no longer change anything.
    if (!(await changeSessionToken(work.db, sessionId, tokenHash(token)))) throw refuse('no_user_logged_in');
    await refuseIfChanged(work.db, id, checkedHash);
    await replacePassword(work, id, hash);
    await endSessions(work, id, sessionId);
    await devices.forget(work.db, id, cookieHeader);
  });
  return identity.cookieOf(token, owner.essential_cookies === 1);
}

/** Stores another password. No link that was mailed or is about to be opens the account any more. */
export async function replacePassword({ db }: Transaction, userId: UserId, hash: string): Promise<void> {
  await savePassword(db, userId, hash);
  await deleteResetsFor(db, userId);
  await deleteJobsAbout(db, userId, 'password_reset_mail');
}
