/** What counts as the absence of the person: it ends when they look at Accueil, though its news stays there until they leave. */
import type { BoardCard } from '#shared/boards';
import type { BoardId } from '#shared/ids';
import { createObservable } from '#client/ui/observable.ts';

/** The reading cursor of each board. */
export type Cursors = Readonly<Record<BoardId, number>>;

/** The cursors before the person looked at Accueil; null while they have not: then the cards have them. */
export const seenBefore = createObservable<Cursors | null>(null);

export function cursorsOf(cards: readonly BoardCard[]): Cursors {
  return Object.fromEntries(cards.map(({ id, seen }) => [id, seen ?? Infinity]));
}
