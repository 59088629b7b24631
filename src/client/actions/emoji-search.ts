import { foldForSearch } from '#shared/action-search';

/** The sign, its French name, and further words to find it by. */
export type ListedEmoji = readonly [symbol: string, name: string, words: string];

/** The emojis in which each word of the search, or its singular, begins a word; matches in the name come first. */
export function foundEmojis(emojis: readonly ListedEmoji[], search: string): readonly ListedEmoji[] {
  const queryWords = wordsOf(search).map((word) => (word.length > 3 ? word.replace(/[sx]$/, '') : word));
  if (queryWords.length === 0) return emojis;
  const answers = (text: string) => {
    const words = wordsOf(text);
    return queryWords.every((one) => words.some((word) => word.startsWith(one)));
  };
  const found = emojis.filter(([, name, words]) => answers(`${name} ${words}`));
  const named = new Set(found.filter(([, name]) => answers(name)));
  return [...named, ...found.filter((emoji) => !named.has(emoji))];
}

function wordsOf(text: string): string[] {
  return foldForSearch(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
