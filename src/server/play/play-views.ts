import { defaultAvatar } from '#shared/account-rules';
import { deletedUsername } from '#shared/activities';
import { isOver } from '#shared/clock-rules';
import type { SeasonId } from '#shared/ids';
import type { Agreement, PastSeason, Play, Season } from '#shared/play';
import { winnersOf } from '#shared/season-rules';
import type { BoardRow } from '../boards/board-store.ts';
import { daysView, pausesOf } from '../boards/pause-store.ts';
import { isTogether, type PlayedAs } from '../boards/told-score.ts';
import type { Db } from '../database/database.ts';
import type { BoardSecrets } from '../encryption/board-keys.ts';
import { readable } from '../encryption/readable.ts';
import { termsOf } from './agreement-kinds.ts';
import { type AgreementRow, listOpenAgreements, listYes } from './agreement-store.ts';
import { readContests } from './contest-views.ts';
import { listPlayersOn } from './season-player-store.ts';
import { listPlaces, listRunning, listUnpaidOrNew, type PlaceRow, type SeasonRow } from './season-store.ts';
import { playersBySeason, together, toldStandings } from './season-views.ts';

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
  const players = playersBySeason(running.length > 0 ? await listPlayersOn(db, board.id) : []);
  for (const row of running)
    seasons.push(...readable([row], () => ({ ...seasonView(row, secrets), standings: toldStandings(board, players.get(row.id)) })));
  const past = await readPast(db, board, await listUnpaidOrNew(db, { boardId: board.id, after: now - standsFor }), secrets);
  const contests = await readContests(db, board, now);
  const first = Math.min(now, ...running.map(({ starts_at }) => starts_at));
  const pauses = (await pausesOf(db, board)).filter(({ endsAt }) => endsAt > first);
  return {
    agreements,
    seasons,
    past: past.filter(({ isOwed, closedAt }) => isOwed || !isOver(closedAt + standsFor, now, standsFor)),
    ...(contests ? { contests } : {}),
    ...(pauses.length > 0 ? { pauses } : {}),
  };
}

/** Those that a board shows: none with a winner among accomplices (decision D53). They are kept, and come back with the scores. */
export function shownSeasons<Row extends Pick<SeasonRow, 'kind'>>(board: PlayedAs, rows: readonly Row[]): readonly Row[] {
  return isTogether(board) ? rows.filter(({ kind }) => kind === 'goal') : rows;
}

/** Seasons that are closed, as they were then. */
export async function readPast(db: Db, board: PlayedAs, all: readonly SeasonRow[], secrets: BoardSecrets): Promise<PastSeason[]> {
  const rows = shownSeasons(board, all);
  const places = new Map<SeasonId, PlaceRow[]>();
  const ids = rows.map(({ id }) => id);
  for (const place of await listPlaces(db, ids)) places.set(place.season_id, [...(places.get(place.season_id) ?? []), place]);
  return rows.flatMap((row) => {
    const { closed_at: closedAt } = row;
    return closedAt === null ? [] : readable([row], () => pastView(board, row, places.get(row.id) ?? [], secrets, closedAt));
  });
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
  const { id, number, kind, ties, goal } = row;
  return { id, number, kind, ...daysView(row), stake: decryptStake(row, secrets), ties, goal };
}

function pastView(board: PlayedAs, row: SeasonRow, rows: readonly PlaceRow[], secrets: BoardSecrets, closedAt: number): PastSeason {
  const places = rows.map((one) => ({
    userId: one.user_id,
    username: one.username ?? deletedUsername,
    avatar: one.avatar ?? defaultAvatar,
    points: one.points,
    joinedLate: one.joined_late === 1,
    left: one.left_early === 1,
    rank: one.place === 0 ? null : one.place,
  }));
  const isReached = row.goal === null ? null : places.reduce((sum, { points }) => sum + points, 0) >= row.goal;
  // What all reached together is everybody's who was still there.
  const reachedBy = isReached ? places.filter(({ left }) => !left).map(({ userId }) => userId) : [];
  const won = row.kind === 'goal' ? reachedBy : winnersOf(places, row.ties);
  const winners = won.flatMap((userId) => userId ?? []);
  return {
    ...seasonView(row, secrets),
    closedAt,
    places: isTogether(board) ? [{ ...together(places), rank: null }] : places,
    isReached,
    isOwed: row.won === 1 && row.paid_at === null && winners.length > 0,
    winners,
    paidAt: row.paid_at,
    changedSince: row.changed === 1,
  };
}
