/** What others do while this person looks elsewhere: for a bubble that passes, and a dot that stays until the feed has been seen. */
import { useEffect } from 'react';
import type { BoardChange } from '#shared/boards';
import type { ActivityId, BoardId, UserId } from '#shared/ids';
import type { News } from '#shared/notices';
import { sessionOver } from '#client/api/session.ts';
import { boardGone, changeIngested, greeted, historyReplaced, noticed } from '#client/sync/replica/signals.ts';
import { live } from '#client/sync/stream/live.ts';
import { store, stored } from '#client/ui/browser-storage.ts';
import { createObservable, useObserved } from '#client/ui/observable.ts';
import { freshNews, isTakenBack, type NewsMemory, without } from './fresh-news.ts';

/** The news in the bubble, the newest last. */
export const newsBubble = createObservable<readonly News[]>([]);

/** Whether something came that the feed has not been looked at since. */
export const feedNews = createObservable(false);

/** News within this time make one bubble. In milliseconds. */
const gatheredMs = 300;
/** A bubble that is there already changes, and is read aloud, no more often than that. */
const changedMs = 2000;

/** Keeps up with what others do, as long as the person is signed in. `isSeen`: whether what is logged on a board is seen anyway. */
export function followNews(myId: UserId, isSeen: (boardId: BoardId) => boolean): () => void {
  const memory: NewsMemory = { from: new Map(), seen: new Set() };
  let isGreeted = live.connection() === 'live';
  let waiting: readonly News[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function tell(): void {
    timer = undefined;
    newsBubble.set([...newsBubble.get(), ...waiting]);
    waiting = [];
  }

  function take(change: BoardChange): void {
    drop((one) => isTakenBack(one, change));
    const { fresh, missed } = freshNews(memory, change, myId);
    const isUnseen = ({ kind, boardId, activityId }: (typeof fresh)[number]) =>
      !(kind === 'reaction_added' ? isInView(activityId) : isSeen(boardId));
    const news = fresh.filter(isUnseen);
    if (news.length > 0 || missed.some(isUnseen)) markNews(myId);
    show(news);
  }

  function show(news: readonly News[]): void {
    // A hidden page gets no bubble: when the person comes back, the dot is there.
    if (news.length === 0 || document.visibilityState === 'hidden') return;
    waiting = [...waiting, ...news];
    timer ??= setTimeout(tell, newsBubble.get().length === 0 ? gatheredMs : changedMs);
  }

  function drop(which: (one: News) => boolean): void {
    waiting = without(waiting, which);
    newsBubble.set(without(newsBubble.get(), which));
  }

  const readMark = () => feedNews.set(stored(markKey) === myId);
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
    noticed.listen((notice) => 'by' in notice && show([notice])),
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

/** Whether the reactions to an activity can be seen: then they show themselves. */
function isInView(activityId: ActivityId): boolean {
  if (document.visibilityState === 'hidden') return false;
  return [...document.querySelectorAll(`[data-reactions="${activityId}"]`)].some((line) => {
    const { top, bottom, height } = line.getBoundingClientRect();
    return height > 0 && bottom > 0 && top < innerHeight;
  });
}

/** In every tab. */
export function feedSeen(): void {
  newsBubble.set([]);
  feedNews.set(false);
  // Where it is not stored, the dot is this tab's alone.
  store(markKey, null);
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

function markNews(userId: UserId): void {
  feedNews.set(true);
  store(markKey, userId);
}
