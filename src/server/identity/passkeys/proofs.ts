import type { Proof } from '#shared/accounts';
import type { UserId } from '#shared/ids';
import type { UsedPasskey, UsingOptions } from '#shared/passkeys';
import { isGuest } from '../../accounts/guest-store.ts';
import type { Db } from '../../database/database.ts';
import type { Deps } from '../../deps.ts';
import { refuse } from '../../errors/refusal.ts';
import type { SessionCaller } from '../callers.ts';
import { countOwnGuess } from '../passwords/password-guesses.ts';
import { checkPassword, refuseIfChanged } from '../passwords/passwords.ts';
import { findPasskeyBy, listPasskeys, saveUse, takeChallenge } from './passkey-store.ts';
import { usingOptionsOf } from './options.ts';
import { expectRelyingParty } from './relying-party.ts';
import { challengeIn, hasFallen, verifyUsed } from './verifying.ts';

/** A challenge by which a signed-in person proves with one of their passkeys who they are, in this session. */
export async function challengeToProve(
  { config, database, passkeyChallenges }: Deps,
  { personId, sessionId }: SessionCaller,
  cookieHeader: string | undefined,
): Promise<{ options: UsingOptions; cookie: string }> {
  const party = expectRelyingParty(config);
  const { challenge, cookie } = passkeyChallenges.make(cookieHeader, purposeIn(sessionId));
  return { options: usingOptionsOf(party, challenge, await listPasskeys(database.read, personId)), cookie };
}

const purposeIn = (sessionId: string) => `prove ${sessionId}`;

/**
 * Asks a signed-in person for their password or one of their passkeys, and a guest, who has neither, for nothing more. Throws as `checkPassword` does, and
 * `passkey_refused`. What it returns
 * is called in the transaction that was asked for: it refuses what has changed since, and uses the challenge up.
 */
export async function checkProof(
  deps: Deps,
  caller: SessionCaller,
  { password, passkey }: Proof,
  cookieHeader: string | undefined,
): Promise<(db: Db) => Promise<void>> {
  if (passkey !== undefined) return await checkPasskey(deps, caller, passkey, cookieHeader);
  if (password === undefined) {
    // Before anything is locked for it, and again then.
    await expectGuest(deps.database.read, caller.personId);
    return (db) => expectGuest(db, caller.personId);
  }
  const hash = await checkPassword(deps, caller, password);
  return (db) => refuseIfChanged(db, caller.personId, hash);
}

async function expectGuest(db: Db, userId: UserId): Promise<void> {
  if (!(await isGuest(db, userId))) throw refuse('password_required', 'password');
}

async function checkPasskey(
  { config, database, limits, passkeyChallenges }: Deps,
  { personId, sessionId }: SessionCaller,
  used: UsedPasskey,
  cookieHeader: string | undefined,
): Promise<(db: Db) => Promise<void>> {
  const party = expectRelyingParty(config);
  // As wrong passwords do, and together with them.
  const giveBack = await countOwnGuess(limits, sessionId);
  const challenge = passkeyChallenges.read(challengeIn(used.clientDataJSON), cookieHeader, purposeIn(sessionId));
  const kept = challenge && (await findPasskeyBy(database.read, used.id));
  const isOwn = kept !== undefined && kept.user_id === personId && [undefined, kept.passkey_handle].includes(used.userHandle);
  const use = isOwn ? await verifyUsed(party, used, kept) : undefined;
  if (!challenge || !kept || !use) throw refuse('passkey_refused');
  await giveBack();
  return async (db) => {
    const now = await findPasskeyBy(db, used.id);
    if (now?.user_id !== personId || hasFallen(now.counter, use.counter)) throw refuse('passkey_refused');
    if (!(await takeChallenge(db, challenge.hash, challenge.expiresAt))) throw refuse('passkey_refused');
    await saveUse(db, now.id, { ...use, counter: Math.max(now.counter, use.counter) });
  };
}
