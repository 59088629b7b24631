import type { ActivityId } from '#shared/ids';
import type { AddedReaction, Reaction } from '#shared/reactions';
import type { Db } from '../database/database.ts';
import type { ActivityRow } from './activity-store.ts';
import { listReactions, type ReactionRow } from './reaction-store.ts';

/** The reactions of each activity, by its id. */
export type Reactions = ReadonlyMap<ActivityId, readonly ReactionRow[]>;

/** The reactions to these activities, in one query; in none when nobody has reacted to any of them. */
export async function readReactions(db: Db, activities: readonly Pick<ActivityRow, 'id' | 'reactions_revision'>[]): Promise<Reactions> {
  const ids = new Set(activities.flatMap(({ id, reactions_revision }) => (reactions_revision === null ? [] : [id])));
  const byActivity = new Map<ActivityId, ReactionRow[]>();
  for (const row of ids.size > 0 ? await listReactions(db, [...ids]) : []) {
    const others = byActivity.get(row.activity_id);
    if (others) others.push(row);
    else byActivity.set(row.activity_id, [row]);
  }
  return byActivity;
}

/** Groups reactions by emoji, in the order in which each emoji came first. */
export function reactionsView(rows: readonly ReactionRow[]): Reaction[] {
  return [...new Set(rows.map(({ emoji }) => emoji))].map((emoji) => {
    const alike = rows.filter((row) => row.emoji === emoji);
    return { emoji, userIds: alike.map(({ user_id }) => user_id), revisions: alike.map(({ board_revision }) => board_revision) };
  });
}

/** The reactions that were added after a revision of the board. */
export function addedReactions(rows: readonly ReactionRow[], after: number): AddedReaction[] {
  return rows
    .filter(({ board_revision }) => board_revision > after)
    .map(({ emoji, board_revision, user_id, username, avatar }) => ({
      emoji,
      revision: board_revision,
      userId: user_id,
      username,
      userAvatar: avatar,
    }));
}
