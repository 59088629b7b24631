import type { ToldMember } from '#shared/boards';
import type { BoardRow } from '../boards/board-store.ts';
import { toldScore } from '../boards/told-score.ts';
import type { Db } from '../database/database.ts';
import { listMembers } from './member-store.ts';

export async function readMembers(db: Db, board: Pick<BoardRow, 'id' | 'play_mode'>): Promise<ToldMember[]> {
  const rows = await listMembers(db, board.id);
  return rows.map(({ user_id, username, avatar, score, joined_at }) => ({
    ...{ userId: user_id, username, avatar },
    score: toldScore(board, score),
    joinedAt: joined_at,
  }));
}
