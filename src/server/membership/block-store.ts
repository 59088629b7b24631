import type { UserId } from '#shared/ids';
import type { Db } from '../database/database.ts';

/** Whether the person wants no more invitations of that one. */
export async function isBlocked(db: Db, { userId, inviterId }: { userId: UserId; inviterId: UserId }): Promise<boolean> {
  const row = await db
    .selectFrom('blocked_inviter')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('blocked_user', '=', inviterId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Again changes nothing. */
export async function insertBlock(db: Db, { userId, inviterId }: { userId: UserId; inviterId: UserId }): Promise<void> {
  await db
    .insertInto('blocked_inviter')
    .values({ user_id: userId, blocked_user: inviterId, created_at: Date.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether there was such a block. */
export async function deleteBlock(db: Db, { userId, inviterId }: { userId: UserId; inviterId: UserId }): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('blocked_inviter')
    .where('user_id', '=', userId)
    .where('blocked_user', '=', inviterId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The people whom the person has blocked, the latest first. */
export function listBlocked(db: Db, userId: UserId) {
  return db
    .selectFrom('blocked_inviter')
    .innerJoin('user', 'user.id', 'blocked_inviter.blocked_user')
    .select(['user.id', 'user.username', 'user.avatar', 'blocked_inviter.created_at'])
    .where('blocked_inviter.user_id', '=', userId)
    .orderBy('blocked_inviter.created_at', 'desc')
    .orderBy('user.id')
    .execute();
}
