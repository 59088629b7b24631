/** What the cards of seasons say, computed. Pure. */
import { daysAfter, daysBetween } from '#shared/calendar';
import type { UserId } from '#shared/ids';
import type { Agreement, PastSeason, Play, Season, Terms } from '#shared/play';
import { type Pause, pauseOn } from '#shared/pause-rules';
import { countedDays } from '#shared/pause-terms';
import { excludeEachOther, isGame } from '#shared/games';
import type { RefusalCode } from '#shared/refusals';
import { type AgreementKind, agreementKinds, daysOfSeason, placesOf, type SeasonLength, winningPlaces } from '#shared/season-rules';
import type { ShownBoard } from '#client/sync/commands/projection.ts';
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

export type TakenKinds = ReadonlyMap<AgreementKind, RefusalCode>;

/** The kinds that cannot be proposed at the moment, and why the server would refuse each. */
export function takenKinds(
  { play, board: { playMode = 'scores' } }: Pick<ShownBoard, 'play' | 'board'>,
  clock: Clock,
  pause: Pause | undefined,
): TakenKinds {
  const [running] = play?.seasons ?? [];
  const open = openAgreements(play, clock);
  return new Map(
    agreementKinds.flatMap((kind): [AgreementKind, RefusalCode][] => {
      if (kind === playMode) return [[kind, 'played_so_already']];
      if (kind === 'season' && playMode === 'together') return [[kind, 'no_season_together']];
      if (running && isGame(kind)) return [[kind, running.kind === 'goal' ? 'goal_running' : 'season_running']];
      if (kind === 'contests' && play?.contests?.isOn) return [[kind, 'contests_on']];
      if (kind === 'pause' && pause) return [[kind, 'pause_running']];
      return open.some(({ terms }) => excludeEachOther(terms.kind, kind)) ? [[kind, 'agreement_open']] : [];
    }),
  );
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

/** A season is called by its stake, and without one by its days. */
export function titleOf({
  kind,
  stake,
  ...days
}: Pick<Season, 'kind' | 'startsOn' | 'lastDay'> & { stake?: string | null | undefined }): string {
  return kind === 'goal' ? texts.goal : (stake ?? texts.from(days));
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

/** What somebody has brought to a goal; undefined for who plays no part in it. */
export function partOf(standings: readonly { userId: UserId | null; points: number }[], myId: UserId): number | undefined {
  return standings.find(({ userId }) => userId === myId)?.points;
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

/** How long a podium is drawn in full. In milliseconds. */
const podiumStands = 48 * 60 * 60 * 1000;

/** When the podium of a season folds into a row. In milliseconds since 1970. */
export function foldsAt({ closedAt }: Pick<PastSeason, 'closedAt'>): number {
  return closedAt + podiumStands;
}

/** The names of the winners; none where several are first and the stake is void then. */
export function winnerNames({ places, ties }: Pick<PastSeason, 'places' | 'ties'>): string[] {
  // Their ids will not do: somebody whose account is gone has none, and has won all the same.
  return winningPlaces(places, ties).map(nameOf);
}

/** How a season ended, in a sentence. */
export function outcomeOf(season: PastSeason, myId: UserId): string {
  const { kind, stake, isReached, goal, places } = season;
  if (kind === 'goal') {
    if (isReached !== true) return texts.missed({ isClose: progressOf({ goal, points: pointsOf(places) }).percent >= 90 });
    return stake === null ? texts.reached : `${texts.reached} ${texts.reachedFor({ stake })}`;
  }
  const who = winnersIn(season, myId);
  return who === null ? nobodyWins(season) : texts.wins({ ...who, stake });
}

/** The same days later, in a row. */
export function resultOf(season: PastSeason, myId: UserId): string {
  const who = season.kind === 'goal' ? null : winnersIn(season, myId);
  return who === null ? outcomeOf(season, myId) : texts.won({ ...who, stake: season.stake });
}

/** What stands for the end of a season. */
export function emojiOf(season: PastSeason): string {
  if (season.kind === 'goal') return season.isReached ? '🎯' : '🌱';
  return winnerNames(season).length > 0 ? '⭐' : '🤝';
}

function winnersIn(season: PastSeason, myId: UserId): { names: string[]; isMe: boolean } | null {
  const names = winnerNames(season);
  return names.length === 0 ? null : { names, isMe: season.winners.includes(myId) };
}

function nobodyWins({ places }: PastSeason): string {
  return texts.nobodyWins({ isTied: places.some(({ rank }) => rank === 1) });
}

export function nameOf({ userId, username }: { userId: UserId | null; username: string }): string {
  return userId === null ? texts.someoneGone : username;
}
