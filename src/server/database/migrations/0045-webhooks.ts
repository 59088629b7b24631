import type { Kysely } from 'kysely';

/** Webhooks: where boards tell what happens on them, what is on its way there, and who is left out of it. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('webhook')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('board_id', 'text', (c) => c.notNull().references('board.id').onDelete('cascade'))
    .addColumn('request_sealed', 'text', (c) => c.notNull())
    .addColumn('secret_sealed', 'text')
    .addColumn('old_secret_sealed', 'text')
    .addColumn('old_secret_until', 'bigint')
    .addColumn('off', 'text')
    .addColumn('made_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('webhook_board').on('webhook').column('board_id').execute();
  // Without a reference to the webhook: what was on its way goes after a week, and keeps nobody waiting who deletes a board.
  await schema
    .createTable('webhook_delivery')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('webhook_id', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('about', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('answer', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('tried_at', 'bigint')
    .execute();
  await schema.createIndex('webhook_delivery_webhook').on('webhook_delivery').columns(['webhook_id', 'created_at', 'id']).execute();
  await schema.createIndex('webhook_delivery_about').on('webhook_delivery').column('about').execute();
  await schema.createIndex('webhook_delivery_created').on('webhook_delivery').column('created_at').execute();
  // 1 where a webhook is told: a log elsewhere costs nothing more than before.
  await schema
    .alterTable('board')
    .addColumn('hooked', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await schema
    .alterTable('board_member')
    .addColumn('left_out', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}
