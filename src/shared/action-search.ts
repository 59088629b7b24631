import type { Action } from './actions.ts';

// Apart from the schemas, so that a screen that searches does not load them.

/** Whether an action answers a search: any word of the search found in the title or the category. */
export function matchesSearch(offered: Pick<Action, 'title' | 'category'>, search: string): boolean {
  // A word may become two: 'week-end' is looked for as 'week end', which is found in both spellings.
  const words = search.split(/\s+/).map(foldForSearch).filter(Boolean);
  if (words.length === 0) return true;
  const text = foldForSearch(`${offered.title} ${offered.category ?? ''}`);
  return words.some((word) => text.includes(word));
}

/**
 * A text as searches compare it, so that what is typed finds what is meant: without accents and case, ligatures as two letters ('coeur' finds
 * 'cœur'), one apostrophe and one blank for all that keyboards write, dashes as blanks, without quotation marks and signs that show nothing.
 */
export function foldForSearch(text: string): string {
  return (
    text
      // NFKD would make a blank and an accent of this sign.
      .replace(/\u00B4/g, "'")
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[œæßøłđıς]/g, (letter) => letters[letter] ?? letter)
      .replace(/[\u2018\u2019\u201B\u2032\u02BB\u02BC`]/g, "'")
      .replace(/["\u201A\u201E\p{Pi}\p{Pf}\p{Cf}]/gu, '')
      .replace(/[\p{Pd}\u2212\s]+/gu, ' ')
      .trim()
  );
}

const letters: Readonly<Record<string, string>> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ı: 'i', ς: 'σ' };
