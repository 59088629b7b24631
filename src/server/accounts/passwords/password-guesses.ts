/**
 * How often the password of an account is checked (S2). Strangers have 20 wrong tries in any hour, all together: an account can be
 * named by its username and by its e-mail, and each of the two has half of that to itself. One count for both would tell which e-mail
 * belongs to a username: guess at the one until it is locked, and see whether the other is.
 *
 * Strangers must not lock the owner out (D29): a device that signed in before and a signed-in person have counts of their own.
 */
import { refuse } from '../../errors/refusal.ts';
import type { Limit } from '../../limits/limit.ts';
import type { Limits } from '../../limits/limits.ts';

/** Where guesses are counted. */
interface Counter {
  limit: Limit;
  key: string;
}

/** Who tries a password to sign in. */
export interface Guesser {
  /** As it is compared: a username or an e-mail. */
  identifier: string;
  /** Undefined where nobody is called so. */
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
  const account = counterOf(limits, identifier, userId);
  const there = { limit: limits.wrongPasswordsThere, key: `${address} ${account.key}` };
  // First by address, so that one that has none left takes none from anybody's account.
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

/** For who has shown by mail to be the owner. */
export async function forgetGuesses(limits: Limits, userId: string): Promise<void> {
  for (const { limit, key } of countersOf(limits, userId)) await limit.forget(key);
}

/** All or none. */
async function spendAll(counters: readonly Counter[]): Promise<() => Promise<void>> {
  const spent: Counter[] = [];
  const giveBack = async () => {
    for (const { limit, key } of spent) await limit.giveBack(key);
  };
  for (const counter of counters) {
    if (!(await counter.limit.spend(counter.key))) {
      await giveBack();
      throw refuse('too_many_attempts');
    }
    spent.push(counter);
  }
  return giveBack;
}

function counterOf(limits: Limits, identifier: string, userId: string | undefined): Counter {
  const [byName, byEmail] = userId === undefined ? [] : countersOf(limits, userId);
  const known = identifier.includes('@') ? byEmail : byName;
  return known ?? { limit: limits.wrongPasswordsOfNobody, key: identifier };
}

// By the account and not by what it is called: who renames it gains no guesses.
function countersOf({ wrongPasswords: limit }: Limits, userId: string): [byName: Counter, byEmail: Counter] {
  return [
    { limit, key: `${userId} by name` },
    { limit, key: `${userId} by e-mail` },
  ];
}
