import { usernameKey } from '#shared/account-rules';
import type { SignUpFields, SignUpWithPasskey } from '#shared/accounts';
import type { MakingOptions } from '#shared/passkeys';
import type { Deps } from '../../deps.ts';
import { refuse } from '../../errors/refusal.ts';
import { newId } from '../../ids/ids.ts';
import { findAccount } from '../../accounts/accounts.ts';
import { takenBy } from '../../accounts/unique-failure.ts';
import { expectAdmission, type Invitations } from '../admission.ts';
import { admitted, createAccount, expectFree } from '../sign-up.ts';
import type { Browser } from '../sessions/browser.ts';
import { type SignedIn, startSession } from '../sessions/sessions.ts';
import { firstNameOf } from './passkey-providers.ts';
import { insertPasskey, savePasskeyHandle, takeChallenge } from './passkey-store.ts';
import { makingOptionsOf } from './options.ts';
import { expectRelyingParty } from './relying-party.ts';
import { challengeIn, verifyMade } from './verifying.ts';

// A name and an address that were free then may be taken since; what is made must be of what was looked at.
const purposeOf = ({ username, email }: SignUpFields) => `sign up ${usernameKey(username)} ${email.toLowerCase()}`;

/** A challenge for the first passkey of a new account. What would be refused anyway is refused before a device makes one in vain. */
export async function challengeToSignUp(
  deps: Deps,
  invitations: Invitations,
  input: SignUpFields,
  { address, cookieHeader }: Pick<Browser, 'address' | 'cookieHeader'>,
): Promise<{ options: MakingOptions; cookie: string }> {
  const party = expectRelyingParty(deps.config);
  // As for signing up itself: once it is spent, nobody learns whether a name or an e-mail is taken (decision D9).
  if (!(await deps.limits.signUps.spend(address))) throw refuse('too_many_attempts');
  await expectAdmission(deps, invitations, input.invitation, address);
  await expectFree(deps.database.read, input);
  const { challenge, userHandle, cookie } = deps.passkeyChallenges.make(cookieHeader, purposeOf(input));
  const { username } = input;
  return { options: makingOptionsOf(party, { challenge, userHandle: userHandle.toString('base64url'), username, kept: [] }), cookie };
}

/** Makes an account that a passkey opens, and no password, and signs it in. */
export async function signUpByPasskey(
  deps: Deps,
  invitations: Invitations,
  { passkey: made, ...input }: SignUpWithPasskey,
  browser: Browser,
): Promise<SignedIn> {
  const { config, database, limits, passkeyChallenges } = deps;
  const party = expectRelyingParty(config);
  if (!(await limits.signUps.spend(browser.address))) throw refuse('too_many_attempts');
  await expectAdmission(deps, invitations, input.invitation, browser.address);
  await expectFree(database.read, input);
  const challenge = passkeyChallenges.read(challengeIn(made.clientDataJSON), browser.cookieHeader, purposeOf(input));
  const verified = challenge && (await verifyMade(party, made));
  if (!verified) throw refuse('passkey_refused');
  try {
    return await database.unitOfWork(async (work) => {
      const { db } = work;
      if (!(await takeChallenge(db, challenge.hash, challenge.expiresAt))) throw refuse('passkey_refused');
      const id = await admitted(deps, invitations, work, input, () => createAccount(db, input));
      await savePasskeyHandle(db, id, challenge.userHandle.toString('base64url'));
      const name = firstNameOf(verified.aaguid, browser.device);
      await insertPasskey(db, { ...verified, id: newId(), user_id: id, name, created_at: Date.now(), last_used_at: null });
      const user = await findAccount(db, id);
      if (!user) throw refuse('profile_failed');
      return await startSession(deps, work, user, browser);
    });
  } catch (failure) {
    if (database.classify(failure)?.unique?.table === 'passkey') throw refuse('passkey_refused');
    throw takenBy(database, failure) ?? failure;
  }
}
