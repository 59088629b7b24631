/**
 * Which film a board has, and when (decision D51). A film is called by its year, as '2026', or by the anniversary of the board that ends
 * its year, as '2026-11-12'. Days and hours are those of the board's clock.
 */
import { dayIn, daysAfter, daysBetween, hourIn } from './calendar.ts';
import { clocksDiffer } from './clock-rules.ts';
import { isDay } from './season-rules.ts';

/** With fewer activities there is none, and one card says how many are missing. */
export const leastOfFilm = 20;
/** The hour of 31 December at which the film of the year is there. */
const yearReadyAt = 18;
/** The hour of an anniversary at which its film is there: that of a recap. */
const anniversaryReadyAt = 8;
/** In days. */
const anniversaryLasts = 7;

export function isYear(period: string): boolean {
  return /^\d{4}$/.test(period);
}

export function isFilmPeriod(text: string): boolean {
  return isYear(text) || isDay(text);
}

/** The year whose film is offered at a moment; undefined for most of a year. */
export function yearOffered(timeZone: string, now: number): string | undefined {
  const today = dayIn(timeZone, now);
  const year = Number(today.slice(0, 4));
  if (today.slice(5, 7) === '01') return String(year - 1);
  return today.endsWith('-12-31') && hourIn(timeZone, now) >= yearReadyAt ? String(year) : undefined;
}

/** The same day so many years later; of 29 February the 28th, where there is none: it stays in its month, and no day is in two films. */
export function yearsAfter(day: string, years: number): string {
  const same = `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}${day.slice(4)}`;
  return isDay(same) ? same : `${same.slice(0, 8)}28`;
}

/** Each day begins first in this zone. */
const firstZone = 'Pacific/Kiritimati';

/** The newest day and the newest year whose film is there anywhere. */
export function newestFilmsAnywhere(now: number): { day: string; year: string } {
  const day = dayIn(firstZone, now + clocksDiffer);
  const year = Number(day.slice(0, 4));
  return { day, year: String(day.endsWith('-12-31') ? year : year - 1) };
}

interface Made {
  timeZone: string;
  /** When the board was made, in milliseconds since 1970. */
  madeAt: number;
}

/** How many years lie between the making of a board and one of its anniversaries. */
export function yearsOf(anniversary: string, { timeZone, madeAt }: Made): number {
  return Math.round(daysBetween(dayIn(timeZone, madeAt), anniversary) / 365.2425);
}

/**
 * The anniversary whose film is offered at a moment. One that was told keeps its day, although another time zone can move the day on which
 * the board was made by one.
 */
export function anniversaryOffered({ told, ...board }: Made & { told: string | null }, now: number): string | undefined {
  const today = dayIn(board.timeZone, now);
  const years = yearsOf(daysAfter(today, -(anniversaryLasts >> 1)), board);
  const counted = yearsAfter(dayIn(board.timeZone, board.madeAt), years);
  const day = told !== null && isDay(told) && Math.abs(daysBetween(told, counted)) <= 1 ? told : counted;
  return years > 0 && isOffered(day, board.timeZone, now) ? day : undefined;
}

/** Whether a film, which was told or which a board has, is offered at a moment. */
export function isOffered(period: string, timeZone: string, now: number): boolean {
  if (isYear(period)) return yearOffered(timeZone, now) === period;
  const since = daysBetween(period, dayIn(timeZone, now));
  return since >= 0 && since < anniversaryLasts && (since > 0 || hourIn(timeZone, now) >= anniversaryReadyAt);
}

/** All that a board is offered at a moment, what goes sooner first. */
export function filmsOffered(board: Made & { told: string | null }, now: number): string[] {
  const year = yearOffered(board.timeZone, now);
  const anniversary = anniversaryOffered(board, now);
  const isOfItsLife = year !== undefined && dayIn(board.timeZone, board.madeAt) <= `${year}-12-31`;
  return [...(anniversary === undefined ? [] : [anniversary]), ...(isOfItsLife ? [year] : [])];
}

/** The days that a film tells: from one until the day before another. */
export function daysOfFilm(period: string, board: Made): { from: string; before: string } {
  if (isYear(period)) return { from: `${period}-01-01`, before: `${String(Number(period) + 1).padStart(4, '0')}-01-01` };
  const [made, years] = [dayIn(board.timeZone, board.madeAt), yearsOf(period, board)];
  return { from: yearsAfter(made, years - 1), before: yearsAfter(made, years) };
}

type FilmColumn = 'film_year' | 'film_anniversary' | 'film_year_seen' | 'film_anniversary_seen';

/** The films that were told last, and those that a member has opened last; nothing where that is not known. */
export type ToldFilms = { [Column in FilmColumn]?: string | null | undefined };

/** The film that was told on a board and that a member has not seen yet; one at a time, what goes sooner first. */
export function unseenFilm({ time_zone: timeZone, ...films }: ToldFilms & { time_zone: string }, now: number): string | undefined {
  const told = [
    [films.film_anniversary, films.film_anniversary_seen],
    [films.film_year, films.film_year_seen],
  ] as const;
  return told.flatMap(([film, seen]) => (film && film !== seen && isOffered(film, timeZone, now) ? [film] : []))[0];
}
