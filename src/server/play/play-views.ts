import { defaultAvatar } from '#shared/account-rules';
import { deletedUsername } from '#shared/activities';
import { dayIn, startOfDay } from '#shared/calendar';
import type { SeasonId } from '#shared/ids';
import type { Agreement, PastSeason, Play, Season } from '#shared/play';
import { winnersOf } from '#shared/season-rules';
import type { BoardRow } from '../boards/board-store.ts';
import { pausesOf } from '../boards/pause-store.ts';
import type { Db } from '../database/database.ts';
import type { BoardSecrets } from '../encryption/board-keys.ts';
import { readable } from '../encryption/readable.ts';
import { termsOf } from './agreement-kinds.ts';
import { type AgreementRow, listOpenAgreements, listYes } from './agreement-store.ts';
import { readContests } from './contest-views.ts';
import { listPlaces, listPlayers, listRunning, listUnpaidOrNew, type PlaceRow, type SeasonRow, sumDays } from './season-store.ts';

/** How long a season that is over stands on its board, whatever became of its stake. In milliseconds. */
const standsFor = 7 * 24 * 60 * 60 * 1000;

/** What a board plays for; undefined where it never played for anything. */
export async function readPlay(db: Db, board: BoardRow, secrets: BoardSecrets, now = Date.now()): Promise<Play | undefined> {
  if (board.play_revision === 0) return undefined;
  const open = await listOpenAgreements(db, board.id);
  const agreements: Agreement[] = [];
  // A handful at most: one of a kind.
  for (const row of open) {
    const agreed = await listYes(db, row.id);
    agreements.push(...readable([row], () => agreementView(row, agreed, secrets)));
  }
  const seasons: Season[] = [];
  const running = await listRunning(db, board.id);
  for (const row of running) {
    const standings = await readStandings(db, board, row);
    seasons.push(...readable([row], () => ({ ...seasonView(row, secrets), standings })));
  }
  const past = await readPast(db, await listUnpaidOrNew(db, { boardId: board.id, after: now - standsFor }), secrets);
  const contests = await readContests(db, board, now);
  const [first = ''] = [dayIn(board.time_zone, now), ...running.map(({ starts_on }) => starts_on)].toSorted();
  const pauses = (await pausesOf(db, board)).filter(({ lastDay }) => lastDay >= first);
  return {
    agreements,
    seasons,
    past: past.filter(({ isOwed, closedAt }) => isOwed || closedAt > now - standsFor),
    ...(contests ? { contests } : {}),
    ...(pauses.length > 0 ? { pauses } : {}),
  };
}

/** Seasons that are closed, as they were then. */
export async function readPast(db: Db, rows: readonly SeasonRow[], secrets: BoardSecrets): Promise<PastSeason[]> {
  const places = new Map<SeasonId, PlaceRow[]>();
  const ids = rows.map(({ id }) => id);
  for (const place of await listPlaces(db, ids)) places.set(place.season_id, [...(places.get(place.season_id) ?? []), place]);
  return rows.flatMap((row) => {
    const { closed_at: closedAt } = row;
    return closedAt === null ? [] : readable([row], () => pastView(row, places.get(row.id) ?? [], secrets, closedAt));
  });
}

type Standings = Season['standings'];

/** Of all members, in the order in which they joined, and of those who have left but scored in it. */
export async function readStandings(db: Db, board: Pick<BoardRow, 'id' | 'time_zone'>, season: SeasonRow): Promise<Standings> {
  const sums = await sumDays(db, { boardId: board.id, from: season.starts_on, to: season.last_day });
  const points = new Map(sums.map((sum) => [sum.user_id, sum.points]));
  const begins = startOfDay(board.time_zone, season.starts_on);
  const members = await listPlayers(db, board.id);
  const here = new Set(members.map(({ user_id }) => user_id));
  return [
    ...members.map(({ user_id: userId, username, avatar, joined_at: joinedAt }) => ({
      userId,
      username,
      avatar,
      points: points.get(userId) ?? 0,
      joinedLate: joinedAt >= begins,
      left: false,
    })),
    ...sums.flatMap(({ user_id: userId, username, avatar }) =>
      here.has(userId) ? [] : { userId, username, avatar, points: points.get(userId) ?? 0, joinedLate: false, left: true },
    ),
  ];
}

export function sealedStake(id: string, stake: string | undefined, secrets: BoardSecrets): string | null {
  return stake === undefined ? null : secrets.seal(stake, 'agreement', 'stake', id);
}

/** A season has the sealed text of its agreement, and the same id. */
export function decryptStake({ id, stake_sealed }: { id: string; stake_sealed: string | null }, secrets: BoardSecrets): string | null {
  return stake_sealed === null ? null : secrets.decrypt(stake_sealed, 'agreement', 'stake', id);
}

function agreementView(row: AgreementRow, agreed: Agreement['agreed'], secrets: BoardSecrets): Agreement {
  return {
    id: row.id,
    terms: termsOf(row, decryptStake(row, secrets)),
    proposedBy: { userId: row.proposed_by, username: row.username, avatar: row.avatar },
    proposedAt: row.proposed_at,
    lapsesAt: row.lapses_at,
    agreed,
  };
}

function seasonView(row: SeasonRow, secrets: BoardSecrets): Omit<Season, 'standings'> {
  const { id, number, kind, starts_on: startsOn, last_day: lastDay, ties, goal } = row;
  return { id, number, kind, startsOn, lastDay, stake: decryptStake(row, secrets), ties, goal };
}

function pastView(row: SeasonRow, rows: readonly PlaceRow[], secrets: BoardSecrets, closedAt: number): PastSeason {
  const places = rows.map((one) => ({
    userId: one.user_id,
    username: one.username ?? deletedUsername,
    avatar: one.avatar ?? defaultAvatar,
    points: one.points,
    joinedLate: one.joined_late === 1,
    left: one.left_early === 1,
    rank: one.place,
  }));
  const isReached = row.goal === null ? null : places.reduce((sum, { points }) => sum + points, 0) >= row.goal;
  // What all reached together is everybody's.
  const won = row.kind === 'goal' ? (isReached ? places : []).map(({ userId }) => userId) : winnersOf(places, row.ties);
  const winners = won.flatMap((userId) => userId ?? []);
  return {
    ...seasonView(row, secrets),
    closedAt,
    places,
    isReached,
    isOwed: row.won === 1 && row.paid_at === null && winners.length > 0,
    winners,
    paidAt: row.paid_at,
    changedSince: row.changed === 1,
  };
}
