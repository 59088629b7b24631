import type * as z from 'zod/mini';
import type { changePassword as changePasswordSchema } from '#shared/accounts';
import { findUser } from '../../accounts/account-store.ts';
import type { Deps } from '../../deps.ts';
import { refuse } from '../../errors/refusal.ts';
import { newToken, tokenHash } from '../../ids/tokens.ts';
import type { SessionCaller } from '../callers.ts';
import { checkProof } from '../passkeys/proofs.ts';
import { changeSessionToken } from '../sessions/session-store.ts';
import { endSessions } from '../sessions/sessions.ts';
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
  const { database, devices, identity } = deps;
  const { personId: id, sessionId } = caller;
  const confirm = await checkProof(deps, caller, { password, passkey }, cookieHeader);
  const owner = await findUser(database.read, id);
  if (!owner) throw refuse('no_user_logged_in');
  if (await isEasyPassword(newPassword, owner)) throw refuse('password_too_easy', 'newPassword');
  const hash = await hashPassword(newPassword, askedByPerson(id));
  const token = newToken();
  await database.unitOfWork(async (work) => {
    await database.lockPeople(work.db, [id]);
    // A reset has ended this session while the password was checked: its holder may no longer change anything.
    if (!(await changeSessionToken(work.db, sessionId, tokenHash(token)))) throw refuse('no_user_logged_in');
    await confirm(work.db);
    await replacePassword(work, id, hash);
    await endSessions(work, id, sessionId);
    await devices.forget(work.db, id, cookieHeader);
  });
  return identity.cookieOf(token, owner.essential_cookies === 1);
}
