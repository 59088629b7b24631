import type * as z from 'zod/mini';
import { usernameKey } from '#shared/account-rules';
import type { askForReset as askForResetSchema, resetPassword as resetPasswordSchema } from '#shared/accounts';
import type { Deps } from '../../deps.ts';
import { refuse } from '../../errors/refusal.ts';
import { emailOf, findUser, findUserByEmail } from '../../accounts/account-store.ts';
import { isEasyPassword } from './easy-passwords.ts';
import { countGuess, forgetGuesses } from './password-guesses.ts';
import { askedFrom, comparePassword, hashPassword } from './password-hash.ts';
import { findReset, insertReset, takeReset } from './password-reset-store.ts';
import { findPassword } from './password-store.ts';
import { replacePassword } from './passwords.ts';
import { endSessions } from '../sessions/sessions.ts';
import { tokenHash } from '../../ids/tokens.ts';

/**
 * Has a link mailed to the owner of an account. Says that there is none (decision D9), behind limits of its own: those of wrong
 * passwords must not keep the owner out. `address` is where the call came from.
 */
export async function askForReset(
  { database, limits }: Deps,
  { email }: z.output<typeof askForResetSchema>,
  address: string,
): Promise<void> {
  // The address first: once it is exhausted, its tries no longer count against any account.
  if (!(await limits.resetMailsByAddress.spend(address))) throw refuse('too_many_attempts');
  if (!(await limits.resetMails.spend(email.toLowerCase()))) throw refuse('too_many_attempts');
  const user = await findUserByEmail(database.read, email);
  if (!user) throw refuse('email_unknown', 'email');
  await database.unitOfWork(async (work) => {
    await database.lockPeople(work.db, [user.id]);
    // The account may have been deleted since.
    if (await findUser(work.db, user.id)) work.record({ type: 'reset_requested', userId: user.id });
  });
}

/**
 * Chooses another password with the token of a link, and signs out everywhere. All links of the person end by it; one that is
 * used up, expired, forged or cut short is the same `reset_link_invalid`; but the very same call is answered again for a while. `address` as above. All devices are forgotten but this
 * one: who has the mail gets in here, whatever strangers guess meanwhile; the `Set-Cookie` line that it is known by.
 */
export async function resetPassword(deps: Deps, input: z.output<typeof resetPasswordSchema>, from: ResetCaller): Promise<string> {
  if (!(await deps.limits.resets.spend(from.address))) throw refuse('too_many_attempts');
  const deviceLine = (await useLink(deps, input, from)) ?? (await repeatReset(deps, input, from));
  if (deviceLine === undefined) throw refuse('reset_link_invalid');
  return deviceLine;
}

interface ResetCaller {
  address: string;
  cookieHeader: string | undefined;
}

/** Undefined where the link opens nothing, or nothing any more. */
async function useLink(
  { database, devices, limits }: Deps,
  { token, password }: z.output<typeof resetPasswordSchema>,
  { address, cookieHeader }: ResetCaller,
): Promise<string | undefined> {
  const link = tokenHash(token);
  const owner = await findReset(database.read, link);
  if (!owner) return undefined;
  if (await isEasyPassword(password, { username: owner.username, email: emailOf(owner) })) throw refuse('password_too_easy', 'password');
  const hash = await hashPassword(password, askedFrom(address));
  const deviceLine = await database.unitOfWork(async (work) => {
    await database.lockPeople(work.db, [owner.id]);
    if (!(await takeReset(work.db, link))) return undefined;
    await replacePassword(work, owner.id, hash);
    await insertReset(work.db, { token_hash: usedMark(link), user_id: owner.id, expires_at: Date.now() + repeatableFor });
    await endSessions(work, owner.id);
    await devices.forget(work.db, owner.id);
    return await devices.remember(work.db, cookieHeader, owner.id, owner.essential_cookies === 1);
  });
  // The guessed password no longer exists.
  if (deviceLine !== undefined) await forgetGuesses(limits, owner.id, [usernameKey(owner.username), emailOf(owner) ?? []].flat());
  return deviceLine;
}

/** In milliseconds: how long the reply to a reset can be asked for again. */
const repeatableFor = 10 * 60 * 1000;

// No hash of a token looks like it, so that it opens nothing. It goes with the password.
function usedMark(link: string): string {
  return `used ${link}`;
}

/** Repeats a reset whose reply was lost: same link, same password. Undefined for any other. A wrong password counts as a stranger's guess. */
async function repeatReset(
  { database, devices, limits }: Deps,
  { token, password }: z.output<typeof resetPasswordSchema>,
  { address, cookieHeader }: ResetCaller,
): Promise<string | undefined> {
  const owner = await findReset(database.read, usedMark(tokenHash(token)));
  const kept = owner && (await findPassword(database.read, owner.id));
  if (!kept) return undefined;
  const guess = await countGuess(limits, {
    identifier: emailOf(owner) ?? usernameKey(owner.username),
    userId: owner.id,
    address,
    device: undefined,
  });
  let isWrong = false;
  try {
    isWrong = !guess.mayBeChecked || !(await comparePassword(password, kept, askedFrom(address))).isRight;
  } finally {
    if (!isWrong) await guess.giveBack();
  }
  if (isWrong) return undefined;
  return await database.unitOfWork(async ({ db }) => {
    await database.lockPeople(db, [owner.id]);
    if ((await findPassword(db, owner.id))?.hash !== kept.hash) return undefined;
    return await devices.remember(db, cookieHeader, owner.id, owner.essential_cookies === 1);
  });
}
