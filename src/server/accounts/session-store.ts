import { preparedQuery } from '../database/prepared-query.ts';

/** The session with this token, if its user still exists. `expires_at` is ISO 8601. */
export const findSession = preparedQuery((db, { token }: { token: string }) =>
  db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select(['session.id', 'session.user_id', 'session.expires_at'])
    .where('session.token', '=', token),
);
