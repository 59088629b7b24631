import type { Db } from '../../database/connect.ts';

const provider = 'credential';

/** The hash of a person's password, with what its rules and limits need to know of the person. */
export function findPassword(db: Db, userId: string) {
  return db
    .selectFrom('account')
    .innerJoin('user', 'user.id', 'account.user_id')
    .select(['account.password as hashed', 'user.username', 'user.email', 'user.essential_cookies'])
    .where('account.user_id', '=', userId)
    .where('account.provider_id', '=', provider)
    .executeTakeFirst();
}

/** `hashed` as by `hashPassword`. */
export async function savePassword(db: Db, userId: string, hashed: string): Promise<void> {
  await db
    .updateTable('account')
    .set({ password: hashed, updated_at: new Date().toISOString() })
    .where('user_id', '=', userId)
    .where('provider_id', '=', provider)
    .execute();
}
