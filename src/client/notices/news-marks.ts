/** Marks the boards with news, and takes the marks off again. Apart from what reads them, which the first screen needs. */
import type { BoardId, UserId } from '#shared/ids';
import { store } from '#client/ui/browser-storage.ts';
import { feedNews, markKey, unknown } from './news.ts';

export function markNews(userId: UserId, news: readonly { boardId: BoardId }[]): void {
  mark(userId, [...new Set([...feedNews.get(), ...news.map(({ boardId }) => boardId)])]);
}

/** News of a board that is lost go with it. */
export function keepMarks(userId: UserId, isThere: (boardId: string) => boolean): void {
  mark(
    userId,
    feedNews.get().filter((boardId) => boardId === unknown || isThere(boardId)),
  );
}

function mark(userId: UserId, boards: readonly string[]): void {
  if (boards.length === feedNews.get().length) return;
  feedNews.set(boards);
  store(markKey, boards.length === 0 ? null : [userId, ...boards].join(' '));
}
