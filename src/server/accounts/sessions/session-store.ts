import type { Db } from '../../database/connect.ts';
import { preparedQuery } from '../../database/prepared-query.ts';

/** The session with this token, if its user still exists. `expires_at` is ISO 8601. */
export const findSession = preparedQuery((db, { token }: { token: string }) =>
  db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select(['session.id', 'session.user_id', 'session.expires_at'])
    .where('session.token', '=', token),
);

/** The sessions of a person that have not expired, the latest used first. */
export function listSessions(db: Db, userId: string) {
  return db
    .selectFrom('session')
    .select(['id', 'user_agent', 'created_at', 'updated_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date().toISOString())
    .orderBy('updated_at', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Moves the end of a session away. Whether it was still there. */
export async function renewSession(db: Db, token: string, end: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ expires_at: end.toISOString(), updated_at: new Date().toISOString() })
    .where('token', '=', token)
    .where('expires_at', '>', new Date().toISOString())
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Gives a session another token. Whether it was still there. */
export async function changeSessionToken(db: Db, sessionId: string, token: string): Promise<boolean> {
  const { numUpdatedRows } = await db.updateTable('session').set({ token }).where('id', '=', sessionId).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether this person had such a session. */
export async function deleteSession(db: Db, userId: string, sessionId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date().toISOString())
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteSessionWith(db: Db, token: string): Promise<void> {
  await db.deleteFrom('session').where('token', '=', token).execute();
}

/** All sessions of a person but one; the ids of those deleted. */
export async function deleteSessions(db: Db, userId: string, exceptSessionId?: string): Promise<string[]> {
  const rows = await db
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .$if(exceptSessionId !== undefined, (query) => query.where('id', '<>', exceptSessionId ?? ''))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function deleteExpiredSessions(db: Db): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<=', new Date().toISOString()).execute();
}
