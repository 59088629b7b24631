import type { RecapGesture } from '#shared/gestures';
import type { Recap } from '#shared/recap';

export const cardKinds = ['total', 'gestures', 'leaders', 'days', 'favourite', 'loss', 'flame', 'season', 'wink', 'end'] as const;
export type CardKind = (typeof cardKinds)[number];

/** `step`: which of several cards of a kind it is. */
export interface Card {
  kind: CardKind;
  step: number;
}

/** The cards of a recap: without those that would have nothing to say, or that a server of the version before does not know. */
export function cardsOf(recap: Recap): Card[] {
  return cardKinds
    .filter((kind) => kind === 'end' || (recap[kind] ?? null) !== null)
    .flatMap((kind): Card[] =>
      kind === 'gestures' ? gestureSteps(recap.gestures).map((_, step) => ({ kind, step })) : [{ kind, step: 0 }],
    );
}

/** An activity that was chosen, by one or several. */
export type ChosenGesture = Pick<RecapGesture, 'activityId' | 'title' | 'emoji' | 'of' | 'isThanked'> & {
  by: Pick<RecapGesture, 'by' | 'words'>[];
};

/** So many gestures have a card of their own where there are more; the others share one. */
const alone = 3;

/** The gestures of a recap, a card each; those that most have chosen first. */
export function gestureSteps(gestures: Recap['gestures'] = []): ChosenGesture[][] {
  const chosen = new Map<string, ChosenGesture>();
  for (const { by, words, ...one } of gestures) {
    const known = chosen.get(one.activityId) ?? { ...one, by: [] };
    known.by.push({ by, words });
    chosen.set(one.activityId, known);
  }
  const all = [...chosen.values()].toSorted((a, b) => b.by.length - a.by.length);
  const own = all.length > alone + 1 ? all.slice(0, alone) : all;
  const others = all.slice(own.length);
  return [...own.map((one) => [one]), ...(others.length > 0 ? [others] : [])];
}
