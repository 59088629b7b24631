/**
 * How often the password of an account is checked (S2). Strangers have 20 wrong tries in any hour, all together: ten by its username and
 * ten by its e-mail. One limit for both would tell which e-mail belongs to a username: exhaust one, and see whether the other is locked.
 *
 * Strangers must not lock the owner out (D29): a device that signed in before and a signed-in person have limits of their own.
 */
import { refuse } from '../../errors/refusal.ts';
import type { Limit } from '../../limits/limit.ts';
import type { Limits } from '../../limits/limits.ts';

/** One key of one limit. */
interface LimitKey {
  limit: Limit;
  key: string;
}

/** Who tries a password to sign in. */
export interface Guesser {
  /** As it is compared: a username or an e-mail. */
  identifier: string;
  /** Undefined when no account matches. */
  userId: string | undefined;
  address: string;
  /** Names a device that signed in to this account before; undefined for any other. */
  device: string | undefined;
}

/**
 * Counts a guess before the password is checked: many at once would all be checked before the first has failed. Throws
 * `too_many_attempts`; is given back by what it resolves to.
 */
export async function countGuess(limits: Limits, { identifier, userId, address, device }: Guesser): Promise<() => Promise<void>> {
  if (device !== undefined) return await spendAll([{ limit: limits.wrongPasswordsOfDevice, key: `${device} ${userId}` }]);
  const account = limitKeyOf(limits, identifier, userId);
  const there = { limit: limits.wrongPasswordsThere, key: `${address} ${account.key}` };
  // The address first: once it is exhausted, its tries no longer count against any account.
  const giveBackAddress = (await limits.wrongPasswordsByAddress.spend(address))
    ? () => limits.wrongPasswordsByAddress.giveBack(address)
    : await spendAll([there, { limit: limits.wrongPasswordsBeyond, key: address }]);
  const giveBackAccount = await spendAll([account]);
  return async () => {
    await giveBackAddress();
    await giveBackAccount();
  };
}

/** A guess at one's own account by whoever has the session: throws `too_many_attempts`, and is given back by what it resolves to. */
export function countOwnGuess(limits: Limits, sessionId: string): Promise<() => Promise<void>> {
  return spendAll([{ limit: limits.wrongPasswordsOfSession, key: sessionId }]);
}

/** Once the owner has proved by mail who they are. */
export async function forgetGuesses(limits: Limits, userId: string): Promise<void> {
  for (const { limit, key } of accountKeys(limits, userId)) await limit.forget(key);
}

/** All or none. */
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

function limitKeyOf(limits: Limits, identifier: string, userId: string | undefined): LimitKey {
  const [byName, byEmail] = userId === undefined ? [] : accountKeys(limits, userId);
  const known = identifier.includes('@') ? byEmail : byName;
  return known ?? { limit: limits.wrongPasswordsOfNobody, key: identifier };
}

// By the account's id and not by its names: renaming it gains no guesses.
function accountKeys({ wrongPasswords: limit }: Limits, userId: string): [byName: LimitKey, byEmail: LimitKey] {
  return [
    { limit, key: `${userId} by name` },
    { limit, key: `${userId} by e-mail` },
  ];
}
