import type { Action } from './actions.ts';

// Apart from the schemas, so that a screen that searches does not load them.

/** Whether an action answers a search: any word of the search found in the title or the category. */
export function matchesSearch(offered: Pick<Action, 'title' | 'category'>, search: string): boolean {
  const words = foldForSearch(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const text = foldForSearch(`${offered.title} ${offered.category ?? ''}`);
  return words.some((word) => text.includes(word));
}

/** Without accents and case, so that 'dejeuner' finds 'Déjeuner'. */
export function foldForSearch(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('fr');
}
