import { store } from '#client/ui/browser-storage.ts';

/**
 * Notes for the browser's store, left in `localStorage` while it does not answer, to be carried out by this or the next page. Ids
 * only, no content.
 */
export interface LastWords {
  has(kind: Word, id: string): boolean;
  all(kind: Word): readonly string[];
  add(kind: Word, id: string): void;
  remove(kind: Word, id: string): void;
}

/**
 * `wipe`: all of this person is to be forgotten. Of the command with a sequence, `sent`: it went to the server without being marked as sent;
 * `undone`: some of it was undone, so that it may not be sent on from memory.
 */
type Word = 'wipe' | 'sent' | 'undone';

const name = 'ou-la-la-last-words';
/** The most `sent` and `undone` notes that are kept; some are never removed otherwise. */
const longest = 200;

function createLastWords(): LastWords {
  /** Notes that could not be written either live as long as the page. */
  let words: readonly string[] = [];

  function read(): readonly string[] {
    try {
      words = JSON.parse(localStorage.getItem(name) ?? '[]') as string[];
    } catch {
      // Refused, or not there.
    }
    return words;
  }

  function write(next: readonly string[]): void {
    const wipes = next.filter((word) => word.startsWith('wipe '));
    words = [...wipes, ...next.filter((word) => !wipes.includes(word)).slice(-longest)];
    store(name, words.length > 0 ? JSON.stringify(words) : null);
  }

  return {
    has: (kind, id) => read().includes(`${kind} ${id}`),
    all: (kind) => read().flatMap((word) => (word.startsWith(`${kind} `) ? [word.slice(kind.length + 1)] : [])),
    add(kind, id) {
      const before = read();
      if (!before.includes(`${kind} ${id}`)) write([...before, `${kind} ${id}`]);
    },
    remove(kind, id) {
      const before = read();
      if (before.includes(`${kind} ${id}`)) write(before.filter((word) => word !== `${kind} ${id}`));
    },
  };
}

export const lastWords = createLastWords();
