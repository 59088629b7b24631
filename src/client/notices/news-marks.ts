/**
 * Marks the boards with news, and takes the marks off again: what the dot shows and the app's icon counts, by the rule of the server (`listBoardsWithNews`).
 * Apart from what reads them, which the first screen needs.
 */
import type { BoardChange } from '#shared/boards';
import type { BoardId, UserId } from '#shared/ids';
import { store } from '#client/ui/browser-storage.ts';
import { type ActivityNews, freshNews, isTakenBack, type NewsMemory, without } from './fresh-news.ts';
import { feedNews, markKey, unknown } from './news.ts';

/** As far as this page has heard: nothing of them is news. */
let muted: { of: UserId; boards: readonly BoardId[] } | null = null;

export function markNews(userId: UserId, news: readonly { boardId: BoardId }[]): void {
  const marked = news.map(({ boardId }) => boardId).filter((boardId) => !mutedOf(userId).includes(boardId));
  mark(userId, [...new Set([...feedNews.get(), ...marked])]);
}

/** News of a board that is lost go with it. */
export function keepMarks(userId: UserId, isThere: (boardId: string) => boolean): void {
  mark(
    userId,
    feedNews.get().filter((boardId) => boardId === unknown || isThere(boardId)),
  );
}

/** Takes note of which boards the person has muted by now. */
export function noteMuted(userId: UserId, change: (before: readonly BoardId[]) => readonly BoardId[]): void {
  const boards = change(mutedOf(userId));
  muted = { of: userId, boards };
  keepMarks(userId, (boardId) => !boards.some((one) => one === boardId));
}

function mutedOf(userId: UserId): readonly BoardId[] {
  return muted?.of === userId ? muted.boards : [];
}

/** Reads changes for a person: marks their boards, unless all is taken back that did. */
export function createMarking(myId: UserId, memory: NewsMemory) {
  /** What has marked each board; nothing is known of what marked it before this page, or in another one. */
  const causes = new Map<BoardId, readonly ActivityNews[]>();
  return (
    change: BoardChange,
    isUnseen: (one: ActivityNews) => boolean,
  ): { fresh: readonly ActivityNews[]; unseen: readonly ActivityNews[] } => {
    const { boardId } = change;
    const { fresh, missed } = freshNews(memory, change, myId);
    const unseen = fresh.filter(isUnseen);
    const before = feedNews.get().includes(boardId) ? causes.get(boardId) : [];
    if (before) {
      const now = [...without(before, (one) => isTakenBack(one, change)), ...unseen, ...missed.filter(isUnseen)];
      causes.set(boardId, now);
      if (now.length > 0) markNews(myId, now);
      else if (before.length > 0) keepMarks(myId, (other) => other !== boardId);
    }
    return { fresh, unseen };
  };
}

function mark(userId: UserId, boards: readonly string[]): void {
  if (boards.length === feedNews.get().length) return;
  feedNews.set(boards);
  store(markKey, boards.length === 0 ? null : [userId, ...boards].join(' '));
}
