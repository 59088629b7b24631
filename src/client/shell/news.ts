/** What others do while this person looks elsewhere: for a bubble that passes, and a dot that stays until the feed has been seen. */
import { useEffect } from 'react';
import type { BoardChange } from '#shared/boards';
import { sessionOver } from '#client/api/session.ts';
import { createSignal } from '#client/api/signal.ts';
import { boardGone, changeIngested, greeted, historyReplaced } from '#client/sync/cache/signals.ts';
import { live } from '#client/sync/stream/live.ts';
import { createObservable, useObserved } from '#client/ui/observable.ts';
import { logsOfOthers, type NewsMemory, type OthersNews, without } from './others-logs.ts';

/** What the bubble tells of: the newest last. */
export const newsBubble = createObservable<readonly OthersNews[]>([]);

/** What is news beside the logs, and is not seen anyway, from who follows it. `isMissed`: it happened while nobody looked. */
export const furtherNews = createSignal<{ news: readonly OthersNews[]; isMissed: boolean }>();

/** Whether something came that the feed has not been looked at since. */
export const feedNews = createObservable(false);

/** Those that come together make one bubble. In milliseconds. */
const gatheredMs = 300;
/** A bubble that is there already changes, and is read aloud, no more often than that. */
const changedMs = 2000;

/** Keeps up with what others do, as long as the person is signed in. `isSeen`: whether what happens on a board is seen anyway. */
export function followNews(myId: string, isSeen: (boardId: string) => boolean): () => void {
  const memory: NewsMemory = { from: new Map(), seen: new Set() };
  let isGreeted = live.connection() === 'live';
  let waiting: readonly OthersNews[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function tell(): void {
    timer = undefined;
    newsBubble.set([...newsBubble.get(), ...waiting]);
    waiting = [];
  }

  function take(change: BoardChange): void {
    const gone = new Set(change.changed?.flatMap(({ id, undone }) => (undone ? [id] : [])));
    drop(({ id }) => gone.has(id));
    bring(logsOfOthers(memory, change, myId).filter(({ boardId }) => !isSeen(boardId)));
  }

  function bring(news: readonly OthersNews[]): void {
    if (news.length === 0) return;
    markNews(myId);
    // Whoever comes back to a hidden page finds the dot.
    if (document.visibilityState === 'hidden') return;
    waiting = [...waiting, ...news];
    timer ??= setTimeout(tell, newsBubble.get().length === 0 ? gatheredMs : changedMs);
  }

  function drop(which: (log: OthersNews) => boolean): void {
    waiting = without(waiting, which);
    newsBubble.set(without(newsBubble.get(), which));
  }

  const readMark = () => feedNews.set(storedMark() === myId);
  readMark();
  addEventListener('storage', readMark);
  const stops = [
    greeted.listen(({ boards }) => {
      // Changes before the first greeting happened while the person was away.
      for (const [boardId, revision] of Object.entries(boards))
        if (!isGreeted || !memory.from.has(boardId)) memory.from.set(boardId, revision);
      isGreeted = true;
    }),
    changeIngested.listen(({ change }) => take(change)),
    furtherNews.listen(({ news, isMissed }) => (isMissed ? markNews(myId) : bring(news))),
    historyReplaced.listen(() => {
      memory.from.clear();
      isGreeted = false;
      drop(() => true);
    }),
    boardGone.listen((board) => drop(({ boardId }) => boardId === board.boardId)),
    sessionOver.listen(() => feedSeen()),
  ];
  return () => {
    clearTimeout(timer);
    removeEventListener('storage', readMark);
    for (const stop of stops) stop();
    newsBubble.set([]);
  };
}

/** In every tab. */
export function feedSeen(): void {
  newsBubble.set([]);
  feedNews.set(false);
  try {
    localStorage.removeItem(markKey);
  } catch {
    // Refused: the dot is this tab's alone.
  }
}

/** In pixels. */
const nearTop = 80;

export function isAtTopOfFeed(): boolean {
  return scrollY < nearTop;
}

/** On the screen of the feed: takes note that its top is in view. */
export function useFeedSeen(): void {
  const isNew = useObserved(feedNews);
  useEffect(() => {
    if (!isNew) return;
    const look = () => {
      if (document.visibilityState === 'visible' && isAtTopOfFeed()) feedSeen();
    };
    look();
    addEventListener('scroll', look, { passive: true });
    document.addEventListener('visibilitychange', look);
    return () => {
      removeEventListener('scroll', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isNew]);
}

const markKey = 'accueil-news';

function markNews(userId: string): void {
  feedNews.set(true);
  try {
    localStorage.setItem(markKey, userId);
  } catch {
    // As above.
  }
}

function storedMark(): string | null {
  try {
    return localStorage.getItem(markKey);
  } catch {
    return null;
  }
}
