import type { Account, SignUpPolicy } from '#shared/accounts';
import type { Deps } from '../deps.ts';
import { findAccount } from '../accounts/accounts.ts';
import { signUpPolicyNow } from './admission.ts';
import type { SessionCaller } from './callers.ts';
import { termOf } from './sessions/session-cookie.ts';

/**
 * The account of a session, with the `Set-Cookie` lines that keep session and device alive; null for a visitor, or when the account is
 * gone. What cannot be written now is renewed another time.
 */
export async function showSession(
  deps: Deps,
  caller: SessionCaller | null,
  cookieHeader: string | undefined,
): Promise<{ user: Account | null; signUps: SignUpPolicy; cookies: string[] }> {
  const { config, database, devices, identity } = deps;
  const user = caller && (await findAccount(database.read, caller.personId));
  if (!user) return { user: null, signUps: await signUpPolicyNow(deps), cookies: [] };
  const { signUps } = config;
  const term = termOf(user);
  const { lasts } = term;
  const session = await identity.renew(cookieHeader, term);
  if (session === undefined) return { user, signUps, cookies: [] };
  const device = lasts ? await devices.renew(cookieHeader, user.id) : devices.cookieAgain(cookieHeader, false);
  return { user, signUps, cookies: device === undefined ? [session] : [session, device] };
}
