import type { Kysely } from 'kysely';

/** The people who play without an address, which of them are in a demo and until when, and which passwords are codes of recovery (decision D56). */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('password')
    .addColumn('is_code', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await schema
    .createTable('guest')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('user.id').onDelete('cascade'))
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .addColumn('warned_at', 'bigint')
    .addColumn('code_hash', 'text')
    .addColumn('re_entry_hash', 'text', (c) => c.unique())
    .addColumn('re_entry_by', 'text', (c) => c.references('user.id').onDelete('set null'))
    .addColumn('re_entry_expires_at', 'bigint')
    .addColumn('demo_until', 'bigint')
    .execute();
  await schema.createIndex('guest_seen').on('guest').column('seen_at').execute();
  await schema.createIndex('guest_re_entry_by').on('guest').column('re_entry_by').execute();
  await schema.createIndex('guest_demo_until').on('guest').column('demo_until').execute();
}
