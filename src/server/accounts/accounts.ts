import type { Account } from '#shared/accounts';
import type { UserId } from '#shared/ids';
import type { Db } from '../database/database.ts';
import { findUser } from './account-store.ts';
import { preferencesOf } from './preferences.ts';

/** The account of a person, or null when it is gone. */
export async function findAccount(db: Db, userId: UserId): Promise<Account | null> {
  const user = await findUser(db, userId);
  if (!user) return null;
  const { id, username, email, avatar, points, boards_count, actions_count, created_at } = user;
  return {
    id,
    username,
    email,
    avatar,
    points,
    boardsCount: boards_count,
    actionsCount: actions_count,
    createdAt: created_at,
    preferences: preferencesOf(user),
  };
}
