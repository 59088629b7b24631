import { type Insertable, sql } from 'kysely';
import type { SessionId, UserId } from '#shared/ids';
import type { Db } from '../../database/database.ts';
import { deleteOlder } from '../../database/delete-older.ts';
import { preparedQuery } from '../../database/prepared-query.ts';
import type { Tables } from '../../database/tables.ts';
import { noId } from '../../ids/ids.ts';

/** The session whose token has this hash, if its user still exists. */
export const findSession = preparedQuery((db, { hash }: { hash: string }) =>
  db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select(['session.id', 'session.user_id', 'session.expires_at'])
    .where('session.token_hash', '=', hash),
);

/** Which of the tokens with these hashes open a session that has not expired. */
export function listSessionsWith(db: Db, hashes: readonly string[]) {
  return db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select(['session.id', 'session.token_hash'])
    .where('session.token_hash', 'in', hashes)
    .where('session.expires_at', '>', Date.now())
    .execute();
}

/** The sessions of a person that have not expired, the latest used first. */
export function listSessions(db: Db, userId: UserId) {
  return db
    .selectFrom('session')
    .select(['id', 'device', 'created_at', 'last_active_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', Date.now())
    .orderBy('last_active_at', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

export async function insertSession(db: Db, session: Insertable<Tables['session']>): Promise<void> {
  await db.insertInto('session').values(session).execute();
}

/** Moves the end of a session away, to a time in milliseconds since 1970. Whether it was still there. */
export async function renewSession(db: Db, hash: string, end: number): Promise<boolean> {
  const now = Date.now();
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ expires_at: end, last_active_at: now })
    .where('token_hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Has the sessions of a person end at this time, in milliseconds since 1970, unless they end before. */
export async function endSessionsBy(db: Db, userId: UserId, end: number): Promise<void> {
  await db.updateTable('session').set({ expires_at: end }).where('user_id', '=', userId).where('expires_at', '>', end).execute();
}

/** Notes that a browser was seen whose session ends with it, at most once in `every` milliseconds. */
export async function noteSeen(db: Db, sessionId: SessionId, every: number): Promise<void> {
  const now = Date.now();
  await db
    .updateTable('session')
    .set({ last_active_at: now })
    .where('id', '=', sessionId)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('user').select('user.id').whereRef('user.id', '=', 'session.user_id').where('user.essential_cookies', '=', 0)),
    )
    // After a clock was set back the stored time lies ahead.
    .where((eb) => eb.or([eb('last_active_at', '<', now - every), eb('last_active_at', '>', now)]))
    .execute();
}

/** Gives a session another token. Whether it was still there. */
export async function changeSessionToken(db: Db, sessionId: SessionId, hash: string): Promise<boolean> {
  const { numUpdatedRows } = await db.updateTable('session').set({ token_hash: hash }).where('id', '=', sessionId).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether this person had such a session. */
export async function deleteSession(db: Db, { userId, sessionId }: { userId: UserId; sessionId: SessionId }): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', Date.now())
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteSessionWith(db: Db, hash: string): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', hash).execute();
}

/** Deletes all sessions of a person but one. Returns their ids. */
export async function deleteSessions(db: Db, userId: UserId, exceptSessionId?: SessionId): Promise<SessionId[]> {
  const rows = await db
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .$if(exceptSessionId !== undefined, (query) => query.where('id', '<>', exceptSessionId ?? noId))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Those of guests stay until the guest goes: a clock that is ahead for an hour must not take the only key to an account. */
export function deleteExpiredSessions(db: Db): Promise<number> {
  const ofGuest = sql`exists (select 1 from guest where guest.user_id = session.user_id)`;
  return deleteOlder(db, 'session', { key: ['id'], column: 'expires_at', before: Date.now() + 1, unless: ofGuest });
}
