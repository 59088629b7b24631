import type { Db } from '../database/database.ts';

/** Everybody, those who came first first, without the people of demos. `now` in milliseconds since 1970. */
export function listEverybody(db: Db, now: number) {
  return db
    .selectFrom('user')
    .leftJoin('guest', 'guest.user_id', 'user.id')
    .where('guest.demo_until', 'is', null)
    .select(({ selectFrom }) => [
      'user.username',
      'user.created_at',
      'user.boards_count',
      selectFrom('session')
        .whereRef('session.user_id', '=', 'user.id')
        .where('session.expires_at', '>', now)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('sessions'),
      selectFrom('session')
        .whereRef('session.user_id', '=', 'user.id')
        .select(({ fn }) => fn.max('session.last_active_at').as('last'))
        .as('active_at'),
      selectFrom('known_device')
        .whereRef('known_device.user_id', '=', 'user.id')
        .select(({ fn }) => fn.max('known_device.last_used_at').as('last'))
        .as('signed_in_at'),
    ])
    .orderBy('user.created_at')
    .orderBy('user.id')
    .execute();
}
