import type { BoardCard } from './boards.ts';

/** The board on which something was done last comes first. One action can be logged on several boards at once. */
export function byLastActivity(a: Pick<BoardCard, 'id' | 'lastActivityAt'>, b: Pick<BoardCard, 'id' | 'lastActivityAt'>): number {
  return b.lastActivityAt - a.lastActivityAt || (a.id < b.id ? -1 : 1);
}
