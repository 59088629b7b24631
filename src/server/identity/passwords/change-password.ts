import type * as z from 'zod/mini';
import type { changePassword as changePasswordSchema } from '#shared/accounts';
import { emailOf, findUser } from '../../accounts/account-store.ts';
import type { Deps } from '../../deps.ts';
import { refuse } from '../../errors/refusal.ts';
import type { SessionCaller } from '../callers.ts';
import { checkProof } from '../passkeys/proofs.ts';
import { changeToken } from '../sessions/sessions.ts';
import { isEasyPassword } from './easy-passwords.ts';
import { askedByPerson, hashPassword } from './password-hash.ts';
import { replacePassword } from './passwords.ts';

/**
 * Gives a signed-in person another password and signs them out everywhere else. The present session goes on under another
 * token, so that a copy of its cookie is worth nothing either; the `Set-Cookie` line of the new one. Other devices are known no more.
 */
export async function changePassword(
  deps: Deps,
  caller: SessionCaller,
  { currentPassword: password, passkey, newPassword }: z.output<typeof changePasswordSchema>,
  cookieHeader: string | undefined,
): Promise<string> {
  const { database, identity } = deps;
  const { personId: id } = caller;
  const confirm = await checkProof(deps, caller, { password, passkey }, cookieHeader);
  const owner = await findUser(database.read, id);
  if (!owner) throw refuse('no_user_logged_in');
  if (await isEasyPassword(newPassword, { username: owner.username, email: emailOf(owner) }))
    throw refuse('password_too_easy', 'newPassword');
  const hash = await hashPassword(newPassword, askedByPerson(id));
  const token = await database.unitOfWork(async (work) => {
    await database.lockPeople(work.db, [id]);
    // A reset may have ended this session while the password was checked: its holder may no longer change anything.
    const next = await changeToken(deps, work, caller, cookieHeader);
    await confirm(work.db);
    await replacePassword(work, id, hash);
    return next;
  });
  return identity.cookieOf(token, { lasts: owner.essential_cookies === 1, isGuest: false });
}
