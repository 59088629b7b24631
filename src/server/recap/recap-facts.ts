/** What is worth telling of a week. */
import type { ToldMember } from '#shared/boards';
import { daysAfter, daysBetween, hourIn } from '#shared/calendar';
import type { PastSeason, Season } from '#shared/play';
import { type SeasonKind, winningPlaces } from '#shared/season-rules';
import type { FlameOnDay } from '#shared/flame-rules';
import type { UserId } from '#shared/ids';
import type { Recap, Wink } from '#shared/recap';

export interface DayOfPerson {
  user_id: UserId;
  day: string;
  gained: number;
  lost: number;
  actions: number;
}

/** Ties of more are no lead. */
const mostLeaders = 3;

/** The sums of a week and of the one before it; null when nothing was logged in it. */
export function totalOf(days: readonly DayOfPerson[], week: string): Recap['total'] | null {
  const [before, own] = [days.filter(({ day }) => day < week), days.filter(({ day }) => day >= week)];
  if (own.length === 0) return null;
  return { ...sumOf(own), people: new Set(own.map(({ user_id }) => user_id)).size, before: before.length > 0 ? sumOf(before) : null };
}

function sumOf(days: readonly DayOfPerson[]): { points: number; actions: number } {
  return days.reduce((sum, { gained, lost, actions }) => ({ points: sum.points + gained - lost, actions: sum.actions + actions }), {
    points: 0,
    actions: 0,
  });
}

/** Nobody leads with 0 (decision D24), nor alone on a board. */
export function leadersOf(
  days: readonly DayOfPerson[],
  week: string,
  members: readonly Pick<ToldMember, 'userId' | 'username' | 'avatar'>[],
): Recap['leaders'] {
  if (members.length < 2) return null;
  const scores = new Map<UserId, number>();
  for (const { user_id, day, gained, lost } of days) if (day >= week) scores.set(user_id, (scores.get(user_id) ?? 0) + gained - lost);
  const points = Math.max(0, ...members.map(({ userId }) => scores.get(userId) ?? 0));
  const leaders = members.filter(({ userId }) => scores.get(userId) === points);
  if (points === 0 || leaders.length > mostLeaders) return null;
  return { points, members: leaders.map(({ userId, username, avatar }) => ({ userId, username, avatar })) };
}

/** The day with the most gains; of several, the latest. */
export function daysOf(days: readonly DayOfPerson[], week: string): Recap['days'] {
  const gained = Array.from({ length: 7 }, () => 0);
  const actions = Array.from({ length: 7 }, () => 0);
  for (const one of days) {
    const index = daysBetween(week, one.day);
    if (index < 0) continue;
    gained[index] = (gained[index] ?? 0) + one.gained;
    actions[index] = (actions[index] ?? 0) + one.actions;
  }
  if (gained.filter((points) => points > 0).length < 2) return null;
  const best = gained.lastIndexOf(Math.max(...gained));
  return { best, actions: actions[best] ?? 0, gained };
}

/** Alone on a board there is no flame. */
export function flameLeft(
  { days, record }: FlameOnDay,
  members: readonly Pick<ToldMember, 'userId' | 'username' | 'avatar'>[],
): Recap['flame'] {
  return days === 0 || members.length < 2 ? null : { days, record };
}

interface Played {
  past: readonly PastSeason[];
  /** All that had begun, closed since or not. */
  all: readonly Pick<Season, 'kind' | 'number' | 'lastDay' | 'stake'>[];
}

/** What ended in a week with its podium as it was kept, otherwise what went on after it; the newest first. */
export function seasonOf({ past, all }: Played, week: string): Recap['season'] {
  const next = daysAfter(week, 7);
  const over = seasonFirst(past.filter(({ lastDay }) => lastDay >= week && lastDay < next));
  if (over) {
    const { kind, number, stake, isReached, places, ties } = over;
    const won = kind === 'goal' ? [] : winningPlaces(places, ties);
    const winners = won.map(({ userId, username, avatar }) => ({ userId, username, avatar }));
    const isTied = places.filter(({ rank }) => rank === 1).length > 1;
    return { state: 'over', kind, number, stake, isReached, isTied, winners };
  }
  const running = seasonFirst(all.filter(({ lastDay }) => lastDay >= next));
  if (!running) return null;
  const { kind, number, lastDay, stake } = running;
  return { state: 'running', kind, number, stake, daysLeft: daysBetween(next, lastDay) + 1 };
}

function seasonFirst<One extends { kind: SeasonKind; number: number }>(seasons: readonly One[]): One | undefined {
  const newest = seasons.toSorted((one, other) => other.number - one.number);
  return newest.find(({ kind }) => kind === 'season') ?? newest[0];
}

const [fewReactions, fewInAnHour] = [3, 3];

interface WinkFacts {
  week: string;
  timeZone: string;
  days: readonly DayOfPerson[];
  moments: readonly number[];
  reaction: { emoji: string; times: number } | undefined;
}

/** One of those that the week allows: another one each week, so that the card does not say the same on every Monday. */
export function winkOf({ week, timeZone, days, moments, reaction }: WinkFacts): Wink | null {
  const hours = Array.from({ length: 24 }, () => 0);
  for (const moment of moments) {
    const hour = hourIn(timeZone, moment);
    hours[hour] = (hours[hour] ?? 0) + 1;
  }
  const within = (from: number, before: number) => hours.slice(from, before).reduce((sum, times) => sum + times, 0);
  const [night, dawn, rush] = [within(0, 5), within(5, 7), Math.max(...hours)];
  const logged = new Set(days.map(({ day }) => day));
  const winks: Wink[] = [];
  if (reaction && reaction.times >= fewReactions) winks.push({ kind: 'reaction', ...reaction });
  if (night > 0) winks.push({ kind: 'night', times: night });
  if (dawn > 0) winks.push({ kind: 'dawn', times: dawn });
  if (Array.from({ length: 7 }, (_, index) => daysAfter(week, index)).every((day) => logged.has(day))) winks.push({ kind: 'every-day' });
  if (rush >= fewInAnHour) winks.push({ kind: 'hour', hour: hours.indexOf(rush), times: rush });
  return winks[(daysBetween('2024-01-01', week) / 7) % Math.max(winks.length, 1)] ?? null;
}
