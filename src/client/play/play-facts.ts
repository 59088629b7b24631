/** What the cards of seasons say, computed. Pure. */
import { daysAfter, daysBetween } from '#shared/calendar';
import type { UserId } from '#shared/ids';
import type { Agreement, PastSeason, Play, Season, Terms } from '#shared/play';
import { type Pause, pauseOn } from '#shared/pause-rules';
import { countedDays } from '#shared/pause-terms';
import { type AgreementKind, agreementKinds, daysOfSeason, placesOf, type SeasonLength, winningPlaces } from '#shared/season-rules';
import { playMessages as texts } from './play-messages.fr.ts';

interface Clock {
  /** What time it is for the server, in milliseconds since 1970. */
  now: number;
  /** The day that the board has now. */
  today: string;
}

/** Proposals that can still be answered. */
export function openAgreements<A extends Pick<Agreement, 'lapsesAt'>>(
  play: { agreements: readonly A[] } | undefined,
  { now }: Pick<Clock, 'now'>,
): A[] {
  return (play?.agreements ?? []).filter(({ lapsesAt }) => now < lapsesAt);
}

/** When what a board plays for, or what is contested there, can be answered no more. */
export function lapsesOf(play: { agreements: readonly Pick<Agreement, 'lapsesAt'>[]; contests?: Play['contests'] } | undefined): number[] {
  return [...(play?.agreements ?? []).map(({ lapsesAt }) => lapsesAt), ...(play?.contests?.list ?? []).map(({ endsAt }) => endsAt)];
}

/** The kinds of which nothing runs, and no proposal waits. */
export function freeKinds(play: Play | undefined, clock: Clock, pause: Pause | undefined): AgreementKind[] {
  const taken = new Set<AgreementKind>([
    ...(play?.seasons ?? []).map(({ kind }) => kind),
    ...openAgreements(play, clock).map(({ terms }) => terms.kind),
    ...(play?.contests?.isOn ? (['contests'] as const) : []),
    ...(pause ? (['pause'] as const) : []),
  ]);
  return agreementKinds.filter((kind) => !taken.has(kind));
}

type Days = Pick<Season, 'startsOn' | 'lastDay' | 'kind'>;

/** 'Encore 4 jours', on the days of the season's clock, but for those of the board's pauses. */
export function daysInWords(
  { startsOn, lastDay, kind }: Days,
  today: string,
  pauses: readonly Pause[] = [],
  daysLeft: (left: { days: number }) => string = texts.daysLeft,
): string {
  if (today < startsOn) return begins(startsOn, today);
  if (today > lastDay) return kind === 'goal' ? texts.goalOver : texts.over;
  const days = countedDays({ startsOn: today, lastDay }, pauses);
  return pauseOn(pauses, today) ? texts.afterPause({ days }) : daysLeft({ days });
}

export function pauseInWords({ startsOn, lastDay }: Pause, today: string): string {
  return today < startsOn ? begins(startsOn, today) : texts.pausedFor({ days: daysBetween(today, lastDay) + 1 });
}

function begins(startsOn: string, today: string): string {
  return startsOn > daysAfter(today, 1) ? texts.since({ day: startsOn }) : texts.tomorrow;
}

export function titleOf({ kind, number }: Pick<Season, 'kind' | 'number'>): string {
  return kind === 'goal' ? texts.goal : texts.season({ number });
}

/** How far all together are. Points that were lost count, too: below 0 the bar is empty. 100 % says that it is reached. */
export function progressOf({ goal, points }: { goal: number | null; points: number }): { points: number; goal: number; percent: number } {
  const whole = goal ?? 0;
  const percent = whole === 0 ? 0 : Math.round((100 * points) / whole);
  return { points, goal: whole, percent: Math.min(points >= whole ? 100 : 99, Math.max(0, percent)) };
}

export function pointsOf(standings: readonly { points: number }[]): number {
  return standings.reduce((sum, { points }) => sum + points, 0);
}

type Scored = Pick<Season['standings'][number], 'userId' | 'username' | 'points' | 'actions' | 'left'>;

/** One's own place, in a few words; null for somebody who does not play in it. `follow` says by how much one is behind whom. */
export function ownPlace({ standings }: { standings: readonly Scored[] }, myId: UserId, follow = texts.place.follow): string | null {
  const places = placesOf(standings.filter(({ left }) => !left));
  const mine = places.find(({ userId }) => userId === myId);
  if (!mine) return null;
  if (places.every(({ points }) => points === 0)) return texts.place.even;
  const best = places.find((one) => one !== mine);
  if (best && mine.rank === 1 && best.rank === 1) return texts.place.tie;
  if (places.length > 2 && mine.rank !== null && mine.rank > 1) return texts.place.rank({ rank: mine.rank });
  if (!best) return null;
  // Somebody without a rank leads nobody, whatever the others have lost.
  const [count, leads] = [mine.points - best.points, mine.rank === 1 || best.rank === null];
  if (leads) return count > 0 ? texts.place.lead({ count }) : texts.place.even;
  return count < 0 ? follow({ count: -count, name: best.username }) : texts.place.even;
}

/** The face of whoever leads alone. */
export function leadingFace(standings: Season['standings']): string | undefined {
  const [first, second] = placesOf(standings.filter(({ left }) => !left));
  return first?.rank === 1 && second?.rank !== 1 ? first.avatar : undefined;
}

/** The same once more: as long as it was, from tomorrow on. */
export function termsAgain({ kind, stake, ties, goal, startsOn, lastDay }: PastSeason, today: string): Terms {
  const length = lengthAgain(startsOn, lastDay, today);
  if (kind === 'season') return { kind, length, stake: stake ?? '', ties };
  return { kind, length, points: goal ?? 1, ...(stake === null ? {} : { stake }) };
}

function lengthAgain(startsOn: string, lastDay: string, today: string): SeasonLength {
  const known = (['week', 'month'] as const).find((length) => daysOfSeason(length, daysAfter(startsOn, -1)).lastDay === lastDay);
  return known ?? { lastDay: daysAfter(today, 1 + daysBetween(startsOn, lastDay)) };
}

/** Of those that are over, the newest of each kind: only that is offered once more. */
export function isNewest(season: PastSeason, past: readonly PastSeason[]): boolean {
  return past.find(({ kind }) => kind === season.kind)?.id === season.id;
}

/** Who has won, by name; nobody where several are first and the stake is void then. */
export function winnerNames({ places, ties }: Pick<PastSeason, 'places' | 'ties'>): string[] {
  // Not by their ids: whose account is gone has none, and has won all the same.
  return winningPlaces(places, ties).map(nameOf);
}

export function nameOf({ userId, username }: { userId: UserId | null; username: string }): string {
  return userId === null ? texts.someoneGone : username;
}
