import { type Kysely, sql } from 'kysely';

/** What the members of a board have agreed to play for: seasons with a stake, and goals (decisions D39 to D41). */
export async function up({ schema }: Kysely<object>): Promise<void> {
  await schema
    .alterTable('board')
    .addColumn('play_revision', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();

  await schema
    .createTable('agreement')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('board_id', 'text', (c) => c.notNull().references('board.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('length', 'text')
    .addColumn('stake_sealed', 'text')
    .addColumn('ties', 'text')
    .addColumn('goal', 'integer')
    .addColumn('proposed_by', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('proposed_at', 'bigint', (c) => c.notNull())
    .addColumn('lapses_at', 'bigint', (c) => c.notNull())
    .addColumn('outcome', 'text')
    .addColumn('settled_at', 'bigint')
    .execute();
  // One proposal of a kind waits on a board.
  await schema
    .createIndex('agreement_open')
    .on('agreement')
    .columns(['board_id', 'kind'])
    .unique()
    .where(sql.ref('outcome'), 'is', null)
    .execute();
  await schema.createIndex('agreement_board').on('agreement').column('board_id').execute();
  await schema.createIndex('agreement_proposer').on('agreement').column('proposed_by').execute();
  await schema
    .createTable('agreement_yes')
    .addColumn('agreement_id', 'text', (c) => c.notNull().references('agreement.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('said_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('agreement_yes_key', ['agreement_id', 'user_id'])
    .execute();
  await schema.createIndex('agreement_yes_user').on('agreement_yes').column('user_id').execute();

  await schema
    .createTable('season')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('board_id', 'text', (c) => c.notNull().references('board.id').onDelete('cascade'))
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('starts_on', 'text', (c) => c.notNull())
    .addColumn('last_day', 'text', (c) => c.notNull())
    .addColumn('stake_sealed', 'text')
    .addColumn('ties', 'text', (c) => c.notNull())
    .addColumn('goal', 'integer')
    .addColumn('closed_at', 'bigint')
    .addColumn('closed_revision', 'bigint')
    .addColumn('time_zone', 'text')
    .addColumn('won', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('paid_at', 'bigint')
    .addColumn('changed', 'integer', (c) => c.notNull().defaultTo(0))
    .addUniqueConstraint('season_number', ['board_id', 'number'])
    .execute();
  await schema
    .createIndex('season_running')
    .on('season')
    .columns(['board_id', 'kind'])
    .unique()
    .where(sql.ref('closed_at'), 'is', null)
    .execute();
  await schema
    .createTable('season_place')
    .addColumn('season_id', 'text', (c) => c.notNull().references('season.id').onDelete('cascade'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.references('user.id').onDelete('set null'))
    .addColumn('points', 'bigint', (c) => c.notNull())
    .addColumn('place', 'integer', (c) => c.notNull())
    .addColumn('joined_late', 'integer', (c) => c.notNull())
    .addColumn('left_early', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('season_place_key', ['season_id', 'position'])
    .execute();
  await schema.createIndex('season_place_user').on('season_place').column('user_id').execute();
}
