/** What is true of columns of several tables. Lists and limits are those that the program itself works with. */
import { sql } from 'kysely';
import { actionLimits } from '#shared/action-limits';
import { boardIcons } from '#shared/board-choices';
import { timeZoneNamed } from '#shared/calendar';
import { clockErrsBy } from '#shared/clock-rules';
import { isFilmPeriod, isYear } from '#shared/film-periods';
import { isDay } from '#shared/season-rules';
import { must, mustSaying, neverWritten, type Rule } from './rules-store.ts';

export const of = (column: string) => sql.ref(`t.${column}`);

/** SQLite keeps any value in any column. */
export const whole = (column: string) =>
  must`cast(${of(column)} as bigint) = ${of(column)} and abs(${of(column)}) <= ${Number.MAX_SAFE_INTEGER}`;
export const between = (least: number, most: number) => (column: string) =>
  must`cast(${of(column)} as bigint) = ${of(column)} and ${of(column)} between ${least} and ${most}`;
export const flag = between(0, 1);
export const count = between(0, Number.MAX_SAFE_INTEGER);
export const positive = between(1, Number.MAX_SAFE_INTEGER);
export const points = [
  whole,
  (column: string) => must`${of(column)} between ${actionLimits.pointsMin} and ${actionLimits.pointsMax} and ${of(column)} <> 0`,
];

/** What JavaScript can make a date of. */
export const time = between(0, 8_640_000_000_000_000);
export const notBefore = (other: string) => (column: string) => must`${of(column)} >= ${of(other)}`;
export const calendarDay: Rule = { isRight: isDay };
export const zone: Rule = { isRight: (name: string) => timeZoneNamed(name) !== undefined };
/** The moment in another column was, in some zone, on the day in `day`. */
export const dayOf = <Moment extends 'nudged_at' | 'opened_at'>(moment: Moment): Rule => ({
  columns: ['day', moment],
  isRow: (row: Record<'day', string> & Record<Moment, number>) => isOnDay(row[moment], row.day),
});

const hour = 60 * 60_000;

function isOnDay(moment: number, text: string): boolean {
  const sinceMidnight = moment - Date.parse(text);
  return sinceMidnight >= -14 * hour && sinceMidnight < (24 + 12) * hour;
}

export const oneOf = (list: readonly string[]) => (column: string) => must`${of(column)} in (${list})`;
/** Made by the program, or by the client: see the schemas. */
export const id = (column: string) => must`length(${of(column)}) between 16 and 64 and ${of(column)} not like '% %'`;
export const given = (column: string) => must`${of(column)} <> ''`;
export const sha256 = (column: string) => must`length(${of(column)}) = 64`;
// This Node and a browser may know different versions of Unicode, and so different emojis.
export const emoji: Rule = { isRight: (text: string) => text !== '' && text.length <= 64 && !/[\p{Script=Latin}\s]/u.test(text) };
export const boardIcon = oneOf(boardIcons.map(({ symbol }) => symbol));

export const isBoard = sql`exists (select 1 from board as b where b.id = t.board_id)`;
export const ofBoard = mustSaying("son tableau n'existe pas")`t.board_id is null or ${isBoard}`;
export const hasPlayed = sql`exists (select 1 from board as b where b.id = t.board_id and b.play_revision > 0)`;
export const isReached = (column: string) =>
  sql`not exists (select 1 from board as b where b.id = t.board_id and ${of(column)} > b.revision)`;

export const isPerson = (column: string) => sql`exists (select 1 from "user" as u where u.id = ${of(column)})`;
export const somebody = mustSaying("nomme une personne qui n'existe pas");
export const ofPerson = (column: string) => somebody`${of(column)} is null or ${isPerson(column)}`;
export const isMember = (column: string, board = 't.board_id') =>
  sql`exists (select 1 from board_member as m where m.board_id = ${sql.ref(board)} and m.user_id = ${of(column)})`;

/** The job that looks at a board again by a moment; one that has failed is put off. */
export const settledBy = (moment: ReturnType<typeof sql>) => sql`t.outcome is not null or exists (
  select 1 from job as j where j.kind = 'settle_due' and j.subject = t.board_id and (j.due <= ${moment} or j.attempts > 0))`;

export const sealed: Rule = { comparedBy: 'unreadableIn' };
export const summed: Rule = { comparedBy: 'wrongTotals, wrongScores, wrongSums and userCounters' };
export const sums = { actions_count: summed, points_gained: summed, losses_count: summed };
export const recapWeek: Rule = { comparedBy: 'impossibleRecapWeeks' };
/** No clock that was ahead can have taken its last day for over. */
const canHaveCome = (day: string) => Date.parse(day) <= Date.now() + clockErrsBy;
export const filmYear: Rule = { isRight: (period: string) => isYear(period) && canHaveCome(`${period}-12-31`) };
export const filmAnniversary: Rule = { isRight: (period: string) => isDay(period) && canHaveCome(period) };
export const filmPeriod: Rule = { isRight: (period: string) => isFilmPeriod(period) && canHaveCome(period) };
export const leftover: Rule = { comparedBy: 'forgottenLeftovers' };
export const unchecked = (because: string): Rule => ({ because });

/** For a row whose name says already in which column the value is. */
export const impossible = mustSaying(neverWritten);
