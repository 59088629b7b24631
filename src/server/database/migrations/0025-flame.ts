import { type Kysely, sql } from 'kysely';
import { flameAfterAll } from '#shared/flame-rules';

interface Tables {
  board: {
    id: string;
    revision: number;
    lit_on: string | null;
    flame_days: number;
    flame_jokers: number;
    flame_record: number;
    joker_used_on: string | null;
    flame_revision: number;
  };
  member_day: { board_id: string; day: string; user_id: string; actions: number };
  user: { id: string };
}

/** Each board keeps its flame as its last lit day left it: opening a board would otherwise count years of days. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const { schema } = db;
  for (const column of ['lit_on', 'joker_used_on'] as const) await schema.alterTable('board').addColumn(column, 'text').execute();
  for (const column of ['flame_days', 'flame_jokers', 'flame_record', 'flame_revision'] as const)
    await schema
      .alterTable('board')
      .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  for (let page = await boardsAfter(db, ''); page.length > 0; page = await boardsAfter(db, page.at(-1)?.id ?? ''))
    for (const board of page) await fill(db, board);
}

function boardsAfter(db: Kysely<Tables>, id: string) {
  return db.selectFrom('board').select(['id', 'revision']).where('id', '>', id).orderBy('id').limit(500).execute();
}

async function fill(db: Kysely<Tables>, { id, revision }: { id: string; revision: number }): Promise<void> {
  const lit = await db
    .selectFrom('member_day')
    .innerJoin('user', 'user.id', 'member_day.user_id')
    .select('member_day.day')
    .where('member_day.board_id', '=', id)
    .where('member_day.actions', '>', 0)
    .groupBy('member_day.day')
    .having(sql`count(*)`, '>=', 2)
    .orderBy('member_day.day')
    .execute();
  if (lit.length === 0) return;
  const { litOn, days, jokers, record, jokerUsedOn } = flameAfterAll(lit.map(({ day }) => day));
  await db
    .updateTable('board')
    .set({
      lit_on: litOn,
      flame_days: days,
      flame_jokers: jokers,
      flame_record: record,
      joker_used_on: jokerUsedOn,
      flame_revision: revision,
    })
    .where('id', '=', id)
    .execute();
}
