import type { Proof } from '#shared/accounts';
import type { PasskeyId, UserId } from '#shared/ids';
import { type MadePasskey, type MakingOptions, type OwnPasskeys, type Passkey, passkeyLimits } from '#shared/passkeys';
import { findUser } from '../../accounts/account-store.ts';
import { findAccount } from '../../accounts/accounts.ts';
import type { Db } from '../../database/database.ts';
import type { Tables } from '../../database/tables.ts';
import type { Deps } from '../../deps.ts';
import { refuse } from '../../errors/refusal.ts';
import { newId } from '../../ids/ids.ts';
import type { SessionCaller } from '../callers.ts';
import { endBeingGuest } from '../guests.ts';
import { findPassword } from '../passwords/password-store.ts';
import { termOf } from '../sessions/session-cookie.ts';
import { changeToken, expectSession } from '../sessions/sessions.ts';
import { makingOptionsOf } from './options.ts';
import {
  deletePasskey,
  findPasskeyHandle,
  insertPasskey,
  listPasskeys,
  renamePasskey as saveName,
  savePasskeyHandle,
  takeChallenge,
} from './passkey-store.ts';
import { firstNameOf } from './passkey-providers.ts';
import { checkProof } from './proofs.ts';
import { expectRelyingParty, type RelyingParty } from './relying-party.ts';
import { challengeIn, verifyMade } from './verifying.ts';

type Row = Tables['passkey'];

export async function ownPasskeys({ config, database }: Deps, userId: UserId): Promise<OwnPasskeys> {
  const party = expectRelyingParty(config);
  const [rows, userHandle, password] = [
    await listPasskeys(database.read, userId),
    await findPasskeyHandle(database.read, userId),
    await findPassword(database.read, userId),
  ];
  return {
    passkeys: rows.map((row) => viewOf(row, party)),
    userHandle: userHandle ?? null,
    rpId: party.id,
    hasPassword: password !== undefined,
  };
}

/** A way into the account is added by who proves that it is theirs: a thief of a session must not stay in by it. */
export async function challengeToAdd(
  deps: Deps,
  caller: SessionCaller,
  proof: Proof,
  cookieHeader: string | undefined,
): Promise<{ options: MakingOptions; cookie: string }> {
  const { config, database, passkeyChallenges } = deps;
  const party = expectRelyingParty(config);
  const confirm = await checkProof(deps, caller, proof, cookieHeader);
  await database.unitOfWork(({ db }) => confirm(db));
  const user = await findUser(database.read, caller.personId);
  if (!user) throw refuse('no_user_logged_in');
  const kept = await listPasskeys(database.read, user.id);
  if (kept.length >= passkeyLimits.perPerson) throw refuse('too_many_passkeys');
  const { challenge, userHandle, cookie } = passkeyChallenges.make(cookieHeader, await purposeOfAdding(database.read, caller));
  const known = await findPasskeyHandle(database.read, user.id);
  const options = makingOptionsOf(party, {
    challenge,
    userHandle: known ?? userHandle.toString('base64url'),
    username: user.username,
    kept,
  });
  return { options, cookie };
}

/** Ends with the session and with the password, and where another passkey was the first in between. */
async function purposeOfAdding(db: Db, { personId, sessionId }: SessionCaller): Promise<string> {
  const handle = (await findPasskeyHandle(db, personId)) ?? 'none yet';
  return `add ${sessionId} ${handle} ${(await findPassword(db, personId))?.hash ?? 'no password'}`;
}

interface Adding {
  made: MadePasskey;
  cookieHeader: string | undefined;
  /** As by `deviceName`. */
  device: string | null;
}

interface Added {
  passkey: Passkey;
  /** The `Set-Cookie` line of the session, which goes on under another token where a guest has kept their game. */
  cookie: string | undefined;
}

/** Adds a passkey. That of a guest keeps their game. */
export async function addPasskey(deps: Deps, caller: SessionCaller, { made, cookieHeader, device }: Adding): Promise<Added> {
  const { config, database, identity, passkeyChallenges } = deps;
  const party = expectRelyingParty(config);
  const { personId: userId } = caller;
  const purpose = await purposeOfAdding(database.read, caller);
  const challenge = passkeyChallenges.read(challengeIn(made.clientDataJSON), cookieHeader, purpose);
  const verified = challenge && (await verifyMade(party, made));
  if (!verified) throw refuse('passkey_refused');
  try {
    return await database.unitOfWork(async (work) => {
      const { db } = work;
      await database.lockPeople(db, [userId]);
      // A session that has ended meanwhile, as by a link of re-entry, must not make a way in.
      await expectSession(db, caller);
      if ((await purposeOfAdding(db, caller)) !== purpose) throw refuse('passkey_refused');
      if (!(await takeChallenge(db, challenge.hash, challenge.expiresAt))) throw refuse('passkey_refused');
      const kept = await listPasskeys(db, userId);
      if (kept.length >= passkeyLimits.perPerson) throw refuse('too_many_passkeys');
      const handle = await findPasskeyHandle(db, userId);
      if (handle === undefined) throw refuse('no_user_logged_in');
      if (handle === null) await savePasskeyHandle(db, userId, challenge.userHandle.toString('base64url'));
      const row: Row = {
        ...verified,
        id: newId(),
        user_id: userId,
        name: firstNameOf(verified.aaguid, device),
        created_at: Date.now(),
        last_used_at: null,
      };
      await insertPasskey(db, row);
      const passkey = viewOf(row, party);
      if (!(await endBeingGuest(work, userId))) return { passkey, cookie: undefined };
      const token = await changeToken(deps, work, caller, cookieHeader);
      const user = await findAccount(db, userId);
      if (!user) throw refuse('no_user_logged_in');
      return { passkey, cookie: identity.cookieOf(token, termOf(user)) };
    });
  } catch (failure) {
    if (database.classify(failure)?.unique?.table === 'passkey') throw refuse('passkey_known');
    throw failure;
  }
}

interface Chosen {
  userId: UserId;
  passkeyId: PasskeyId;
}

export async function renamePasskey({ config, database }: Deps, { userId, passkeyId: id }: Chosen, name: string): Promise<Passkey> {
  const party = expectRelyingParty(config);
  return await database.unitOfWork(async ({ db }) => {
    if (!(await saveName(db, { id, userId }, name))) throw refuse('passkey_not_found');
    const row = (await listPasskeys(db, userId)).find((one) => one.id === id);
    if (!row) throw refuse('passkey_not_found');
    return viewOf(row, party);
  });
}

/** Not the last way to sign in: one that was made for another address is none. */
export async function removePasskey({ config, database }: Deps, { userId, passkeyId: id }: Chosen): Promise<void> {
  const party = expectRelyingParty(config);
  await database.unitOfWork(async ({ db }) => {
    // Two at once must not each leave the other's.
    await database.lockPeople(db, [userId]);
    const passkeys = await listPasskeys(db, userId);
    const chosen = passkeys.find((one) => one.id === id);
    if (!chosen) throw refuse('passkey_not_found');
    const isWayIn = chosen.rp_id === party.id;
    const areOthers = passkeys.some((one) => one.id !== id && one.rp_id === party.id) || (await findPassword(db, userId)) !== undefined;
    if (isWayIn && !areOthers) throw refuse('last_way_in');
    await deletePasskey(db, { id, userId });
  });
}

function viewOf(row: Row, party: RelyingParty): Passkey {
  return {
    id: row.id,
    credentialId: row.credential_id,
    name: row.name,
    rpId: row.rp_id,
    isOfHere: row.rp_id === party.id,
    isSynced: row.backed_up === 1,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}
