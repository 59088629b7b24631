import type { UserId } from '#shared/ids';
import { preferenceColumns } from '../accounts/preferences.ts';
import type { Db } from '../database/database.ts';

/**
 * What a stream tells of its person beside the changes of boards, for each of these: which boards they have, the requests and proposed
 * actions that wait for them, those they proposed themselves, the losses that wait for them, their favourites, and their account, but for the sums that logging and undoing
 * move. As a text to compare.
 */
export async function readSituations(db: Db, userIds: readonly UserId[]): Promise<Map<UserId, string>> {
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
  const proposed = await db
    .selectFrom('action_proposal')
    .select(['proposed_by as user_id', 'id'])
    .where('proposed_by', 'in', userIds)
    .orderBy('id')
    .execute();
  const toAnswer = await db
    .selectFrom('board')
    .innerJoin('action_proposal', 'action_proposal.board_id', 'board.id')
    .select(['board.created_by as user_id', 'action_proposal.id'])
    .where('board.created_by', 'in', userIds)
    .orderBy('action_proposal.id')
    .execute();
  const favourites = await db
    .selectFrom('favourite_action')
    .select(['user_id', 'action_id'])
    .where('user_id', 'in', userIds)
    .orderBy('user_id')
    .orderBy('marked_at')
    .orderBy('action_id')
    .execute();
  const owed = await db
    .selectFrom('owed_loss')
    .select(['to_user as user_id', 'id', 'lapses_at'])
    .where('to_user', 'in', userIds)
    .orderBy('id')
    .execute();
  const accounts = await db
    .selectFrom('user')
    .leftJoin('guest', 'guest.user_id', 'user.id')
    .select(['user.id', 'username', 'email', 'avatar', 'guest.user_id as guest', ...preferenceColumns])
    .where('user.id', 'in', userIds)
    .execute();
  const parts = new Map<UserId, unknown[]>(userIds.map((userId) => [userId, []]));
  for (const { user_id, board_id } of boards) parts.get(user_id)?.push(board_id);
  for (const { user_id, id } of [...requests, ...proposed, ...toAnswer]) parts.get(user_id)?.push(id);
  for (const { user_id, action_id } of favourites) parts.get(user_id)?.push(action_id);
  for (const { user_id, id, lapses_at } of owed) parts.get(user_id)?.push([id, lapses_at]);
  for (const account of accounts) parts.get(account.id)?.push(account);
  return new Map([...parts].map(([userId, part]) => [userId, JSON.stringify(part)]));
}
