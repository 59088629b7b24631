import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { accountLimits } from '#shared/account-rules';

/** How often somebody who knows French and the usual habits guesses before a password comes up; `own` is what they know of its owner. */
export type PasswordGuesser = (password: string, own: readonly string[]) => Promise<number>;

/** How many of the commonest passwords are known, those of decision D19 among them. */
const commonest = 20_000;

/** What is looked at in one piece takes some 10 ms: the work grows faster than the length. */
const longestPiece = 24;

/** Spellings with signs for letters that are tried at most, as in 'm0td3p4sse'. */
const mostSpellings = 10;

/** Loads the words, some 15 MB: needed only when a password is chosen. */
export async function createPasswordGuesser(): Promise<PasswordGuesser> {
  const { ZxcvbnFactory } = await import('@zxcvbn-ts/core');
  await nextTurn();
  const { adjacencyGraphs, dictionary } = await import('@zxcvbn-ts/language-common');
  await nextTurn();
  const { dictionary: french } = await import('@zxcvbn-ts/language-fr');
  await nextTurn();
  // One list instead of the library's 18, each of which would be searched for each part of a password.
  const { 'wikipedia-fr': _, 'commonWords-fr': words, 'firstnames-fr': firstNames, 'lastnames-fr': lastNames, ...sequences } = french;
  const common = dictionary['passwords-common'].slice(0, commonest);
  const ranked = await mergeByRank([common, words, firstNames, lastNames, ...Object.values(sequences), ourOwn]);
  const { azerty, qwerty, keypad } = adjacencyGraphs;
  const estimator = new ZxcvbnFactory({
    dictionary: { words: ranked },
    graphs: { azerty, qwerty, keypad },
    l33tMaxSubstitutions: mostSpellings,
  });
  return (password, own) => guessesFor(estimator, withoutAccents(password), own.map(withoutAccents));
}

/** Words that the lists lack: the game's name, pet names, and paths over an AZERTY keyboard that leap. */
const ourOwn = [
  ...[
    'oulala',
    'ohlala',
    'ouhlala',
    'oulalala',
    'jetadore',
    'jeteaime',
    'jtaime',
    'jtm',
    'mot2passe',
    'mamour',
    'monamour',
    'moncoeur',
    'monange',
    'monbebe',
  ],
  ...['choupette', 'choupinette', 'poupette', 'minouche', 'titine', 'louloute', 'bisounours', 'tagada', 'fortnite', 'mbappe'],
  ...['a1z2e3r4t5y6u7i8o9p0', '1a2z3e4r5t6y7u8i9o0p', 'aqwzsxedcrfvtgb', 'aqwxsz', 'azeqsdwxc', 'aze123qsd456'].flatMap(beginnings),
];

/** The prefixes of a path over the keyboard: a password ends somewhere on it. */
function beginnings(way: string): string[] {
  return Array.from({ length: way.length - 3 }, (_, index) => way.slice(0, index + 4));
}

/** The common first, whichever list they are from. */
async function mergeByRank(lists: readonly (readonly string[])[]): Promise<string[]> {
  const merged = new Set<string>();
  const longest = Math.max(...lists.map((list) => list.length));
  for (let rank = 0; rank < longest; rank += 1) {
    for (const list of lists) if (rank < list.length) merged.add(withoutAccents(list[rank] ?? ''));
    if (rank % 2000 === 0) await nextTurn();
  }
  merged.delete('');
  return [...merged];
}

/** A long password is worth what its hardest piece is. */
async function guessesFor(estimator: ZxcvbnFactory, password: string, own: readonly string[]): Promise<number> {
  let most = 0;
  for (let start = 0; start < password.length; start += longestPiece) {
    if (start > 0) await nextTurn();
    const { guesses, sequence } = estimator.check(password.slice(start, start + longestPiece), [...own]);
    // The library takes a sign of which it knows nothing for one of ten; where it knows nothing at all, that is too few.
    const patternless = sequence.every(({ pattern }) => pattern === 'bruteforce');
    most = Math.max(most, guesses * (patternless ? 10 : 1));
  }
  return most;
}

// One character can decompose into eighteen, which must not multiply the work.
function withoutAccents(text: string): string {
  const letters = text.normalize('NFKD').replace(/\p{M}/gu, '');
  return letters.replace(/œ/gi, 'oe').replace(/æ/gi, 'ae').slice(0, accountLimits.passwordMax);
}
