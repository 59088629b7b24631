import type { Db } from '../database/connect.ts';

export function listMembers(db: Db, boardId: string) {
  return db
    .selectFrom('board_member')
    .innerJoin('user', 'user.id', 'board_member.user_id')
    .select(['board_member.user_id', 'board_member.score', 'board_member.joined_at', 'user.username', 'user.avatar'])
    .where('board_member.board_id', '=', boardId)
    .orderBy('board_member.joined_at')
    .orderBy('board_member.user_id')
    .execute();
}

export async function isMember(db: Db, boardId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('board_member')
    .select('user_id')
    .where('board_id', '=', boardId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function countMembers(db: Db, boardId: string): Promise<number> {
  const { count } = await db
    .selectFrom('board_member')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('board_id', '=', boardId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Who comes back finds the score of what they logged before (decision D6). */
export async function insertMember(db: Db, boardId: string, userId: string): Promise<void> {
  const { score } = await db
    .selectFrom('activity')
    .select(({ fn, lit }) => fn.coalesce(fn.sum<number>('points'), lit(0)).as('score'))
    .where('board_id', '=', boardId)
    .where('user_id', '=', userId)
    .where('undone_at', 'is', null)
    .executeTakeFirstOrThrow();
  await db.insertInto('board_member').values({ board_id: boardId, user_id: userId, score, joined_at: Date.now() }).execute();
}

/** Whether there was such a member. */
export async function deleteMember(db: Db, boardId: string, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('board_member')
    .where('board_id', '=', boardId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
