import { type Kysely, PostgresAdapter, sql } from 'kysely';
import { daysBetween } from '#shared/calendar';

interface Tables {
  board_action: { board_id: string; position: number; retired_at: number | null };
  member_day: Day;
}

interface Day {
  board_id: string;
  day: string;
  user_id: string;
  gained: number;
  lost: number;
  actions: number;
  streak: number;
}

/**
 * Each day of a member tells on how many days in a row, up to it, something was logged, so that a ranking with streaks looks at two days and
 * not at a year of them. The actions in use get an index of their own: counting those of 200 boards looked at the row of each.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  const { schema } = db;
  await schema
    .alterTable('member_day')
    .addColumn('streak', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await fill(db);
  // A copy of the version before that still works, which only a database that is a server can have, knows of no streak: what it would log
  // without one is refused, and sent again.
  if (db.getExecutor().adapter instanceof PostgresAdapter)
    await schema
      .alterTable('member_day')
      .alterColumn('streak', (c) => c.dropDefault())
      .execute();
  await schema
    .createIndex('board_action_in_use')
    .on('board_action')
    .columns(['board_id', 'position'])
    .where(sql.ref('retired_at'), 'is', null)
    .execute();
}

const pageSize = 500;

/** Person by person, board by board and in the order of days, as the index has them. */
async function fill(db: Kysely<Tables>): Promise<void> {
  let last: Day = { user_id: '', board_id: '', day: '', gained: 0, lost: 0, actions: 0, streak: 0 };
  for (let page = await pageAfter(db, last); page.length > 0; page = await pageAfter(db, last)) {
    const counted: Day[] = [];
    for (const one of page) {
      last = { ...one, streak: one.actions > 0 ? streakBefore(one, last) + 1 : 0 };
      counted.push(last);
    }
    await db
      .insertInto('member_day')
      .values(counted)
      .onConflict((conflict) =>
        conflict.columns(['board_id', 'day', 'user_id']).doUpdateSet(({ ref }) => ({ streak: ref('excluded.streak') })),
      )
      .execute();
  }
}

function streakBefore({ user_id, board_id, day }: Day, last: Day): number {
  const isNext = last.user_id === user_id && last.board_id === board_id && daysBetween(last.day, day) === 1;
  return isNext ? last.streak : 0;
}

function pageAfter(db: Kysely<Tables>, { user_id, board_id, day }: Day): Promise<Day[]> {
  return db
    .selectFrom('member_day')
    .selectAll()
    .where(({ eb, refTuple, tuple }) => eb(refTuple('user_id', 'board_id', 'day'), '>', tuple(user_id, board_id, day)))
    .orderBy('user_id')
    .orderBy('board_id')
    .orderBy('day')
    .limit(pageSize)
    .execute();
}
