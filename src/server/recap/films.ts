/** The films of a board: made when one is first opened, and kept (decision D51, decision record 0099). */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReplyOf } from '#shared/api';
import { daysAfter, startOfDay } from '#shared/calendar';
import type { Film } from '#shared/film';
import { daysOfFilm, filmsOffered, isFilmPeriod, isYear, leastOfFilm, yearsOf } from '#shared/film-periods';
import type { BoardId, FilmId, UserOnBoard } from '#shared/ids';
import { pausedDays } from '#shared/pause-rules';
import { winningPlaces } from '#shared/season-rules';
import { decryptActionTitle } from '../actions/action-views.ts';
import { noteView } from '../activities/activity-views.ts';
import { boardFor } from '../boards/board-for.ts';
import { decryptTitle } from '../boards/board-header.ts';
import { isTogether } from '../boards/told-score.ts';
import { type BoardRow, findBoard, type OwnBoardRow } from '../boards/board-store.ts';
import { pausesOf } from '../boards/pause-store.ts';
import type { Db } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { BoardSecrets } from '../encryption/board-keys.ts';
import { decryptable } from '../encryption/readable.ts';
import { refuse } from '../errors/refusal.ts';
import { newId } from '../ids/ids.ts';
import { readPast } from '../play/play-views.ts';
import { listPlayedBetween } from '../play/season-store.ts';
import { factsOf, type FilmFacts, filmFacts } from './film-facts.ts';
import { readActivities, type SpanOfFilm } from './film-reading.ts';
import {
  countPeople,
  findAction,
  findFilm,
  keepFilm,
  keepFilmAnew,
  listFilms,
  listSeasonsOf,
  listShown,
  saveFilmSeen,
  sumByDay,
} from './film-store.ts';
import { listGestures } from './gesture-store.ts';

type FilmDeps = Pick<Deps, 'database' | 'boardKeys'>;

/** The films of a board that can be seen. */
export async function listFilmsOf(
  { database }: Pick<Deps, 'database'>,
  of: UserOnBoard,
): Promise<ReplyOf<'GET /api/boards/:boardId/films'>> {
  return await database.snapshot(async (db) => {
    const board = await boardFor(db, of);
    const seen = new Set([board.film_year_seen, board.film_anniversary_seen]);
    const offered = filmsOffered(madeOf(board), Date.now());
    const kept = (await listFilms(db, of.boardId)).filter((period) => !offered.includes(period));
    return { films: [...offered, ...kept.toSorted().toReversed()].map((period) => ({ period, isSeen: seen.has(period) })) };
  });
}

/** Throws `film_not_found` for one that is neither offered nor kept. */
export async function readFilm(deps: FilmDeps, of: UserOnBoard, period: string): Promise<Film> {
  const kept = await showKept(deps, of, period);
  if (kept !== undefined) return kept;
  const facts = await makeOnce(deps, of.boardId, period);
  // As it is kept: another copy may have made it meanwhile.
  return (await showKept(deps, of, period)) ?? (await show(deps, of, period, facts));
}

/** Says that a person has opened a film. */
export async function markFilmSeen({ database }: Pick<Deps, 'database'>, of: UserOnBoard, period: string): Promise<void> {
  await database.unitOfWork(async ({ db }) => {
    const board = await boardFor(db, of);
    if (!isFilmPeriod(period)) throw refuse('film_not_found');
    if (!filmsOffered(madeOf(board), Date.now()).includes(period) && !(await findFilm(db, { ...of, period })))
      throw refuse('film_not_found');
    await saveFilmSeen(db, of, period);
  });
}

export function madeOf({ time_zone, created_at, film_anniversary }: Pick<BoardRow, 'time_zone' | 'created_at' | 'film_anniversary'>) {
  return { timeZone: time_zone, madeAt: created_at, told: film_anniversary };
}

/** Undefined for one that is to be made. */
async function showKept(deps: FilmDeps, of: UserOnBoard, period: string): Promise<Film | undefined> {
  const { database, boardKeys } = deps;
  return await database.snapshot(async (db) => {
    const board = await boardFor(db, of);
    const kept = isFilmPeriod(period) ? await findFilm(db, { ...of, period }) : undefined;
    if (!kept && !filmsOffered(madeOf(board), Date.now()).includes(period)) throw refuse('film_not_found');
    const secrets = await boardKeys.of(db, of.boardId);
    const facts = kept && decryptFacts(kept, secrets);
    return facts && (await viewOf(db, board, { period, facts, secrets }));
  });
}

/** One that is not kept. */
async function show({ database, boardKeys }: FilmDeps, of: UserOnBoard, period: string, facts: FilmFacts): Promise<Film> {
  return await database.snapshot(async (db) => {
    const board = await boardFor(db, of);
    return await viewOf(db, board, { period, facts, secrets: await boardKeys.of(db, of.boardId) });
  });
}

const sealedIn = ['film', 'facts'] as const;

/** Undefined for facts that have to be made anew: somebody deleted their account, or they cannot be read. */
function decryptFacts(
  { id, facts_sealed: sealed }: { id: FilmId; facts_sealed: string | null },
  secrets: BoardSecrets,
): FilmFacts | undefined {
  if (sealed === null) return undefined;
  const text = decryptable(() => secrets.decrypt(sealed, ...sealedIn, id));
  const facts = text === undefined ? undefined : filmFacts.safeParse(JSON.parse(text));
  return facts?.data;
}

/** Those that are being made, by board and period: of all members who open a film at once, one has it made. */
const underWay = new Map<string, Promise<FilmFacts>>();

async function makeOnce(deps: FilmDeps, boardId: BoardId, period: string): Promise<FilmFacts> {
  const key = `${boardId} ${period}`;
  const making = underWay.get(key) ?? make(deps, boardId, period).finally(() => underWay.delete(key));
  underWay.set(key, making);
  return await making;
}

/** Makes a film beside all others, and keeps it where there is enough for one. */
async function make(deps: FilmDeps, boardId: BoardId, period: string): Promise<FilmFacts> {
  const { database, boardKeys } = deps;
  for (;;) {
    const before = await findBoard(database.read, boardId);
    if (!before) throw refuse('board_not_found');
    // Not from one snapshot, which others would wait for.
    const facts = await gatherFacts(database.read, before, period, await boardKeys.of(database.read, boardId));
    if (facts.total.actions < leastOfFilm) return facts;
    const isKept = await database.unitOfWork(async ({ db }) => {
      await database.lockBoard(db, boardId);
      const board = await findBoard(db, boardId);
      if (!board) throw refuse('board_not_found');
      // What a deleted account did was in it.
      if (board.activities_revision !== before.activities_revision) return false;
      const secrets = await boardKeys.of(db, boardId);
      const kept = await findFilm(db, { boardId, period });
      const id = kept?.id ?? newId<FilmId>();
      const sealed = secrets.seal(JSON.stringify(facts), ...sealedIn, id);
      await (kept ? keepFilmAnew(db, id, sealed) : keepFilm(db, { boardId, period }, { id, sealed }));
      return true;
    });
    if (isKept) return facts;
  }
}

async function gatherFacts(db: Db, board: BoardRow, period: string, secrets: BoardSecrets): Promise<FilmFacts> {
  const { id: boardId, time_zone: timeZone } = board;
  const { from, before } = daysOfFilm(period, madeOf(board));
  const span: SpanOfFilm = { boardId, from, before, startsAt: startOfDay(timeZone, from), endsAt: startOfDay(timeZone, before) };
  const days = await sumByDay(db, { boardId, from, before });
  await nextTurn();
  const [players] = await countPeople(db, { boardId, from, before });
  await nextTurn();
  const read = await readActivities(
    db,
    span,
    days.reduce((sum, { actions }) => sum + actions, 0),
  );
  const ended = (await listPlayedBetween(db, { boardId, from, to: daysAfter(before, -1) })).filter(({ last_day }) => last_day < before);
  return factsOf({
    ...{ span, timeZone, days, read },
    together: isTogether(board),
    people: players?.people ?? 0,
    paused: pausedDays(await pausesOf(db, board)),
    past: board.play_revision === 0 ? [] : await readPast(db, board, ended, secrets),
    gestures: (await listGestures(db, { boardId, from, before })).length,
  });
}

interface Shown {
  period: string;
  facts: FilmFacts;
  secrets: BoardSecrets;
}

/** A film as it is shown today: activities that were undone since, and people who deleted their account, are not in it. */
async function viewOf(db: Db, board: OwnBoardRow, { period, facts, secrets }: Shown): Promise<Film> {
  const { from, before } = daysOfFilm(period, madeOf(board));
  const missing = Math.max(leastOfFilm - facts.total.actions, 0);
  const film: Film = {
    boardId: board.id,
    title: decryptTitle(board, secrets),
    icon: board.icon,
    theme: board.theme,
    ...{ period, from, until: daysAfter(before, -1) },
    years: isYear(period) ? null : yearsOf(period, madeOf(board)),
    company: facts.together ? 'accomplices' : facts.people < 2 ? 'alone' : facts.people === 2 ? 'two' : 'friends',
    missing: missing > 0 ? missing : null,
    ...{ days: null, total: null, month: null, action: null, gesture: null, flame: null, seasons: null, goals: null },
    ...{ loss: null, gestures: null, notes: null, biggest: null, wink: null },
  };
  if (missing > 0) return film;
  const { days, total, month, flame, goals, gestures, biggest, wink } = facts;
  const [gesture, loss, ...notes] = await shownOf(db, board.id, [facts.gesture, facts.loss, ...facts.notes], secrets);
  const written = notes.flatMap((one) => (one?.note ? [{ title: one.title, emoji: one.emoji, note: one.note }] : []));
  return {
    ...film,
    ...{ days, total, month, flame, goals, gestures, biggest, wink },
    action: await actionOf(db, board.id, facts.action, secrets),
    gesture: gesture ?? null,
    seasons: await championsOf(db, board, facts.seasons, secrets),
    loss: loss ? { title: loss.title, emoji: loss.emoji } : null,
    notes: written.length > 0 ? written : null,
  };
}

/** These activities in their order, undefined for those that are not shown any more. */
async function shownOf(db: Db, boardId: BoardId, ids: readonly FilmFacts['gesture'][], secrets: BoardSecrets) {
  const rows = await listShown(
    db,
    boardId,
    ids.flatMap((id) => id ?? []),
  );
  return ids.map((id) => {
    const row = rows.find((one) => one.id === id);
    return (
      row &&
      decryptable(() => ({
        title: secrets.decrypt(row.title_sealed, 'activity', 'title', row.id),
        emoji: row.emoji,
        ...{ userId: row.userId, username: row.username, avatar: row.avatar },
        note: noteView(row, secrets).note ?? null,
      }))
    );
  });
}

async function actionOf(db: Db, boardId: BoardId, action: FilmFacts['action'], secrets: BoardSecrets): Promise<Film['action']> {
  const row = action && (await findAction(db, { boardId, actionId: action.actionId }));
  if (!row) return null;
  const title = decryptable(() => decryptActionTitle(row.id, row.title_sealed, secrets));
  return title === undefined ? null : { title, emoji: row.emoji, times: action.times };
}

const mostChampions = 3;

/** Who won the most of these seasons, of those who still have an account. */
async function championsOf(db: Db, board: BoardRow, seasons: FilmFacts['seasons'], secrets: BoardSecrets): Promise<Film['seasons']> {
  if (!seasons) return null;
  const past = await readPast(db, board, await listSeasonsOf(db, board.id, seasons.ids), secrets);
  const winners = past.flatMap(({ places, ties }) => winningPlaces(places, ties));
  const people = new Map(
    winners.flatMap(({ userId, username, avatar }) => (userId === null ? [] : [[userId, { userId, username, avatar }]])),
  );
  const timesOf = (userId: string) => winners.filter((one) => one.userId === userId).length;
  const times = Math.max(0, ...[...people.keys()].map(timesOf));
  const champions = [...people.values()].filter(({ userId }) => timesOf(userId) === times);
  return { winners: champions.length > mostChampions ? [] : champions, times, won: seasons.ids.length, paid: seasons.paid };
}
