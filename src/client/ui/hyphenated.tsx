import { createElement, Fragment, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './hyphenated.module.css';

/**
 * A title whose long words may be parted between syllables. Browsers part no word with a capital, as all names of boards are, and some know no
 * French; what would not fit then is cut anywhere. The text stays the same for whoever reads, copies or searches it: the hyphens are drawn.
 */
export function Hyphenated({ children: text }: { children: string }) {
  return apart(text.split(longWord).map(drawn));
}

/** Every other piece of a split text is a long word. */
function drawn(piece: string, index: number): ReactNode {
  if (index % 2 === 0) return piece;
  const runs = piece.split(letters).map((run, place) => (place % 2 === 0 ? [run] : syllables(run)));
  // In other scripts, which a box of its own might put out of order.
  if (runs.every(({ length }) => length === 1)) return piece;
  const isVeryLong = runs.some((parts) => parts.length > 1 && parts.join('').length >= smaller);
  return (
    <span className={classNames(styles.word, isVeryLong && styles.small)}>{apart(runs.map((parts) => apart(parts.map(hyphened))))}</span>
  );
}

function hyphened(part: string, index: number, { length }: readonly string[]): ReactNode {
  return index < length - 1 ? <span className={styles.part}>{part}</span> : part;
}

/** As children of its own each, they need no keys. */
function apart(pieces: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...pieces);
}

/** Whether it has a word of so many letters or more, which is written a little smaller. */
export function hasLongWord(text: string, letterCount: number): boolean {
  return new RegExp(`\\p{L}{${letterCount}}`, 'u').test(text);
}

/** A word of so many letters is a step smaller, so that it is parted once rather than thrice. */
const smaller = 20;

const letters = /(\p{L}{12,})/u;
// With what is written to it, so that it has spaces at both ends.
const longWord = /(\S*\p{L}{12,}\S*)/u;

const pair = '[bcdfgptv][lr]|[cpt]h|gn';
const inseparable = new RegExp(`^(?:${pair})$`, 'i');
const onset = new RegExp(`^(?:${pair}|qu|[bcdfghjklmnpqrstvwxzç])[aàâäeéèêëiîïoôöuùûüyæœ]`, 'i');
/** No fewer letters before the first hyphen and after the last, where a mute syllable would stand alone. */
const [before, after] = [3, 4];

/** A French word in the parts that it may be parted into: 'ANNI', 'VER', 'SAIRE'. Together they are the word. */
export function syllables(word: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = before; at <= word.length - after; at += 1) {
    if (inseparable.test(word.slice(at - 1, at + 1)) || !onset.test(word.slice(at))) continue;
    parts.push(word.slice(start, at));
    start = at;
  }
  return [...parts, word.slice(start)];
}
