import type { Recap } from '#shared/recap';

export const cardKinds = ['total', 'leaders', 'days', 'favourite', 'loss', 'flame', 'season', 'wink', 'end'] as const;
export type CardKind = (typeof cardKinds)[number];

/** The cards of a recap: without those that would have nothing to say, or that a server of the version before does not know. */
export function cardsOf(recap: Recap): CardKind[] {
  return cardKinds.filter((kind) => kind === 'end' || (recap[kind] ?? null) !== null);
}
