import type { BoardId } from '#shared/ids';
import type { FlameMark, UnlockedId } from '#client/sync/replica/unlocked-news.ts';

export function isMark(id: UnlockedId): id is FlameMark {
  return id.startsWith('flame ');
}

export function markOf(mark: FlameMark): { days: number; boardId: BoardId } {
  const [, days, boardId = ''] = mark.split(' ');
  return { days: Number(days), boardId: boardId as BoardId };
}
