import type { Member } from '#shared/boards';
import type { BoardId } from '#shared/ids';
import type { Db } from '../database/database.ts';
import { listMembers } from './member-store.ts';

export async function readMembers(db: Db, boardId: BoardId): Promise<Member[]> {
  const rows = await listMembers(db, boardId);
  return rows.map(({ user_id, username, avatar, score, joined_at }) => ({ userId: user_id, username, avatar, score, joinedAt: joined_at }));
}
