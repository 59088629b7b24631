/** What a board plays for, counted anew: the days of seasons, the points of those who play, and the places of what is closed. */
import { type Selectable, sql } from 'kysely';
import { dayIn, daysAfter, daysBetween, startOfDay } from '#shared/calendar';
import { clocksDiffer, latestTime } from '#shared/clock-rules';
import type { BoardId, UserId } from '#shared/ids';
import { isWithin } from '#shared/agreed-days';
import type { Pause } from '#shared/pause-rules';
import { longestPause } from '#shared/pause-terms';
import { daysOfSeason, isDay, isWon, playLimits } from '#shared/season-rules';
import type { Db } from '../database/database.ts';
import { countedAt, countedMoment } from '../leaderboard/member-day-store.ts';
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

interface Finding {
  id: string;
  what: string;
}

/** Seasons that are not what their activities, or the terms that were agreed to, make them. */
export async function wrongSeasons(db: Db): Promise<Finding[]> {
  const seasons = await db
    .selectFrom('season')
    // What was agreed to is kept for a while.
    .leftJoin('agreement', (join) => join.on(sql<boolean>`agreement.id = season.id`).on('agreement.outcome', '=', 'agreed'))
    .selectAll('season')
    .select(['agreement.length', 'agreement.settled_at as agreed_at'])
    .execute();
  const pausesOf = groupedBy(
    'board_id',
    await db.selectFrom('pause').select(['board_id', 'starts_at', 'ends_at', 'first_revision']).execute(),
  );
  const playersOf = groupedBy('season_id', await db.selectFrom('season_player').selectAll().execute());
  const placesOf = groupedBy('season_id', await db.selectFrom('season_place').selectAll().orderBy('position').execute());
  const jobs = await db.selectFrom('job').select(['subject', 'due', 'attempts']).where('kind', '=', 'settle_due').execute();
  const lookAt = new Map(jobs.map((job) => [job.subject, job]));
  const found: Finding[] = [];
  for (const season of seasons) {
    const { id, board_id, starts_on: startsOn, last_day: lastDay, closed_at, closed_revision, time_zone: zone } = season;
    const say = (what: string) => found.push({ id, what });
    const pauses = pausesOf.get(board_id) ?? [];
    // The activities between days that do not exist cannot be counted.
    const hasDays = isDay(startsOn) && isDay(lastDay) && daysBetween(startsOn, lastDay) <= longest;
    if (!hasDays || !isAsAgreed(season, { startsOn, lastDay }, pauses.length)) say("ses jours, ou son accord, l'excluent");
    if (!hasDays) continue;
    if (!isMidnight(season.starts_at, startOfDay(zone, startsOn)) || !isMidnight(season.ends_at, startOfDay(zone, daysAfter(lastDay, 1))))
      say('ses jours ne commencent ou ne finissent pas à minuit');
    const [players, places] = [playersOf.get(id) ?? [], placesOf.get(id) ?? []];
    if (closed_at === null || closed_revision === null) {
      if (places.length > 0 || season.paid_at !== null || closed_at !== null || closed_revision !== null || season.first_revision === null)
        say('close à moitié');
      await checkRunning(db, season, { pauses, players, look: lookAt.get(board_id) }, say);
    } else {
      if (players.length > 0) say('close à moitié');
      await checkClosed(db, { ...season, closed_at, closed_revision }, { pauses, places }, say);
    }
  }
  return found;
}

type SeasonRow = Selectable<Tables['season']>;
type Rest = Pick<Selectable<Tables['pause']>, 'starts_at' | 'ends_at' | 'first_revision'>;
type Say = (what: string) => void;

interface Running {
  pauses: readonly Rest[];
  players: readonly Selectable<Tables['season_player']>[];
  /** The job that closes it. */
  look: { due: number; attempts: number } | undefined;
}

async function checkRunning(db: Db, season: SeasonRow, { pauses, players, look }: Running, say: Say): Promise<void> {
  if (!look || (look.attempts === 0 && look.due > season.ends_at + 2 * furthest)) say('rien ne la clora');
  const { sums } = await countIn(db, season, { until: Number.MAX_SAFE_INTEGER, pauses });
  for (const { user_id, points, actions } of players) {
    const counted = sums.get(user_id) ?? { points: 0, actions: 0 };
    if (points !== counted.points || actions !== counted.actions)
      say(`membre ${user_id} : ${points} points en ${actions} fois, somme ${counted.points} en ${counted.actions}`);
  }
  const joined = await joinedAt(db, season.board_id);
  for (const userId of new Set([...joined.keys(), ...sums.keys()])) {
    const player = players.find(({ user_id }) => user_id === userId);
    const moment = joined.get(userId);
    if (!player) say(`membre ${userId} : n'y joue pas`);
    else if (player.joined_late === 1 && moment !== undefined && moment < season.starts_at)
      say(`membre ${userId} : là depuis le début, marqué en cours`);
  }
}

type ClosedRow = SeasonRow & { closed_at: number; closed_revision: number };

interface Closed {
  pauses: readonly Rest[];
  /** In the order of the podium. */
  places: readonly Selectable<Tables['season_place']>[];
}

async function checkClosed(db: Db, season: ClosedRow, { pauses, places }: Closed, say: Say): Promise<void> {
  const { closed_at: at, closed_revision: until } = season;
  if (at < season.ends_at) say('close avant sa fin');
  if (season.paid_at !== null && season.paid_at < at) say('réglée avant sa fin');
  const ranked = places.filter(({ place }) => place > 0);
  const isInOrder =
    places.every(({ position }, index) => position === index + 1) &&
    ranked.every((one, index) => one === places[index] && one.place === ranked.filter(({ points }) => points > one.points).length + 1);
  if (!isInOrder) say('ses places ne sont pas dans leur ordre');
  const placed = places.map(({ position, points, place }) => ({ userId: position, points, rank: place === 0 ? null : place }));
  if ((season.won === 1) !== (season.stake_sealed !== null && isWon(season, placed))) say("son enjeu est gagné sans l'être, ou l'inverse");
  const { sums, isChanged } = await countIn(db, season, { until, pauses });
  // What a deleted account undid is gone.
  const mayBeGone = places.some(({ user_id }) => user_id === null);
  if (isChanged !== (season.changed === 1) && !(mayBeGone && !isChanged))
    say("ce qui fut annulé depuis n'y est pas marqué, ou l'est sans raison");
  for (const { user_id, points, place, left_early } of places) {
    if (user_id === null) continue;
    const counted = sums.get(user_id);
    if (points !== (counted?.points ?? 0)) say(`membre ${user_id} : ${points} points, somme ${counted?.points ?? 0}`);
    // Everybody had a rank in what was closed before decision D68.
    if (season.first_revision !== null && place > 0 !== (counted !== undefined && left_early === 0))
      say(`membre ${user_id} : classé sans y avoir joué jusqu'au bout, ou l'inverse`);
  }
  const joined = await joinedAt(db, season.board_id);
  // A clock that was ahead closed this season before its days began. Members who joined since then seem to have been there at its start.
  if (await wasClosedAhead(db, { board_id: season.board_id, at, revision: until })) joined.clear();
  const early = [...joined].flatMap(([userId, moment]) => (moment < season.starts_at ? [userId] : []));
  for (const userId of new Set([...sums.keys(), ...early]))
    if (!places.some(({ user_id }) => user_id === userId)) say(`membre ${userId} : sans place`);
  // If nobody was there before its end, the clock was set back since.
  const wasThere = [...joined.values()].some((moment) => moment < season.ends_at);
  for (const { user_id, points, joined_late, left_early } of places) {
    const moment = user_id === null ? undefined : joined.get(user_id);
    if (moment === undefined) continue;
    // A member who joined before the season played all of it.
    if (moment < season.starts_at && (joined_late !== 0 || left_early !== 0)) say(`membre ${user_id} : ni arrivé en cours, ni parti`);
    const isLate = moment >= season.ends_at && moment < at && left_early === 0 && points === 0;
    if (isLate && wasThere) say(`membre ${user_id} : arrivé après sa fin`);
  }
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

function groupedBy<Name extends string, Row extends Record<Name, string>>(name: Name, rows: readonly Row[]): Map<Row[Name], Row[]> {
  const groups = new Map<Row[Name], Row[]>();
  for (const row of rows) {
    const group = groups.get(row[name]);
    if (group) group.push(row);
    else groups.set(row[name], [row]);
  }
  return groups;
}

/** What everybody had scored in a season at the revision `until` of its board, and whether some of it was undone since. */
async function countIn(db: Db, season: SeasonRow, { until, pauses }: { until: number; pauses: readonly Rest[] }) {
  const logged = await db
    .selectFrom('activity')
    // Those of deleted accounts count no more, and wait to be erased.
    .innerJoin('user', 'user.id', 'activity.user_id')
    .select((eb) => ['activity.user_id', 'activity.points', countedAt(eb), 'activity.undone_revision', 'activity.board_revision'])
    .where('activity.board_id', '=', season.board_id)
    .where((eb) => eb(countedMoment(eb), '>=', season.starts_at))
    .where('activity.logged_at', '>=', season.starts_at)
    .where('activity.logged_at', '<', season.ends_at)
    .where('activity.board_revision', '>', season.first_revision ?? 0)
    .where('activity.board_revision', '<=', until)
    .where((eb) => eb.or([eb('activity.undone_revision', 'is', null), eb('activity.undone_revision', '>', until)]))
    .execute();
  const rows = logged.filter(
    ({ at, board_revision }) =>
      !pauses.some(
        ({ starts_at: startsAt, ends_at: endsAt, first_revision }) => isWithin({ startsAt, endsAt }, at) && first_revision < board_revision,
      ),
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
