import type { UserId } from '#shared/ids';
import { findUser } from '../../accounts/account-store.ts';
import type { Db, Work } from '../../database/database.ts';
import type { Deps } from '../../deps.ts';
import { refuse } from '../../errors/refusal.ts';
import { deleteJobsAbout } from '../../jobs/job-store.ts';
import type { Limits } from '../../limits/limits.ts';
import type { SessionCaller } from '../callers.ts';
import { endBeingGuest } from '../guests.ts';
import { countOwnGuess } from './password-guesses.ts';
import { askedByPerson, comparePassword } from './password-hash.ts';
import { deleteResetsFor } from './password-reset-store.ts';
import { findPassword, savePassword } from './password-store.ts';

/**
 * Asks a signed-in person for the password again. Wrong ones count by session, so that no stranger keeps them from it, and all by
 * account, since each costs a hash: throws `wrong_password`, or `too_many_attempts` whatever the password is. Returns what it was
 * compared with, for `refuseIfChanged`.
 */
export async function checkPassword({ database, limits }: Deps, caller: SessionCaller, password: string): Promise<string> {
  const { personId } = caller;
  const stored = await findPassword(database.read, personId);
  if (!stored && !(await findUser(database.read, personId))) throw refuse('no_user_logged_in');
  const isRight = await isOwnSecret(limits, caller, password, stored);
  // Without a password, each is wrong.
  if (!isRight || !stored) throw refuse('wrong_password');
  return stored.hash;
}

/**
 * Whether a signed-in person typed this password or code of theirs. Counted before it is checked: many at once would all be checked before the first has
 * failed. Throws `too_many_attempts`.
 */
export async function isOwnSecret(limits: Limits, { personId, sessionId }: SessionCaller, typed: string, kept: Secret): Promise<boolean> {
  const giveBack = await countOwnGuess(limits, sessionId);
  let isWrong = false;
  try {
    isWrong = !(await compare(limits, personId, typed, kept));
  } finally {
    if (!isWrong) await giveBack();
  }
  return !isWrong;
}

type Secret = Parameters<typeof comparePassword>[1];

async function compare({ passwordChecks }: Limits, userId: UserId, password: string, kept: Secret): Promise<boolean> {
  if (!(await passwordChecks.spend(userId))) throw refuse('too_many_attempts');
  try {
    return (await comparePassword(password, kept, askedByPerson(userId))).isRight;
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

/** Stores another password, or a code of recovery. No link that was mailed or is about to be opens the account any more. Whoever has one is no guest. */
export async function replacePassword(work: Work, userId: UserId, hash: string, isCode = false): Promise<void> {
  const { db } = work;
  await savePassword(db, userId, hash, isCode);
  await endBeingGuest(work, userId);
  await deleteResetsFor(db, userId);
  await deleteJobsAbout(db, userId, 'password_reset_mail');
}
