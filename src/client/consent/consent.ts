import { store, stored } from '#client/ui/browser-storage.ts';

/**
 * What visitors answer to being counted (decision D8), kept in this browser. The answer of a signed-in person is in the
 * account.
 */
export type Answer = 'yes' | 'no';

const answerKey = 'consent';
// Set once the answer belongs to an account: the next person who signs in here has not given it.
const carriedKey = 'consent-carried';

export function visitorAnswer(): Answer | null {
  const answer = read(answerKey);
  return answer === 'yes' || answer === 'no' ? answer : null;
}

export function answerAsVisitor(answer: Answer): void {
  write(answerKey, answer);
  write(carriedKey, null);
}

/** Given before signing up or in, and not yet in any account. */
export function answerToCarryOver(): Answer | null {
  return read(carriedKey) === null ? visitorAnswer() : null;
}

/** Stores the decision of a signed-in person: it holds in this browser after signing out too. */
export function answerAsAccount(answer: Answer): void {
  write(answerKey, answer);
  write(carriedKey, 'yes');
}

// Without storage an answer lasts as long as the page.
const inMemory = new Map<string, string | null>();

function read(key: string): string | null {
  const known = inMemory.get(key);
  return known === undefined ? stored(key) : known;
}

function write(key: string, value: string | null): void {
  if (!store(key, value)) inMemory.set(key, value);
}
