import { type Kysely, sql } from 'kysely';

interface Before {
  activity: Record<(typeof activityColumns)[number], unknown> & {
    board_id: string;
    user_id: string;
    points: number;
    undone_at: number | null;
  };
  activity_made_anew: Record<(typeof activityColumns)[number], unknown>;
  board_action: Record<(typeof actionColumns)[number], unknown>;
  board_action_made_anew: Record<(typeof actionColumns)[number], unknown>;
  board_member: { board_id: string; user_id: string; actions_count: number };
  former_member: { board_id: string; user_id: string; score: number; actions_count: number };
}

const activityColumns = [
  'id',
  'board_id',
  'user_id',
  'action_id',
  'title_sealed',
  'points',
  'emoji',
  'logged_at',
  'board_revision',
  'total_after',
  'score_after',
  'undone_at',
  'undone_by',
  'undone_revision',
] as const;

const actionColumns = ['id', 'board_id', 'title_sealed', 'points', 'category_sealed', 'emoji', 'position', 'created_at'] as const;

/**
 * What may be much, activities and actions, outlives its board or author for a moment and is erased in slices: it refers to neither.
 * What somebody's activities on a board come to is kept with their membership, also of those who left, so that no deletion adds it up.
 */
export async function up(db: Kysely<Before>): Promise<void> {
  await remakeActivities(db);
  await remakeActions(db);
  await keepSums(db);

  await db.schema
    .createTable('erasure')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
}

async function remakeActivities(db: Kysely<Before>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('activity_made_anew')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('board_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('action_id', 'text', (c) => c.notNull())
    .addColumn('title_sealed', 'text', (c) => c.notNull())
    .addColumn('points', 'integer', (c) => c.notNull())
    .addColumn('emoji', 'text')
    .addColumn('logged_at', 'bigint', (c) => c.notNull())
    .addColumn('board_revision', 'bigint', (c) => c.notNull())
    .addColumn('total_after', 'integer', (c) => c.notNull())
    .addColumn('score_after', 'integer', (c) => c.notNull())
    .addColumn('undone_at', 'bigint')
    .addColumn('undone_by', 'text')
    .addColumn('undone_revision', 'bigint')
    .execute();
  await db
    .insertInto('activity_made_anew')
    .columns(activityColumns)
    .expression(db.selectFrom('activity').select(activityColumns))
    .execute();
  await schema.dropTable('activity').execute();
  await schema.alterTable('activity_made_anew').renameTo('activity').execute();
  await schema.createIndex('activity_board').unique().on('activity').columns(['board_id', 'board_revision']).execute();
  await schema.createIndex('activity_feed').on('activity').columns(['board_id', 'logged_at', 'id']).execute();
  await schema.createIndex('activity_user').on('activity').columns(['user_id', 'board_id']).execute();
  await schema
    .createIndex('activity_undone')
    .on('activity')
    .columns(['board_id', 'undone_revision'])
    .where(sql.ref('undone_revision'), 'is not', null)
    .execute();
  await schema
    .createIndex('activity_undone_by')
    .on('activity')
    .columns(['undone_by', 'board_id'])
    .where(sql.ref('undone_by'), 'is not', null)
    .execute();
}

async function remakeActions(db: Kysely<Before>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('board_action_made_anew')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('board_id', 'text', (c) => c.notNull())
    .addColumn('title_sealed', 'text', (c) => c.notNull())
    .addColumn('points', 'integer', (c) => c.notNull())
    .addColumn('category_sealed', 'text')
    .addColumn('emoji', 'text')
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await db
    .insertInto('board_action_made_anew')
    .columns(actionColumns)
    .expression(db.selectFrom('board_action').select(actionColumns))
    .execute();
  await schema.dropTable('board_action').execute();
  await schema.alterTable('board_action_made_anew').renameTo('board_action').execute();
  await schema.createIndex('board_action_board').on('board_action').columns(['board_id', 'position']).execute();
}

async function keepSums(db: Kysely<Before>): Promise<void> {
  const { schema } = db;
  await schema
    .alterTable('board_member')
    .addColumn('actions_count', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db
    .updateTable('board_member')
    .set(({ selectFrom }) => ({
      actions_count: selectFrom('activity')
        .whereRef('activity.user_id', '=', 'board_member.user_id')
        .whereRef('activity.board_id', '=', 'board_member.board_id')
        .where('activity.undone_at', 'is', null)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .$asScalar(),
    }))
    .execute();

  await schema
    .createTable('former_member')
    .addColumn('board_id', 'text', (c) => c.notNull().references('board.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('score', 'integer', (c) => c.notNull())
    .addColumn('actions_count', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('former_member_key', ['board_id', 'user_id'])
    .execute();
  await schema.createIndex('former_member_user').on('former_member').column('user_id').execute();
  await db
    .insertInto('former_member')
    .columns(['board_id', 'user_id', 'score', 'actions_count'])
    .expression(
      db
        .selectFrom('activity')
        .leftJoin('board_member', (join) =>
          join.onRef('board_member.board_id', '=', 'activity.board_id').onRef('board_member.user_id', '=', 'activity.user_id'),
        )
        .where('board_member.user_id', 'is', null)
        .groupBy(['activity.board_id', 'activity.user_id'])
        .select(({ fn, eb, lit, ref }) => [
          'activity.board_id',
          'activity.user_id',
          fn.sum<number>(eb.case().when('activity.undone_at', 'is', null).then(ref('activity.points')).else(lit(0)).end()).as('score'),
          fn.sum<number>(eb.case().when('activity.undone_at', 'is', null).then(lit(1)).else(lit(0)).end()).as('actions_count'),
        ]),
    )
    .execute();
}
