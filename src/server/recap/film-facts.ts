/** What is worth telling of a year, as it is kept: numbers, days and ids, and neither names nor words. */
import * as z from 'zod/mini';
import { daysAfter, daysBetween, hourIn, monthsAfter } from '#shared/calendar';
import { filmWink, type Film, type FilmWink } from '#shared/film';
import { flameAfterAll, peopleOfLitDay } from '#shared/flame-rules';
import { actionId, activityId, seasonId, type SeasonId } from '#shared/ids';
import type { PastSeason } from '#shared/play';
import { winningPlaces } from '#shared/season-rules';
import type { DayOfBoard } from './film-store.ts';
import type { Read, SpanOfFilm } from './film-reading.ts';

/** What a film is kept as. */
export const filmFacts = z.object({
  people: z.int(),
  together: z.boolean(),
  total: z.object({ points: z.int(), actions: z.int() }),
  days: z.nullable(z.object({ together: z.int(), played: z.int() })),
  month: z.nullable(z.object({ best: z.int(), months: z.array(z.object({ month: z.string(), gained: z.int() })) })),
  action: z.nullable(z.object({ actionId, times: z.nullable(z.int()) })),
  gesture: z.nullable(activityId),
  flame: z.nullable(z.object({ days: z.int() })),
  seasons: z.nullable(z.object({ ids: z.array(seasonId), paid: z.int() })),
  goals: z.nullable(z.object({ reached: z.int() })),
  loss: z.nullable(activityId),
  gestures: z.nullable(z.object({ count: z.int() })),
  notes: z.array(activityId),
  biggest: z.nullable(z.object({ day: z.string(), actions: z.int() })),
  wink: z.nullable(filmWink),
});
export type FilmFacts = z.infer<typeof filmFacts>;

interface Material {
  span: SpanOfFilm;
  timeZone: string;
  /** Where the board has no scores: then no card tells what one member came to. */
  together: boolean;
  days: readonly DayOfBoard[];
  people: number;
  /** Days that count nowhere in the flame. */
  paused: readonly string[];
  read: Read;
  /** The seasons and goals whose last day was in it. */
  past: readonly PastSeason[];
  gestures: number;
}

export function factsOf({ span, timeZone, together, days, people, paused, read, past, gestures }: Material): FilmFacts {
  const gesture = mostLoved(read, ({ points }) => points > 0)[0]?.id ?? null;
  return {
    people,
    together,
    total: {
      points: days.reduce((sum, { gained, lost }) => sum + gained - lost, 0),
      actions: days.reduce((sum, { actions }) => sum + actions, 0),
    },
    days: daysPlayed(days),
    month: bestMonth(days, span),
    action: mostLogged(read),
    gesture,
    flame: longestFlame(days, paused),
    seasons: together ? null : seasonsOf(past),
    goals: atLeast(1, 'reached', past.filter(({ kind, isReached }) => kind === 'goal' && isReached === true).length),
    loss: funniestLoss(read),
    gestures: atLeast(1, 'count', gestures),
    notes: mostLoved(read, ({ id, has_note }) => has_note === 1 && id !== gesture)
      .slice(0, mostNotes)
      .map(({ id }) => id),
    biggest: biggestDay(days),
    wink: winkOf({ span, timeZone, days, read }),
  };
}

const mostNotes = 3;
const [fewDays, fewOnADay, shortFlame, shortSilence] = [2, 3, 3, 4];

function atLeast<Name extends string>(least: number, name: Name, count: number): Record<Name, number> | null {
  return count >= least ? ({ [name]: count } as Record<Name, number>) : null;
}

function daysPlayed(days: readonly DayOfBoard[]): Film['days'] {
  const together = days.filter(({ people }) => people >= peopleOfLitDay).length;
  return days.length < fewDays ? null : { together, played: days.length };
}

/** The month with the most gains, from the first on in which somebody played; of several, the latest. */
function bestMonth(days: readonly DayOfBoard[], { before }: SpanOfFilm): Film['month'] {
  const gained = new Map<string, number>();
  const last = daysAfter(before, -1).slice(0, 7);
  for (let month = days[0]?.day.slice(0, 7) ?? before; month <= last; month = monthsAfter(`${month}-01`, 1).slice(0, 7))
    gained.set(month, 0);
  for (const one of days) gained.set(one.day.slice(0, 7), (gained.get(one.day.slice(0, 7)) ?? 0) + one.gained);
  const months = [...gained].map(([month, points]) => ({ month, gained: points }));
  if (months.filter((one) => one.gained > 0).length < 2) return null;
  const most = Math.max(...months.map((one) => one.gained));
  return { best: months.findLastIndex((one) => one.gained === most), months };
}

/** The gain that was logged most; as often, the one logged last. */
function mostLogged({ logged, isWhole }: Read): FilmFacts['action'] {
  const counted = new Map<string, { actionId: FilmFacts['gesture'] & string; times: number; last: number }>();
  for (const { action_id, points, logged_at } of logged) {
    if (points <= 0) continue;
    const before = counted.get(action_id);
    counted.set(action_id, { actionId: action_id as never, times: (before?.times ?? 0) + 1, last: Math.max(before?.last ?? 0, logged_at) });
  }
  const [most] = [...counted.values()].toSorted((one, other) => other.times - one.times || other.last - one.last);
  return most && most.times >= 2 ? { actionId: most.actionId as never, times: isWhole ? most.times : null } : null;
}

function mostLoved({ changed }: Read, is: (row: Read['changed'][number]) => boolean): Read['changed'] {
  return changed
    .filter((row) => row.reactions !== null && row.reactions > 0 && is(row))
    .toSorted((one, other) => (other.reactions ?? 0) - (one.reactions ?? 0) || other.logged_at - one.logged_at);
}

/** The loss with the most laughs; where nobody laughed, the biggest. */
function funniestLoss({ logged, changed }: Read): FilmFacts['loss'] {
  const laughs = (row: Read['changed'][number]) => row.laughs ?? 0;
  const [funny] = changed
    .filter((row) => row.points < 0 && laughs(row) > 0)
    .toSorted((one, other) => laughs(other) - laughs(one) || one.points - other.points || other.logged_at - one.logged_at);
  const [biggest] = logged
    .filter(({ points }) => points < 0)
    .toSorted((one, other) => one.points - other.points || other.logged_at - one.logged_at);
  return (funny ?? biggest)?.id ?? null;
}

/** The longest flame that lies within the year. */
function longestFlame(days: readonly DayOfBoard[], paused: readonly string[]): Film['flame'] {
  const lit = days.filter(({ people }) => people >= peopleOfLitDay).map(({ day }) => day);
  return atLeast(shortFlame, 'days', flameAfterAll(lit, paused).record);
}

function seasonsOf(past: readonly PastSeason[]): FilmFacts['seasons'] {
  const won = past.filter(({ kind, places, ties }) => kind === 'season' && winningPlaces(places, ties).length > 0);
  const ids: SeasonId[] = won.map(({ id }) => id);
  return ids.length > 0 ? { ids, paid: won.filter(({ paidAt }) => paidAt !== null).length } : null;
}

/** Of several, the latest. */
function biggestDay(days: readonly DayOfBoard[]): Film['biggest'] {
  const most = Math.max(0, ...days.map(({ actions }) => actions));
  const day = days.findLast(({ actions }) => actions === most)?.day;
  return day === undefined || most < fewOnADay || days.length < fewDays ? null : { day, actions: most };
}

/** One of those that the year allows: another one each year. */
function winkOf({ span, timeZone, days, read }: Pick<Material, 'span' | 'timeZone' | 'days' | 'read'>): FilmWink | null {
  const winks = [silenceOf(days), weekdayOf(days), hourOf(read, timeZone)].flatMap((wink) => wink ?? []);
  return winks[Number(span.from.slice(0, 4)) % Math.max(winks.length, 1)] ?? null;
}

function silenceOf(days: readonly DayOfBoard[]): FilmWink | null {
  const gaps = days.slice(1).map(({ day }, index) => daysBetween(days[index]?.day ?? day, day) - 1);
  const longest = Math.max(0, ...gaps);
  return longest >= shortSilence ? { kind: 'silence', days: longest } : null;
}

function weekdayOf(days: readonly DayOfBoard[]): FilmWink | null {
  const sums = Array.from({ length: 7 }, () => 0);
  for (const { day, actions } of days) {
    const weekday = ((daysBetween('2024-01-01', day) % 7) + 7) % 7;
    sums[weekday] = (sums[weekday] ?? 0) + actions;
  }
  return only(sums, (weekday, actions) => ({ kind: 'weekday', weekday, actions }));
}

function hourOf({ logged }: Read, timeZone: string): FilmWink | null {
  const hours = Array.from({ length: 24 }, () => 0);
  // Some are enough, and `Intl` is asked for each.
  const step = Math.ceil(logged.length / mostHours);
  for (let place = 0; place < logged.length; place += step) {
    const hour = hourIn(timeZone, logged[place]?.logged_at ?? 0);
    hours[hour] = (hours[hour] ?? 0) + 1;
  }
  return only(hours, (hour) => ({ kind: 'hour', hour }));
}

const mostHours = 250;

/** Where one is ahead of all others. */
function only(counts: readonly number[], wink: (place: number, count: number) => FilmWink): FilmWink | null {
  const most = Math.max(...counts);
  const place = counts.indexOf(most);
  return most > 0 && counts.lastIndexOf(most) === place ? wink(place, most) : null;
}
