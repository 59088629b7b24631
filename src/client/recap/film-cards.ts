import type { Film } from '#shared/film';
import type { CardKind } from './cards.ts';

export const filmCards = [
  ...(['days', 'total', 'month', 'action', 'gesture', 'flame', 'seasons'] as const),
  ...(['goals', 'loss', 'gestures', 'notes', 'biggest', 'wink', 'end'] as const),
] as const;
export type FilmCardKind = (typeof filmCards)[number] | 'missing';

/** The cards of a film: without those that have nothing to tell. */
export function cardsOfFilm(film: Film): FilmCardKind[] {
  return film.missing === null ? filmCards.filter((kind) => kind === 'end' || film[kind] !== null) : ['missing'];
}

/** The days of the first card: those together, but where they were few beside the others. */
export function daysOf({ days, company }: Pick<Film, 'days' | 'company'>): { days: number; company: Film['company'] } | null {
  if (!days) return null;
  const { together, played } = days;
  return together > 0 && together * 5 >= played ? { days: together, company } : { days: played, company: 'alone' };
}

/** Each card looks like one of a recap, and unlike the one before it. */
export const lookOf: Record<FilmCardKind, CardKind> = {
  ...({ missing: 'loss', days: 'total', total: 'days', month: 'leaders', action: 'favourite', gesture: 'season' } as const),
  ...({ flame: 'flame', seasons: 'days', goals: 'total', loss: 'loss', gestures: 'favourite', notes: 'leaders' } as const),
  ...({ biggest: 'days', wink: 'wink', end: 'end' } as const),
};
