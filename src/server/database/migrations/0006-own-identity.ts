import type { Kysely } from 'kysely';
import { tokenHash } from '../../ids/tokens.ts';

interface Before {
  user: { id: string; created_at: string; updated_at: string };
  account: { user_id: string; provider_id: string; password: string | null };
  session: {
    id: string;
    token: string;
    user_id: string;
    user_agent: string | null;
    created_at: string;
    updated_at: string;
    expires_at: string;
  };
}
interface Between extends Before {
  user: Before['user'] & { created_ms: number; updated_ms: number };
  password: { user_id: string; hash: string };
  session_made_anew: {
    id: string;
    token_hash: string;
    user_id: string;
    device: string | null;
    created_at: number;
    last_active_at: number;
    expires_at: number;
  };
}

/** Passwords and sessions in tables of our own: of a token only the hash, and times in milliseconds. People and open sessions stay. */
export async function up(db: Kysely<Before>): Promise<void> {
  await remakeTimesOfUsers(db);
  await movePasswords(db);
  await remakeSessions(db);
  await db.schema.dropTable('verification').execute();
}

// Column by column: other tables refer to this one, so it cannot be made anew.
async function remakeTimesOfUsers(db: Kysely<Between>): Promise<void> {
  const { schema } = db;
  for (const column of ['created_ms', 'updated_ms'])
    await schema
      .alterTable('user')
      .addColumn(column, 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();
  for (const { id, created_at, updated_at } of await db.selectFrom('user').select(['id', 'created_at', 'updated_at']).execute())
    await db
      .updateTable('user')
      .set({ created_ms: milliseconds(created_at), updated_ms: milliseconds(updated_at) })
      .where('id', '=', id)
      .execute();
  for (const column of ['name', 'email_verified', 'image', 'created_at', 'updated_at'])
    await schema.alterTable('user').dropColumn(column).execute();
  await schema.alterTable('user').renameColumn('created_ms', 'created_at').execute();
  await schema.alterTable('user').renameColumn('updated_ms', 'updated_at').execute();
}

async function movePasswords(db: Kysely<Between>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('password')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('user.id').onDelete('cascade'))
    .addColumn('hash', 'text', (c) => c.notNull())
    .execute();
  await db
    .insertInto('password')
    .columns(['user_id', 'hash'])
    .expression(
      db
        .selectFrom('account')
        .where('provider_id', '=', 'credential')
        .where('password', 'is not', null)
        .select(({ ref }) => ['user_id', ref('password').$notNull().as('hash')]),
    )
    .execute();
  await schema.dropTable('account').execute();
}

async function remakeSessions(db: Kysely<Between>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('session_made_anew')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('device', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_active_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  for (const { id, token, user_id, user_agent, created_at, updated_at, expires_at } of await db.selectFrom('session').selectAll().execute())
    await db
      .insertInto('session_made_anew')
      .values({
        id,
        token_hash: tokenHash(token),
        user_id,
        device: user_agent || null,
        created_at: milliseconds(created_at),
        last_active_at: milliseconds(updated_at),
        expires_at: milliseconds(expires_at),
      })
      .execute();
  await schema.dropTable('session').execute();
  await schema.alterTable('session_made_anew').renameTo('session').execute();
  await schema.createIndex('session_user').on('session').column('user_id').execute();
}

// A time that cannot be read is long ago.
function milliseconds(iso: string): number {
  return Date.parse(iso) || 0;
}
