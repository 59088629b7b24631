import type { Kysely } from 'kysely';
import { usernameSkeleton } from '../../ids/username-skeleton.ts';

interface Before {
  user: { id: string; username: string; username_skeleton: string | null; created_at: string };
}

/** Devices that signed in before; what usernames look like, anew: 'rn' is drawn like 'm' by now. */
export async function up(db: Kysely<Before>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('known_device')
    .addColumn('token_hash', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('last_used_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('known_device_key', ['token_hash', 'user_id'])
    .execute();
  await schema.createIndex('known_device_user').on('known_device').columns(['user_id', 'last_used_at']).execute();
  await renewSkeletons(db);
}

// The oldest of several names that look alike by now keeps its look to itself; the others stay as they are.
async function renewSkeletons(db: Kysely<Before>): Promise<void> {
  await db.updateTable('user').set({ username_skeleton: null }).execute();
  const users = await db.selectFrom('user').select(['id', 'username']).orderBy('created_at').orderBy('id').execute();
  const taken = new Set<string>();
  for (const { id, username } of users) {
    const skeleton = usernameSkeleton(username);
    if (taken.has(skeleton)) continue;
    taken.add(skeleton);
    await db.updateTable('user').set({ username_skeleton: skeleton }).where('id', '=', id).execute();
  }
}
