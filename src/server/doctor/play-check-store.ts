/** What a board plays for, counted anew: the days of seasons, the points of those who play, and the places of what is closed. */
import { type Selectable, sql } from 'kysely';
import { dayIn, daysAfter, daysBetween, startOfDay } from '#shared/calendar';
import { clocksDiffer, latestTime } from '#shared/clock-rules';
import type { BoardId, SeasonId, UserId } from '#shared/ids';
import { isWithin, type Span } from '#shared/agreed-days';
import type { Pause } from '#shared/pause-rules';
import { longestPause } from '#shared/pause-terms';
import { daysOfSeason, isDay, isWon, playLimits } from '#shared/season-rules';
import type { Db } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';

const halfHour = 30 * 60 * 1000;

/**
 * Whether a kept moment is a midnight, as the zone has it by what this Node knows of it. Countries change the rules of their clocks by half an hour or
 * an hour: what was agreed to before keeps its moments (decision D67).
 */
export function isMidnight(kept: number, midnight: number): boolean {
  const shift = Math.abs(kept - midnight);
  return shift <= 4 * halfHour && shift % halfHour === 0;
}

/** Seasons that are not what their activities, or the terms that were agreed to, make them. */
export async function wrongSeasons(db: Db): Promise<{ id: string; what: string }[]> {
  const seasons = await db
    .selectFrom('season')
    // What was agreed to is kept for a while.
    .leftJoin('agreement', (join) => join.on(sql<boolean>`agreement.id = season.id`).on('agreement.outcome', '=', 'agreed'))
    .selectAll('season')
    .select(['agreement.length', 'agreement.settled_at as agreed_at'])
    .execute();
  const pauses = byBoard(await db.selectFrom('pause').select(['board_id', 'starts_at', 'ends_at', 'first_revision']).execute());
  const players = new Map<SeasonId, Player[]>();
  for (const { season_id, ...player } of await db.selectFrom('season_player').selectAll().execute())
    players.set(season_id, [...(players.get(season_id) ?? []), player]);
  const places = await db.selectFrom('season_place').selectAll().orderBy('season_id').orderBy('position').execute();
  const jobs = await db.selectFrom('job').select(['subject', 'due', 'attempts']).where('kind', '=', 'settle_due').execute();
  const looks = new Map(jobs.map((job) => [job.subject, job]));
  const found: { id: string; what: string }[] = [];
  for (const season of seasons) {
    const own = places.filter(({ season_id }) => season_id === season.id);
    const { id, starts_on: startsOn, last_day: lastDay, closed_at: at, closed_revision: revision, time_zone: zone } = season;
    const say = (what: string) => found.push({ id, what });
    // Where there are no such days nothing can be counted.
    const hasDays = isDay(startsOn) && isDay(lastDay) && daysBetween(startsOn, lastDay) <= longest;
    if (!hasDays || !isAsAgreed(season, { startsOn, lastDay }, pauses.get(season.board_id)?.length))
      say("ses jours, ou son accord, l'excluent");
    if (!hasDays) continue;
    if (!isMidnight(season.starts_at, startOfDay(zone, startsOn)) || !isMidnight(season.ends_at, startOfDay(zone, daysAfter(lastDay, 1))))
      say('ses jours ne commencent ou ne finissent pas à minuit');
    const playing = players.get(id) ?? [];
    if (at === null || revision === null) {
      const look = looks.get(season.board_id);
      if (!look || (look.attempts === 0 && look.due > season.ends_at + 2 * furthest)) say('rien ne la clora');
      if (own.length > 0 || season.paid_at !== null || at !== null || revision !== null || season.first_revision === null)
        say('close à moitié');
      const { sums } = await countIn(db, { ...season, closed_revision: Number.MAX_SAFE_INTEGER, pauses: pauses.get(season.board_id) });
      for (const { user_id, points, actions } of playing) {
        const counted = sums.get(user_id) ?? { points: 0, actions: 0 };
        if (points !== counted.points || actions !== counted.actions)
          say(`membre ${user_id} : ${points} points en ${actions} fois, somme ${counted.points} en ${counted.actions}`);
      }
      for (const [user_id, joined_at] of await joinedAt(db, season.board_id)) {
        const player = playing.find((one) => one.user_id === user_id);
        if (!player) say(`membre ${user_id} : n'y joue pas`);
        else if (player.joined_late === 1 && joined_at < season.starts_at) say(`membre ${user_id} : là depuis le début, marqué en cours`);
      }
      for (const userId of sums.keys()) if (!playing.some(({ user_id }) => user_id === userId)) say(`membre ${userId} : n'y joue pas`);
      continue;
    }
    if (playing.length > 0) say('close à moitié');
    if (at < season.ends_at) say('close avant sa fin');
    if (season.paid_at !== null && season.paid_at < at) say('réglée avant sa fin');
    const ranked = own.filter(({ place }) => place > 0);
    const isInOrder =
      own.every(({ position }, index) => position === index + 1) &&
      ranked.every((one, index) => one === own[index] && one.place === ranked.filter(({ points }) => points > one.points).length + 1);
    if (!isInOrder) say('ses places ne sont pas dans leur ordre');
    const placed = own.map(({ position, points, place }) => ({ userId: position, points, rank: place === 0 ? null : place }));
    if ((season.won === 1) !== (season.stake_sealed !== null && isWon(season, placed)))
      say("son enjeu est gagné sans l'être, ou l'inverse");
    const { sums, isChanged } = await countIn(db, { ...season, closed_revision: revision, pauses: pauses.get(season.board_id) });
    // What a deleted account undid is gone.
    const mayBeGone = own.some(({ user_id }) => user_id === null);
    if (isChanged !== (season.changed === 1) && !(mayBeGone && !isChanged))
      say("ce qui fut annulé depuis n'y est pas marqué, ou l'est sans raison");
    for (const { user_id, points, place, left_early } of own) {
      if (user_id === null) continue;
      const counted = sums.get(user_id);
      if (points !== (counted?.points ?? 0)) say(`membre ${user_id} : ${points} points, somme ${counted?.points ?? 0}`);
      // Everybody had a rank in what was closed before decision D68.
      if (season.first_revision !== null && place > 0 !== (counted !== undefined && left_early === 0))
        say(`membre ${user_id} : classé sans y avoir joué jusqu'au bout, ou l'inverse`);
    }
    const joined = await joinedAt(db, season.board_id);
    // A clock that was ahead closed this season before its days began. Members who joined since then seem to have been there at its start.
    if (await wasClosedAhead(db, { ...season, at, revision })) joined.clear();
    const early = [...joined].flatMap(([userId, moment]) => (moment < season.starts_at ? [userId] : []));
    for (const userId of new Set([...sums.keys(), ...early]))
      if (!own.some(({ user_id }) => user_id === userId)) say(`membre ${userId} : sans place`);
    // Where nobody was there before its end, the clock was set back since.
    const wasThere = [...joined.values()].some((moment) => moment < season.ends_at);
    for (const { user_id, points, joined_late, left_early } of own) {
      const moment = user_id === null ? undefined : joined.get(user_id);
      if (moment === undefined) continue;
      // A member who joined before the season played all of it.
      if (moment < season.starts_at && (joined_late !== 0 || left_early !== 0)) say(`membre ${user_id} : ni arrivé en cours, ni parti`);
      const isLate = moment >= season.ends_at && moment < at && left_early === 0 && points === 0;
      if (isLate && wasThere) say(`membre ${user_id} : arrivé après sa fin`);
    }
  }
  return found;
}

/** In milliseconds: no midnight is further from that of UTC. */
const furthest = 15 * 60 * 60 * 1000;
/** In days, with all pauses that can come into it. */
const longest = playLimits.longestSeason * longestPause;

interface Terms {
  length: string | null;
  agreed_at: number | null;
}

/** Whether a season has the days of its agreement; the zone that a board had long ago is not known. A pause moves days away, never nearer. */
function isAsAgreed({ length, agreed_at }: Terms, { startsOn, lastDay }: Pause, pauses = 0): boolean {
  if (length === null || !Number.isSafeInteger(agreed_at)) return true;
  const [first = '', last = ''] = [-1, 1].map((sign) => daysAfter(dayIn('UTC', Number(agreed_at) + sign * furthest), 1));
  const isNamed = length === 'week' || length === 'month';
  if (pauses === 0)
    return startsOn >= first && startsOn <= last && lastDay === (isNamed ? daysOfSeason(length, daysAfter(startsOn, -1)).lastDay : length);
  const days = daysBetween(startsOn, lastDay) + 1;
  const [fewest, most] = length === 'week' ? [7, 7] : [28, 31];
  return startsOn >= first && (isNamed ? days >= fewest && days <= most + pauses * longestPause : lastDay >= length);
}

type Player = Omit<Selectable<Tables['season_player']>, 'season_id'>;

function byBoard(rows: readonly { board_id: BoardId; starts_at: number; ends_at: number; first_revision: number }[]) {
  const pauses = new Map<BoardId, (Span & { first_revision: number })[]>();
  for (const { board_id, starts_at: startsAt, ends_at: endsAt, first_revision } of rows)
    pauses.set(board_id, [...(pauses.get(board_id) ?? []), { startsAt, endsAt, first_revision }]);
  return pauses;
}

interface Closed {
  board_id: BoardId;
  starts_at: number;
  ends_at: number;
  first_revision: number | null;
  closed_revision: number;
  pauses: readonly (Span & { first_revision: number })[] | undefined;
}

/** What everybody had scored in a season when it was closed, and whether some of it was undone since. */
async function countIn(db: Db, season: Closed) {
  const { closed_revision: closedRevision } = season;
  const logged = await db
    .selectFrom('activity')
    // Those of deleted accounts count no more, and wait to be erased.
    .innerJoin('user', 'user.id', 'activity.user_id')
    .select(['activity.user_id', 'activity.points', 'activity.logged_at', 'activity.undone_revision', 'activity.board_revision'])
    .where('activity.board_id', '=', season.board_id)
    .where('activity.logged_at', '>=', season.starts_at)
    .where('activity.logged_at', '<', season.ends_at)
    .where('activity.board_revision', '>', season.first_revision ?? 0)
    .where('activity.board_revision', '<=', closedRevision)
    .where((eb) => eb.or([eb('activity.undone_revision', 'is', null), eb('activity.undone_revision', '>', closedRevision)]))
    .execute();
  const rows = logged.filter(
    ({ logged_at, board_revision }) => !season.pauses?.some((pause) => isWithin(pause, logged_at) && pause.first_revision < board_revision),
  );
  const sums = new Map<UserId, { points: number; actions: number }>();
  for (const { user_id, points } of rows) {
    const { points: sum, actions } = sums.get(user_id) ?? { points: 0, actions: 0 };
    sums.set(user_id, { points: sum + points, actions: actions + 1 });
  }
  return { sums, isChanged: rows.some(({ undone_revision }) => undone_revision !== null) };
}

/** When each member joined, in milliseconds since 1970. */
async function joinedAt(db: Db, boardId: BoardId): Promise<Map<UserId, number>> {
  const rows = await db.selectFrom('board_member').select(['user_id', 'joined_at']).where('board_id', '=', boardId).execute();
  return new Map(rows.map(({ user_id, joined_at }) => [user_id, joined_at]));
}

/** Whether a season was closed while the clock was ahead: at a time that is still to come, or before which something was logged later. */
async function wasClosedAhead(db: Db, { board_id, at, revision }: { board_id: BoardId; at: number; revision: number }): Promise<boolean> {
  if (at > latestTime(Date.now())) return true;
  const row = await db
    .selectFrom('activity')
    .select('id')
    .where('board_id', '=', board_id)
    .where('board_revision', '>', revision)
    .where('logged_at', '<', at - clocksDiffer)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
