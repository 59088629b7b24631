/**
 * How often the password of an account is checked (S2). Strangers have 20 wrong tries in any hour, all together: ten by its username and
 * ten by its e-mail. One limit for both would tell which e-mail belongs to a username: exhaust one, and see whether the other is locked.
 *
 * Two things are counted. What was typed as the name decides what is answered, in the same way for names that nobody has (D9). The account
 * decides whether the password is looked at: somebody with a new name has no more guesses than before, and nobody is told so.
 *
 * Strangers must not lock the owner out (D29): a device that signed in before and a signed-in person have limits of their own.
 */
import type { SessionId, UserId } from '#shared/ids';
import { refuse } from '../../errors/refusal.ts';
import type { Limit } from '../../limits/limit.ts';
import type { Limits } from '../../limits/limits.ts';

/** One key of one limit. */
interface LimitKey {
  limit: Limit;
  key: string;
}

/** An attempt to sign in with a password. */
export interface Guesser {
  /** The username or e-mail, normalised for comparison. */
  identifier: string;
  /** Undefined when no account matches. */
  userId: UserId | undefined;
  address: string;
  /** As by `KnownDevices.find`. */
  device: string | undefined;
}

/** A guess that was counted. */
export interface CountedGuess {
  /** False: the call must be answered as a wrong password, whatever it is, and take as long. */
  mayBeChecked: boolean;
  /** Gives the guess back when the password was right. */
  giveBack(): Promise<void>;
}

/**
 * Counts a guess before the password is checked: many at once would all be checked before the first has failed. Throws
 * `too_many_attempts`.
 */
export async function countGuess(limits: Limits, guesser: Guesser): Promise<CountedGuess> {
  const { identifier, userId, device } = guesser;
  const giveBackName = await countName(limits, guesser);
  const account = userId === undefined ? undefined : accountKey(limits, userId, device, identifier.includes('@') ? 'e-mail' : 'name');
  if (account === undefined || !(await account.limit.spend(account.key))) return { mayBeChecked: false, giveBack: giveBackName };
  return {
    mayBeChecked: true,
    async giveBack() {
      await giveBackName();
      await account.limit.giveBack(account.key);
    },
  };
}

async function countName(limits: Limits, { identifier, address, device }: Guesser): Promise<() => Promise<void>> {
  if (device !== undefined) return await spendAll([{ limit: limits.wrongPasswordsOfDevice, key: `${device} as ${identifier}` }]);
  const there = { limit: limits.wrongPasswordsThere, key: `${address} ${identifier}` };
  // The address first: once it is exhausted, its tries no longer count against any account.
  const giveBackAddress = (await limits.wrongPasswordsByAddress.spend(address))
    ? () => limits.wrongPasswordsByAddress.giveBack(address)
    : await spendAll([there, { limit: limits.wrongPasswordsBeyond, key: address }]);
  const giveBackName = await spendAll([{ limit: limits.wrongPasswordsByName, key: identifier }]);
  return async () => {
    await giveBackAddress();
    await giveBackName();
  };
}

/** Counts a password that a signed-in person types for their own account. Throws `too_many_attempts`; resolves to a function that gives it back. */
export function countOwnGuess(limits: Limits, sessionId: SessionId): Promise<() => Promise<void>> {
  return spendAll([{ limit: limits.wrongPasswordsOfSession, key: sessionId }]);
}

/** Forgets the guesses at an account, once its owner has proved by mail who they are. `names` are normalised. */
export async function forgetGuesses(limits: Limits, userId: UserId, names: readonly string[]): Promise<void> {
  for (const name of names) await limits.wrongPasswordsByName.forget(name);
  for (const way of ['name', 'e-mail'] as const) {
    const { limit, key } = accountKey(limits, userId, undefined, way);
    await limit.forget(key);
  }
}

/** Spends from all limits or from none. */
async function spendAll(limitKeys: readonly LimitKey[]): Promise<() => Promise<void>> {
  const spent: LimitKey[] = [];
  const giveBack = async () => {
    for (const { limit, key } of spent) await limit.giveBack(key);
  };
  for (const limitKey of limitKeys) {
    if (!(await limitKey.limit.spend(limitKey.key))) {
      await giveBack();
      throw refuse('too_many_attempts');
    }
    spent.push(limitKey);
  }
  return giveBack;
}

// The key is the account's id, not its name: renaming the account gains no guesses.
function accountKey(limits: Limits, userId: UserId, device: string | undefined, way: 'name' | 'e-mail'): LimitKey {
  return device === undefined
    ? { limit: limits.wrongPasswords, key: `${userId} by ${way}` }
    : { limit: limits.wrongPasswordsOfDevice, key: `${device} by ${way}` };
}
