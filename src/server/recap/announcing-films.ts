import { setImmediate as nextTurn } from 'node:timers/promises';
import { anniversaryOffered, daysOfFilm, filmsOffered, yearOffered, yearsAfter } from '#shared/film-periods';
import { dayIn, daysAfter, startOfDay } from '#shared/calendar';
import { findBoard } from '../boards/board-store.ts';
import type { Deps } from '../deps.ts';
import { announceFilm, findFirstMade, hasEnough, listMadeWithin } from './film-store.ts';
import { madeOf } from './films.ts';

/** Boards that are looked up at once. */
const some = 100;

/**
 * Announces the films of a zone that are there and have enough to tell: each film of each board once, however many copies look, however
 * their clocks differ, and whatever zone the board has had.
 */
export async function announceFilms(
  { database }: Pick<Deps, 'database'>,
  timeZone: string,
  now: number,
  signal: AbortSignal,
): Promise<void> {
  const first = await findFirstMade(database.read, timeZone);
  if (first === null) return;
  const year = yearOffered(timeZone, now);
  if (year !== undefined) await announceWithin({ from: 0, before: now }, ({ film_year }) => (film_year === year ? undefined : year));
  const today = dayIn(timeZone, now);
  for (let years = 1; ; years += 1) {
    // A day more on both sides: the boards themselves are asked.
    const before = startOfDay(timeZone, daysAfter(yearsAfter(today, -years), 2));
    if (before <= first) return;
    const from = startOfDay(timeZone, daysAfter(yearsAfter(today, -years), -8));
    await announceWithin({ from, before }, (board) => {
      const anniversary = anniversaryOffered(madeOf(board), now);
      return anniversary === board.film_anniversary ? undefined : anniversary;
    });
  }

  async function announceWithin(made: { from: number; before: number }, untold: (board: Row) => string | undefined): Promise<void> {
    let after: Row | undefined;
    for (;;) {
      const boards: Row[] = await listMadeWithin(database.read, { timeZone, ...made, after, limit: some });
      for (const board of boards) {
        signal.throwIfAborted();
        const period = untold(board);
        if (period !== undefined && (await isEnough(board, period))) await announce(board, period);
      }
      if (boards.length < some) return;
      after = boards.at(-1);
      await nextTurn();
    }
  }

  async function isEnough(board: Row, period: string): Promise<boolean> {
    return await hasEnough(database.read, { boardId: board.id, ...daysOfFilm(period, madeOf(board)) });
  }

  async function announce({ id: boardId }: Row, period: string): Promise<void> {
    await database.unitOfWork(async (work) => {
      // Its zone stays as it is until it is announced: somebody may have changed it meanwhile.
      await database.lockBoard(work.db, boardId);
      const board = await findBoard(work.db, boardId);
      if (!board || !filmsOffered(madeOf(board), now).includes(period)) return;
      if (await announceFilm(work.db, { boardId, period })) work.record({ type: 'film_ready', boardId, period });
    });
  }
}

type Row = Awaited<ReturnType<typeof listMadeWithin>>[number];
