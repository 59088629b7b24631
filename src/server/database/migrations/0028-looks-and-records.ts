import type { Kysely } from 'kysely';

interface Before {
  member_news: { looks_until: number };
}

/**
 * Until when each session looks at a board: somebody who looks away on one device may still look on another. And on which board an achievement
 * was earned that no log earned, so that others there are told of it. And the record of a flame that a deleted account helped to light, which no
 * day tells any more.
 */
export async function up({ schema }: Kysely<Before>): Promise<void> {
  await schema.alterTable('member_news').dropColumn('looks_until').execute();
  await schema
    .createTable('board_look')
    .addColumn('board_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('session_id', 'text', (c) => c.notNull().references('session.id').onDelete('cascade'))
    .addColumn('looks_until', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('board_look_key', ['board_id', 'user_id', 'session_id'])
    .addForeignKeyConstraint('board_look_member', ['board_id', 'user_id'], 'board_member', ['board_id', 'user_id'], (reference) =>
      reference.onDelete('cascade'),
    )
    .execute();
  await schema.createIndex('board_look_user').on('board_look').column('user_id').execute();
  await schema.createIndex('board_look_session').on('board_look').column('session_id').execute();

  await schema
    .alterTable('achievement')
    .addColumn('earned_on', 'text', (c) => c.references('board.id').onDelete('set null'))
    .execute();
  await schema.alterTable('achievement').addColumn('earned_revision', 'bigint').execute();
  await schema.createIndex('achievement_board').on('achievement').columns(['earned_on', 'earned_revision']).execute();

  await schema
    .alterTable('board')
    .addColumn('kept_record', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await schema.alterTable('board').addColumn('kept_record_seal', 'text').execute();
}
