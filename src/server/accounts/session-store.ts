import type { Db } from '../database/connect.ts';

/** The session with this token, if its user still exists. `expires_at` is ISO 8601. */
export function findSession(db: Db, token: string) {
  return db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select(['session.id', 'session.user_id', 'session.expires_at'])
    .where('session.token', '=', token)
    .executeTakeFirst();
}
