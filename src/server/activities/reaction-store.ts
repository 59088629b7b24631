import type { Insertable } from 'kysely';
import type { ActivityId } from '#shared/ids';
import type { Db } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';

export type ReactionRow = Awaited<ReturnType<typeof listReactions>>[number];

/** In the order in which they came. Those of a deleted account stay until they are erased, but must not be seen. */
export function listReactions(db: Db, activityIds: readonly ActivityId[]) {
  return db
    .selectFrom('reaction')
    .innerJoin('user', 'user.id', 'reaction.user_id')
    .select(['reaction.activity_id', 'reaction.user_id', 'reaction.emoji', 'reaction.board_revision', 'user.username', 'user.avatar'])
    .where('reaction.activity_id', 'in', activityIds)
    .orderBy('reaction.board_revision')
    .execute();
}

type ReactionKey = Pick<Insertable<Tables['reaction']>, 'activity_id' | 'user_id' | 'emoji'>;

export async function hasReaction(db: Db, { activity_id, user_id, emoji }: ReactionKey): Promise<boolean> {
  const row = await db
    .selectFrom('reaction')
    .select('emoji')
    .where(({ and }) => and({ activity_id, user_id, emoji }))
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertReaction(db: Db, reaction: Insertable<Tables['reaction']>): Promise<void> {
  await db.insertInto('reaction').values(reaction).execute();
}

export async function deleteReaction(db: Db, { activity_id, user_id, emoji }: ReactionKey): Promise<void> {
  await db
    .deleteFrom('reaction')
    .where(({ and }) => and({ activity_id, user_id, emoji }))
    .execute();
}

/** Takes note of the revision of the board at which what hangs on an activity changed. */
export async function markAttached(db: Db, activityId: ActivityId, revision: number): Promise<void> {
  await db.updateTable('activity').set({ reactions_revision: revision }).where('id', '=', activityId).execute();
}
