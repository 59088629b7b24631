import { accountLimits, asciiEmail, preparedPassword, usernameKey } from '#shared/account-rules';
import type { SignIn } from '#shared/accounts';
import type { UserId } from '#shared/ids';
import type { Db } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { Refusal, refuse } from '../errors/refusal.ts';
import { findUserByEmail, findUserByName } from '../accounts/account-store.ts';
import { findAccount } from '../accounts/accounts.ts';
import { countGuess } from './passwords/password-guesses.ts';
import type { Asker } from './passwords/hash-queue.ts';
import { askedByPerson, askedFrom, comparePassword, hashPassword } from './passwords/password-hash.ts';
import { findPassword, savePassword } from './passwords/password-store.ts';
import type { Browser } from './sessions/browser.ts';
import { type SignedIn, startSession } from './sessions/sessions.ts';

/** Signs in by e-mail or username. Every wrong pair is refused in the same way and the same time (decision D9); a right one costs no attempt. */
export async function signIn(deps: Deps, { identifier, password }: SignIn, browser: Browser): Promise<SignedIn> {
  const { database, devices, limits } = deps;
  const named = await findNamed(database.read, identifier);
  const device = await devices.find(browser.cookieHeader, named.userId);
  const { mayBeChecked, giveBack } = await countGuess(limits, { ...named, address: browser.address, device });
  const asker = device !== undefined && named.userId !== undefined ? askedByPerson(named.userId) : askedFrom(browser.address);
  let isWrong = false;
  const attempt = async () =>
    await signInAs(deps, await checkPair(database.read, mayBeChecked ? named.userId : undefined, password, asker), browser);
  try {
    // Once more where the hash changed while the password was checked: another sign-in may have made it anew of the same password.
    const signedIn = (await attempt()) ?? (await attempt());
    if (!signedIn) throw refuse('wrong_credentials');
    return signedIn;
  } catch (failure) {
    isWrong = failure instanceof Refusal && failure.code === 'wrong_credentials';
    throw failure;
  } finally {
    if (!isWrong) await giveBack();
  }
}

interface Named {
  /** The identifier, normalised for comparison. */
  identifier: string;
  /** Undefined when no account matches. */
  userId: UserId | undefined;
}

async function findNamed(db: Db, identifier: string): Promise<Named> {
  const isEmail = identifier.includes('@');
  const compared = isEmail ? asciiEmail(identifier).toLowerCase() : usernameKey(identifier);
  const user = await (isEmail ? findUserByEmail(db, compared) : findUserByName(db, compared));
  return { identifier: compared, userId: user?.id };
}

/** The account whose password was right, and the hash it was compared with. */
interface Checked {
  userId: UserId;
  hash: string;
  /** The hash of the prepared form, where the other is of what was typed. Without it the next sign-in tries again. */
  nextHash: string | undefined;
}

async function checkPair(db: Db, userId: UserId | undefined, password: string, asker: Asker): Promise<Checked> {
  // No account can have such a password.
  if (Math.min(password.length, preparedPassword(password).length) > accountLimits.passwordMax) throw refuse('wrong_credentials');
  const kept = userId === undefined ? undefined : await findPassword(db, userId);
  const { isRight, isOfRaw } = await comparePassword(password, kept, asker);
  if (userId === undefined || !kept || !isRight) throw refuse('wrong_credentials');
  // The password is right, however many others are being hashed: where there is no room for one more, the next sign-in hashes it anew.
  const nextHash = isOfRaw ? await hashPassword(password, asker).catch(() => undefined) : undefined;
  return { userId, hash: kept.hash, nextHash };
}

/** Undefined where the password was changed, or hashed anew, while it was checked. */
async function signInAs(deps: Deps, { userId, hash, nextHash }: Checked, browser: Browser): Promise<SignedIn | undefined> {
  const { database, limits } = deps;
  // Only after the password was right: a stranger must not use up what is the owner's, nor learn that it is used up.
  if (!(await limits.signIns.spend(userId))) throw refuse('too_many_attempts');
  let signedIn: SignedIn | undefined;
  try {
    signedIn = await database.unitOfWork(async (work) => {
      // Two sign-ins at once must see each other's session, and a change of the password must see this one.
      await database.lockPeople(work.db, [userId]);
      const user = await findAccount(work.db, userId);
      // A change has ended all sessions but this one, which it could not see.
      if (!user || (await findPassword(work.db, userId))?.hash !== hash) return undefined;
      if (nextHash !== undefined) await savePassword(work.db, userId, nextHash);
      return await startSession(deps, work, user, browser);
    });
    return signedIn;
  } finally {
    if (!signedIn) await limits.signIns.giveBack(userId);
  }
}
