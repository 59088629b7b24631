/** Faults that no rule of a column finds. Each query finds nothing in a sound database. */
import { mondayOf } from '#shared/calendar';
import { clockErrsBy } from '#shared/clock-rules';
import { newestRecapWeekAnywhere } from '#shared/recap-weeks';
import { isDay } from '#shared/season-rules';
import type { Db } from '../database/database.ts';
import { hashedId } from '../ids/ids.ts';

/** Recurring jobs that failed more than once in a row: their id is their kind. */
export function failingJobs(db: Db) {
  return db
    .selectFrom('job')
    .select(['kind', 'attempts', 'last_failure', 'due'])
    .whereRef('id', '=', 'kind')
    .where('attempts', '>', 1)
    .execute();
}

/** Revisions of a board at which more than one activity was logged. */
export async function sharedRevisions(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('activity')
    .select('board_id')
    .groupBy(['board_id', 'board_revision'])
    .having(({ eb, fn }) => eb(fn.countAll<number>(), '>', 1))
    .execute();
  return [...new Set(rows.map(({ board_id }) => board_id))];
}

/** Boards that live under the id of a deleted one. */
export async function revivedBoards(db: Db): Promise<string[]> {
  const deleted = new Set((await db.selectFrom('deleted_board').select('id_hash').execute()).map(({ id_hash }) => id_hash));
  const boards = await db.selectFrom('board').select('id').execute();
  return boards.map(({ id }) => id).filter((id) => deleted.has(hashedId(id)));
}

/** Rows that name a week without a recap: it begins on no Monday, or on one whose week no clock that was ahead can have taken for over. */
export async function impossibleRecapWeeks(
  db: Db,
  now: number,
): Promise<{ table: 'board' | 'board_member' | 'recap_mail'; id: string; week: string }[]> {
  const newest = newestRecapWeekAnywhere(now + clockErrsBy);
  const isWrong = ({ week }: { week: string | null }) => week !== null && (!isMonday(week) || week > newest);
  const [boards, members, mails] = await Promise.all([
    db.selectFrom('board').select(['id', 'recap_week as week']).where('recap_week', 'is not', null).execute(),
    db.selectFrom('board_member').select(['board_id as id', 'recap_seen as week']).where('recap_seen', 'is not', null).execute(),
    db.selectFrom('recap_mail').select(['user_id as id', 'week']).execute(),
  ]);
  const wrong = <Table extends string>(table: Table, rows: readonly { id: string; week: string | null }[]) =>
    rows.filter(isWrong).map(({ id, week }) => ({ table, id, week: week ?? '' }));
  return [...wrong('board', boards), ...wrong('board_member', members), ...wrong('recap_mail', mails)];
}

function isMonday(week: string): boolean {
  return isDay(week) && mondayOf(week) === week;
}
