import type { Account } from '#shared/accounts';
import type { UserId } from '#shared/ids';
import type { Db } from '../database/database.ts';
import { emailOf, findOwnAccount } from './account-store.ts';
import { preferencesOf } from './preferences.ts';

/** The account of a person, or null when it is gone. `points`: without those of boards of accomplices (decision D53). */
export async function findAccount(db: Db, userId: UserId): Promise<Account | null> {
  const [user] = await findOwnAccount(db, { userId });
  if (!user) return null;
  const { id, username, avatar, points, boards_count, actions_count, created_at } = user;
  return {
    id,
    username,
    email: emailOf(user),
    isGuest: user.guest !== null,
    demoUntil: user.demo_until,
    avatar,
    points: points - (user.made_together ?? 0),
    boardsCount: boards_count,
    actionsCount: actions_count,
    createdAt: created_at,
    preferences: preferencesOf(user),
  };
}
