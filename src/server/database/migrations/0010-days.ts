import type { Kysely } from 'kysely';
import { dayIn } from '#shared/calendar';

interface Before {
  board: { id: string };
  user: { id: string };
  activity: { board_id: string; user_id: string; points: number; logged_at: number; board_revision: number; undone_at: number | null };
  member_day: Day;
}

interface Day {
  board_id: string;
  day: string;
  user_id: string;
  gained: number;
  lost: number;
  actions: number;
}

const timeZone = 'Europe/Paris';

/**
 * What each member did in a day is kept, so that no ranking of a period adds up activities. It may be much: like activities it refers
 * neither to board nor to person, and is erased in slices.
 */
export async function up(db: Kysely<Before>): Promise<void> {
  const { schema } = db;
  await schema
    .alterTable('board')
    .addColumn('time_zone', 'text', (c) => c.notNull().defaultTo(timeZone))
    .execute();
  await schema
    .createTable('member_day')
    .addColumn('board_id', 'text', (c) => c.notNull())
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('gained', 'integer', (c) => c.notNull())
    .addColumn('lost', 'integer', (c) => c.notNull())
    .addColumn('actions', 'integer', (c) => c.notNull())
    // In this order a period is one stretch of the index.
    .addPrimaryKeyConstraint('member_day_key', ['board_id', 'day', 'user_id'])
    .execute();
  await schema.createIndex('member_day_user').on('member_day').column('user_id').execute();
  for (const { id } of await db.selectFrom('board').select('id').execute()) await fill(db, id);
}

const pageSize = 5000;
const insertedAtOnce = 500;

async function fill(db: Kysely<Before>, boardId: string): Promise<void> {
  const days = new Map<string, Day>();
  let page = await pageAfter(db, boardId, 0);
  while (page.length > 0) {
    for (const { user_id, points, logged_at } of page) {
      const day = dayIn(timeZone, logged_at);
      const sums = days.get(`${day} ${user_id}`) ?? { board_id: boardId, day, user_id, gained: 0, lost: 0, actions: 0 };
      sums.gained += Math.max(points, 0);
      sums.lost += Math.max(-points, 0);
      sums.actions += 1;
      days.set(`${day} ${user_id}`, sums);
    }
    page = await pageAfter(db, boardId, page.at(-1)?.board_revision ?? 0);
  }
  const rows = [...days.values()];
  for (let start = 0; start < rows.length; start += insertedAtOnce)
    await db
      .insertInto('member_day')
      .values(rows.slice(start, start + insertedAtOnce))
      .execute();
}

function pageAfter(db: Kysely<Before>, boardId: string, after: number) {
  return (
    db
      .selectFrom('activity')
      // Those of deleted accounts count no more, and wait to be erased.
      .innerJoin('user', 'user.id', 'activity.user_id')
      .select(['activity.user_id', 'activity.points', 'activity.logged_at', 'activity.board_revision'])
      .where('activity.board_id', '=', boardId)
      .where('activity.board_revision', '>', after)
      .where('activity.undone_at', 'is', null)
      .orderBy('activity.board_revision')
      .limit(pageSize)
      .execute()
  );
}
