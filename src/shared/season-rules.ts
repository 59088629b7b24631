/** What a board plays for, decided by all of its members (decisions D39 to D43). Apart from the schemas: screens need the limits. */
import { type PlayMode, playModes } from './play-modes.ts';
import { daysAfter, daysBetween, monthsAfter } from './calendar.ts';

export const playLimits = {
  /** Code points of a stake. */
  stakeMax: 140,
  /** In points. */
  goalMax: 1_000_000,
  /** In days, the first and the last included. */
  longestSeason: 366,
} as const;

/** A proposal that not everybody has agreed to by then lapses. In milliseconds. */
export const agreementLasts = 7 * 24 * 60 * 60 * 1000;

/** What becomes of the stake when several share the first place: nobody has won it, or all of them have. */
export const tieRules = ['void', 'shared'] as const;
export type TieRule = (typeof tieRules)[number];

/** `season`: everybody for themselves, for a stake; `goal`: all together, for points by a day. */
export const seasonKinds = ['season', 'goal'] as const;
export type SeasonKind = (typeof seasonKinds)[number];

/** What all members of a board can agree to. */
export const agreementKinds = [...seasonKinds, 'pause', 'contests', ...playModes] as const;
export type AgreementKind = (typeof agreementKinds)[number];

/** Whether it proposes how a board is played (decision D53). */
export function isPlayMode(kind: AgreementKind): kind is PlayMode {
  return (playModes as readonly AgreementKind[]).includes(kind);
}

/** What becomes of a proposal. `called_off`: of a season that all have ended early, since they play together now. */
export const agreementOutcomes = ['agreed', 'declined', 'lapsed', 'withdrawn', 'called_off'] as const;
export type AgreementOutcome = (typeof agreementOutcomes)[number];

/** A week, a month, or up to a day of the board's clock, as in 2026-12-31. */
export type SeasonLength = 'week' | 'month' | { lastDay: string };

/** The first and the last day of a season that is agreed to on this day: it begins at the next midnight. */
export function daysOfSeason(length: SeasonLength, agreedOn: string): { startsOn: string; lastDay: string } {
  const startsOn = daysAfter(agreedOn, 1);
  if (length === 'week') return { startsOn, lastDay: daysAfter(startsOn, 6) };
  if (length === 'month') return { startsOn, lastDay: daysAfter(monthLater(startsOn), -1) };
  return { startsOn, lastDay: length.lastDay };
}

/** Whether the calendar has it, written as in 2026-12-31. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && daysAfter(text, 0) === text;
}

/** Whether a season of this length can still be agreed to on this day. */
export function canBegin(length: SeasonLength, agreedOn: string): boolean {
  const { startsOn, lastDay } = daysOfSeason(length, agreedOn);
  const days = daysBetween(startsOn, lastDay) + 1;
  return days >= 1 && days <= playLimits.longestSeason;
}

export interface Standing<Id> {
  userId: Id;
  points: number;
  /** How many activities of theirs count. */
  actions: number;
  /** They are a member no more. */
  left: boolean;
}

export interface Placed<Id> {
  userId: Id;
  points: number;
  /** 1 for the first; those with as many points share it, and the next rank is left out for each. Null without a rank. */
  rank: number | null;
}

/** Whether somebody has a rank in a season. Nobody has one who logged nothing in it, or left before its end (decision D68). */
export function hasRank({ actions, left }: Pick<Standing<unknown>, 'actions' | 'left'>): boolean {
  return actions > 0 && !left;
}

/** The podium: the most points first, of equals in the given order; those without a rank come last. */
export function placesOf<Id, One extends Standing<Id>>(standings: readonly One[]): (One & { rank: number | null })[] {
  const sorted = standings.toSorted((one, other) => other.points - one.points);
  const ranked = sorted.filter(hasRank);
  return [
    ...ranked.map((one) => ({ ...one, rank: ranked.findIndex(({ points }) => points === one.points) + 1 })),
    ...sorted.filter((one) => !hasRank(one)).map((one) => ({ ...one, rank: null })),
  ];
}

/** The winners of the stake: everybody in first place, or nobody where several are first and the stake is void then. */
export function winnersOf<Id>(places: readonly Placed<Id>[], ties: TieRule): Id[] {
  return winningPlaces(places, ties).map(({ userId }) => userId);
}

/** The places of the winners, with all that is known of each. */
export function winningPlaces<One extends { rank: number | null }>(places: readonly One[], ties: TieRule): One[] {
  const first = places.filter(({ rank }) => rank === 1);
  return first.length > 1 && ties === 'void' ? [] : first;
}

/** Whether somebody has won what was at stake. */
export function isWon(
  { kind, ties, goal }: { kind: SeasonKind; ties: TieRule; goal: number | null },
  places: readonly Placed<unknown>[],
): boolean {
  if (kind === 'season') return winnersOf(places, ties).length > 0;
  return places.reduce((sum, { points }) => sum + points, 0) >= (goal ?? 0);
}

/** The same day of the next month, or its last day where it has no such day. */
function monthLater(day: string): string {
  const first = monthsAfter(`${day.slice(0, 8)}01`, 1);
  const last = daysAfter(monthsAfter(first, 1), -1);
  return [`${first.slice(0, 8)}${day.slice(8)}`, last].toSorted()[0] ?? last;
}
