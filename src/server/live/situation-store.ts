import type { Db } from '../database/database.ts';

/**
 * What a stream tells of its person beside the changes of boards, for each of these: which boards they have, the requests that wait for
 * them, and their account, but for the sums that their own logging moves. As a text to compare.
 */
export async function readSituations(db: Db, userIds: readonly string[]): Promise<Map<string, string>> {
  const boards = await db
    .selectFrom('board_member')
    .select(['user_id', 'board_id'])
    .where('user_id', 'in', userIds)
    .orderBy('user_id')
    .orderBy('board_id')
    .execute();
  const requests = await db
    .selectFrom('board_request')
    .select(['to_user as user_id', 'id'])
    .where('to_user', 'in', userIds)
    .where('status', '=', 'pending')
    .orderBy('to_user')
    .orderBy('id')
    .execute();
  const accounts = await db
    .selectFrom('user')
    .select([
      'id',
      'username',
      'email',
      'avatar',
      'data_collection',
      'analytics',
      'online_status',
      'essential_cookies',
      'screenshot_protection',
    ])
    .where('id', 'in', userIds)
    .execute();
  const parts = new Map<string, unknown[]>(userIds.map((userId) => [userId, []]));
  for (const { user_id, board_id } of boards) parts.get(user_id)?.push(board_id);
  for (const { user_id, id } of requests) parts.get(user_id)?.push(id);
  for (const account of accounts) parts.get(account.id)?.push(account);
  return new Map([...parts].map(([userId, part]) => [userId, JSON.stringify(part)]));
}
