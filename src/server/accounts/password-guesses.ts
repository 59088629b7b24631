/**
 * How often the password of an account is checked (S2): at most 20 times in any hour, wrong ones that is. An account can be named by
 * its username and by its e-mail, and each of the two has half of that to itself. One counter for both would tell which e-mail belongs to
 * a username: guess at the one until it is locked, and see whether the other is.
 */
import { refuse } from '../http/refusal.ts';
import type { Limit } from './limit.ts';
import type { Limits } from './limits.ts';

/** Where guesses are counted. */
export interface Counter {
  limit: Limit;
  key: string;
}

/** For who names somebody by username or e-mail to sign in; `userId` is undefined where nobody is called so. */
export function counterOf(limits: Limits, identifier: string, userId: string | undefined): Counter {
  const [byName, byEmail] = userId === undefined ? [] : countersOf(limits, userId);
  const known = identifier.includes('@') ? byEmail : byName;
  return known ?? { limit: limits.wrongPasswordsOfNobody, key: identifier };
}

/**
 * A guess at one's own account, whoever has the session: throws `too_many_attempts`, and is given back by what it resolves to. It is
 * counted where there is room, or strangers who guess at a username would keep its owner from the password.
 */
export async function countOwnGuess(limits: Limits, userId: string): Promise<() => Promise<void>> {
  for (const { limit, key } of countersOf(limits, userId)) if (await limit.spend(key)) return () => limit.giveBack(key);
  throw refuse('too_many_attempts');
}

/** For who has shown by mail to be the owner. */
export async function forgetGuesses(limits: Limits, userId: string): Promise<void> {
  for (const { limit, key } of countersOf(limits, userId)) await limit.forget(key);
}

// By the account and not by what it is called: who renames it gains no guesses.
function countersOf({ wrongPasswords: limit }: Limits, userId: string): [byName: Counter, byEmail: Counter] {
  return [
    { limit, key: `${userId} by name` },
    { limit, key: `${userId} by e-mail` },
  ];
}
