import type * as z from 'zod/mini';
import { usernameKey } from '#shared/account-rules';
import type { askForReset as askForResetSchema, resetPassword as resetPasswordSchema } from '#shared/accounts';
import type { Deps } from '../../deps.ts';
import { refuse } from '../../errors/refusal.ts';
import { queueMail } from '../../mail/mail-delivery.ts';
import { findUserByEmail } from '../account-store.ts';
import { isEasyPassword } from './easy-passwords.ts';
import { forgetGuesses } from './password-guesses.ts';
import { askedFrom, hashPassword } from './password-hash.ts';
import { findReset, takeReset } from './password-reset-store.ts';
import { replacePassword } from './passwords.ts';
import { endSessions } from '../sessions/sessions.ts';
import { tokenHash } from '../tokens.ts';

/**
 * Has a link mailed to the owner of an account. Says that there is none (decision D9), behind limits of its own: those of wrong
 * passwords must not keep the owner out. `address` is where the call came from.
 */
export async function askForReset(
  { database, limits, mail }: Deps,
  { email }: z.output<typeof askForResetSchema>,
  address: string,
): Promise<void> {
  // The address first: once it is exhausted, its tries no longer count against any account.
  if (!(await limits.resetMailsByAddress.spend(address))) throw refuse('too_many_attempts');
  if (!(await limits.resetMails.spend(email.toLowerCase()))) throw refuse('too_many_attempts');
  const user = await findUserByEmail(database.read, email);
  if (!user) throw refuse('email_unknown', 'email');
  await database.unitOfWork((work) => queueMail(work, mail, { kind: 'password_reset', userId: user.id }));
}

/**
 * Chooses another password with the token of a link, and signs out everywhere. All links of the person end by it; one that is
 * used up, expired, forged or cut short is the same `reset_link_invalid`. `address` as above. All devices are forgotten but this
 * one: who has the mail gets in here, whatever strangers guess meanwhile; the `Set-Cookie` line that it is known by.
 */
export async function resetPassword(
  { database, devices, limits, liveFeed }: Deps,
  { token, password }: z.output<typeof resetPasswordSchema>,
  { address, cookieHeader }: { address: string; cookieHeader: string | undefined },
): Promise<string> {
  if (!(await limits.resets.spend(address))) throw refuse('too_many_attempts');
  const link = tokenHash(token);
  const owner = await findReset(database.read, link);
  if (!owner) throw refuse('reset_link_invalid');
  if (await isEasyPassword(password, owner)) throw refuse('password_too_easy', 'password');
  const hash = await hashPassword(password, askedFrom(address));
  const deviceLine = await database.unitOfWork(async (work) => {
    await database.lockPeople(work.db, [owner.id]);
    if (!(await takeReset(work.db, link))) throw refuse('reset_link_invalid');
    await replacePassword(work, owner.id, hash);
    await endSessions(work, liveFeed, owner.id);
    await devices.forget(work.db, owner.id);
    return await devices.remember(work.db, cookieHeader, owner.id, owner.essential_cookies === 1);
  });
  // What was guessed at is no more.
  await forgetGuesses(limits, owner.id, [usernameKey(owner.username), owner.email]);
  return deviceLine;
}
