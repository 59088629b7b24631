import { visibleText } from './visible-text.ts';

/** Titles are kept in capitals (decision D12). Empty when nothing of it would be seen. */
export function boardTitle(title: string): string {
  return visibleText(title).toLocaleUpperCase('fr');
}
