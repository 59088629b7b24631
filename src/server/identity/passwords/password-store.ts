import type { UserId } from '#shared/ids';
import type { Db } from '../../database/database.ts';

/** The hash of a person's password, with what its rules and limits need to know of the person. */
export function findPassword(db: Db, userId: UserId) {
  return db
    .selectFrom('password')
    .innerJoin('user', 'user.id', 'password.user_id')
    .select(['password.hash', 'password.is_code', 'user.username', 'user.email', 'user.essential_cookies'])
    .where('password.user_id', '=', userId)
    .executeTakeFirst();
}

/** `hash` as by `hashPassword`; `isCode` for that of a code of recovery. */
export async function savePassword(db: Db, userId: UserId, hash: string, isCode = false): Promise<void> {
  const secret = { hash, is_code: Number(isCode) };
  await db
    .insertInto('password')
    .values({ user_id: userId, ...secret })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(secret))
    .execute();
}
