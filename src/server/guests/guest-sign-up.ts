import { accountLimits, isUsername, usernameKey } from '#shared/account-rules';
import type { SignUpGuest } from '#shared/accounts';
import { isOver } from '#shared/clock-rules';
import type { UserId } from '#shared/ids';
import { listNamesAmong } from '../accounts/account-store.ts';
import { findAccount } from '../accounts/accounts.ts';
import { insertGuest, isGuest } from '../accounts/guest-store.ts';
import { takenBy } from '../accounts/unique-failure.ts';
import type { Db } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../errors/refusal.ts';
import { newId, repeatableId } from '../ids/ids.ts';
import { tokenHash } from '../ids/tokens.ts';
import { usernameSkeleton } from '../ids/username-skeleton.ts';
import type { Browser } from '../identity/sessions/browser.ts';
import { endSessions, type SignedIn, startSession } from '../identity/sessions/sessions.ts';
import { admitsGuests } from '../identity/admission.ts';
import { createAccount, repeatableFor } from '../identity/sign-up.ts';
import { findLinkedBoard } from '../membership/single-link-store.ts';
import { enterByLink, limitGuesses } from '../membership/single-links.ts';
import { expectNoGameHere } from './keep-guests-out.ts';

/** Others may take the same name at the same time, each a number at most. */
const tries = 10;

/** Makes an account of a first name and a face, which uses up a link for one person, and signs it in. The same again under the same key signs in to it. */
export async function signUpGuest(deps: Deps, input: SignUpGuest, browser: Browser): Promise<SignedIn> {
  const { config, limits } = deps;
  if (!(await limits.signUps.spend(browser.address))) throw refuse('too_many_attempts');
  if (config.signUps === 'closed') throw refuse('sign_ups_closed');
  if (!admitsGuests(config)) throw refuse('guests_closed');
  const repeated = await repeat(deps, input, browser);
  if (repeated) return repeated;
  await expectNoGameHere(deps.database, browser.caller);
  try {
    return await makeGuest(deps, input, browser);
  } catch (failure) {
    // Used since the link was looked up, maybe by this very call, repeated.
    const repeatedSince = await repeat(deps, input, browser);
    if (repeatedSince) return repeatedSince;
    throw failure;
  }
}

async function makeGuest(deps: Deps, input: SignUpGuest, browser: Browser): Promise<SignedIn> {
  const { database } = deps;
  await limitGuesses(deps, browser.address, 'board_not_found', async () => {
    if (!(await findLinkedBoard(database.read, tokenHash(input.invitation)))) throw refuse('board_not_found');
  });
  for (let left = tries; ; left -= 1) {
    try {
      return await enter(deps, input, browser);
    } catch (failure) {
      const taken = takenBy(database, failure);
      if (!taken || left === 0) throw taken ?? failure;
    }
  }
}

async function enter(deps: Deps, { idempotencyKey, invitation, username, avatar }: SignUpGuest, browser: Browser): Promise<SignedIn> {
  return await deps.database.unitOfWork(async (work) => {
    const { db } = work;
    const id = idempotencyKey === undefined ? newId<UserId>() : idOf(invitation, idempotencyKey);
    await createAccount(db, { username: await freeName(db, username), email: null, avatar }, undefined, id);
    await insertGuest(db, id);
    await enterByLink(deps, work, id, invitation);
    const user = await findAccount(db, id);
    if (!user) throw refuse('profile_failed');
    return await startSession(deps, work, user, browser);
  });
}

/** Undefined where nothing is repeated. The link is used up: who knows it and the key made the account. */
async function repeat(deps: Deps, { idempotencyKey, invitation }: SignUpGuest, browser: Browser): Promise<SignedIn | undefined> {
  if (idempotencyKey === undefined) return undefined;
  const id = idOf(invitation, idempotencyKey);
  if (!(await isGuest(deps.database.read, id))) return undefined;
  return await deps.database.unitOfWork(async (work) => {
    const { db } = work;
    await deps.database.lockPeople(db, [id]);
    const user = (await isGuest(db, id)) ? await findAccount(db, id) : null;
    if (!user || isOver(user.createdAt + repeatableFor, Date.now(), repeatableFor)) return undefined;
    await endSessions(work, id);
    return await startSession(deps, work, user, browser);
  });
}

function idOf(invitation: string, idempotencyKey: string): UserId {
  return repeatableId(`guest ${invitation}`, idempotencyKey);
}

/** Looked up at once. */
const numbersAtOnce = 50;

/** The name as it is, or with the smallest number that nobody else has behind it. */
async function freeName(db: Db, name: string): Promise<string> {
  for (let from = 1; ; from += numbersAtOnce) {
    const names = Array.from({ length: numbersAtOnce }, (_, index) => numbered(name, from + index));
    const taken = await listNamesAmong(db, { keys: names.map(usernameKey), skeletons: names.map(usernameSkeleton) });
    const [keys, skeletons] = [new Set(taken.map((one) => one.username_key)), new Set(taken.map((one) => one.username_skeleton))];
    const free = names.find((one) => isUsername(one) && !keys.has(usernameKey(one)) && !skeletons.has(usernameSkeleton(one)));
    if (free !== undefined) return free;
    // A name that no number may stand behind.
    if (!names.some(isUsername)) throw refuse('username_taken', 'username');
  }
}

function numbered(name: string, number: number): string {
  if (number === 1) return name;
  const suffix = String(number);
  let kept = Array.from(name);
  while (kept.join('').length + suffix.length > accountLimits.usernameMax) kept = kept.slice(0, -1);
  return kept.join('') + suffix;
}
