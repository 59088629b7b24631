import type { UsedPasskey, UsingOptions } from '#shared/passkeys';
import { findAccount } from '../../accounts/accounts.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuse } from '../../errors/refusal.ts';
import type { Browser } from '../sessions/browser.ts';
import { type SignedIn, startSession } from '../sessions/sessions.ts';
import { findPasskeyBy, saveUse, takeChallenge } from './passkey-store.ts';
import { usingOptionsOf } from './options.ts';
import { expectRelyingParty } from './relying-party.ts';
import { challengeIn, hasFallen, verifyUsed } from './verifying.ts';

const purpose = 'sign in';

/** A challenge to sign in with. Nobody says who they are, so nothing in it can tell who has an account (decision D9). */
export async function challengeToSignIn(
  { config, limits, passkeyChallenges }: Deps,
  { address, cookieHeader }: Pick<Browser, 'address' | 'cookieHeader'>,
): Promise<{ options: UsingOptions; cookie: string }> {
  const party = expectRelyingParty(config);
  if (!(await limits.passkeyChallenges.spend(address))) throw refuse('too_many_attempts');
  const { challenge, cookie } = passkeyChallenges.make(cookieHeader, purpose);
  return { options: usingOptionsOf(party, challenge, []), cookie };
}

/** Signs in by a passkey. Refused ones count by address; a right one costs no attempt. */
export async function signInByPasskey(deps: Deps, used: UsedPasskey, browser: Browser): Promise<SignedIn> {
  const { config, limits } = deps;
  expectRelyingParty(config);
  if (!(await limits.wrongPasskeys.spend(browser.address))) throw refuse('too_many_attempts');
  let isWrong = false;
  try {
    return await signInAs(deps, used, browser);
  } catch (failure) {
    isWrong = failure instanceof Refusal && (failure.code === 'passkey_refused' || failure.code === 'passkey_unknown');
    throw failure;
  } finally {
    if (!isWrong) await limits.wrongPasskeys.giveBack(browser.address);
  }
}

async function signInAs(deps: Deps, used: UsedPasskey, browser: Browser): Promise<SignedIn> {
  const { config, database, limits, passkeyChallenges } = deps;
  const party = expectRelyingParty(config);
  const challenge = passkeyChallenges.read(challengeIn(used.clientDataJSON), browser.cookieHeader, purpose);
  // First: an id that nobody has is called unknown only to whoever was asked for one.
  if (!challenge) throw refuse('passkey_refused');
  const kept = await findPasskeyBy(database.read, used.id);
  if (!kept) throw refuse('passkey_unknown');
  const use = used.userHandle === kept.passkey_handle ? await verifyUsed(party, used, kept) : undefined;
  if (!use) throw refuse('passkey_refused');
  const userId = kept.user_id;
  if (!(await limits.signIns.spend(userId))) throw refuse('too_many_attempts');
  let signedIn: SignedIn | undefined;
  try {
    signedIn = await database.unitOfWork(async (work) => {
      const { db } = work;
      await database.lockPeople(db, [userId]);
      const now = await findPasskeyBy(db, used.id);
      const user = await findAccount(db, userId);
      // Removed, or the account deleted, while the signature was looked at.
      if (!now || !user) throw refuse('passkey_unknown');
      if (hasFallen(now.counter, use.counter)) throw refuse('passkey_refused');
      if (!(await takeChallenge(db, challenge.hash, challenge.expiresAt))) throw refuse('passkey_refused');
      await saveUse(db, now.id, { ...use, counter: Math.max(now.counter, use.counter) });
      return await startSession(deps, work, user, browser);
    });
    return signedIn;
  } finally {
    if (!signedIn) await limits.signIns.giveBack(userId);
  }
}
