/** The flame of a board ('Série', decision D34): how many days in a row at least two people have logged something on it. */
import { daysAfter, daysBetween } from './calendar.ts';
import type { Pause } from './pause-rules.ts';

/** The flame as its last lit day left it. It says of every later day what has become of it, so it is kept and sent like this. */
export interface Flame {
  /** The last lit day, as in 2026-11-21; null while none was. */
  litOn: string | null;
  /** Lit days up to then, without a gap that no joker filled. */
  days: number;
  /** Jokers that were left then. */
  jokers: number;
  /** The most days that it ever had. */
  record: number;
  /** The last missed day that a joker filled; null when none was since the flame began. */
  jokerUsedOn: string | null;
  /** Those that end after its last lit day; left out where there are none. */
  pauses?: Pause[] | undefined;
}

/** The flame on a day. */
export interface FlameOnDay {
  /** 0 when it is out. */
  days: number;
  isLitToday: boolean;
  jokers: number;
  record: number;
  /** The last missed day that a joker filled. */
  jokerUsedOn?: string;
}

/** A day is lit when so many people have logged something on it that still counts, whether or not they are members by now. */
export const peopleOfLitDay = 2;
export const daysForJoker = 7;
export const mostJokers = 2;
/** Reaching one of these is celebrated. In days. */
export const flameMarks: readonly number[] = [7, 30, 100, 365];

/** In days: a day that lies further ahead was lit while the clock was ahead, and counts when it has come. */
export const litAheadAtMost = 7;

export const noFlame: Flame = { litOn: null, days: 0, jokers: 0, record: 0, jokerUsedOn: null };

/** The flame after one more lit day, which is later than those before; `paused`: days that count nowhere. */
export function flameAfter(flame: Flame, day: string, paused: readonly string[] = []): Flame {
  if (paused.includes(day)) return flame;
  const gap = gapBetween(flame.litOn ?? day, day, paused);
  const goesOn = flame.litOn !== null && gap.missed <= flame.jokers;
  const days = goesOn ? flame.days + 1 : 1;
  const left = goesOn ? flame.jokers - gap.missed : 0;
  return {
    litOn: day,
    days,
    jokers: days % daysForJoker === 0 ? Math.min(left + 1, mostJokers) : left,
    record: Math.max(flame.record, days),
    jokerUsedOn: goesOn ? (gap.last ?? flame.jokerUsedOn) : null,
  };
}

/** The flame after all lit days of a board, given in order. */
export function flameAfterAll(litDays: readonly string[], paused: readonly string[] = [], from = noFlame): Flame {
  return litDays.reduce((flame, day) => flameAfter(flame, day, paused), from);
}

/** The flame on a day, which is not before its last lit one. A day that is not over yet breaks nothing. */
export function flameOn({ litOn, days, jokers, record, jokerUsedOn }: Flame, today: string, paused: readonly string[] = []): FlameOnDay {
  const gap = gapBetween(litOn ?? today, today, paused);
  const isAhead = litOn !== null && daysBetween(today, litOn) > litAheadAtMost;
  if (litOn === null || isAhead || gap.missed > jokers) return { days: 0, isLitToday: false, jokers: 0, record };
  const used = gap.last ?? jokerUsedOn;
  return {
    days,
    // Later where a clock was set back.
    isLitToday: litOn >= today,
    jokers: jokers - gap.missed,
    record,
    ...(used === null ? {} : { jokerUsedOn: used }),
  };
}

/** The flame today of a board whose lit days are these, in order. */
export function flameOf(litDays: readonly string[], today: string, paused: readonly string[] = []): FlameOnDay {
  return flameOn(flameAfterAll(litDays, paused), today, paused);
}

/** The days strictly between two that were missed, and the last of them. */
function gapBetween(first: string, second: string, paused: readonly string[]): { missed: number; last: string | null } {
  const pausedWithin = paused.filter((day) => day > first && day < second);
  const missed = Math.max(daysBetween(first, second) - 1, 0) - pausedWithin.length;
  if (missed <= 0) return { missed: 0, last: null };
  let last = daysAfter(second, -1);
  while (pausedWithin.includes(last)) last = daysAfter(last, -1);
  return { missed, last };
}
