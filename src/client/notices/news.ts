/** What others do while this person looks elsewhere: for a bubble that passes, and a dot that stays until the feed has been seen. */
import { useEffect } from 'react';
import type { UserId } from '#shared/ids';
import type { News, NoticeOf } from '#shared/notices';
import { store, stored } from '#client/ui/browser-storage.ts';
import { createObservable, useObserved } from '#client/ui/observable.ts';

/** The news in the bubble, the newest last. */
export const newsBubble = createObservable<readonly News[]>([]);

/** What others have just logged on the board that is open, the newest last: it is told from their faces there. */
export const ripostes = createObservable<readonly NoticeOf<'activity_logged'>[]>([]);

/** Whether something came that the feed has not been looked at since. */
export const feedNews = createObservable(false);

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

export function markNews(userId: UserId): void {
  feedNews.set(true);
  store(markKey, userId);
}

/** Takes over what other tabs have noted, also from now on. Returns what stops it. */
export function followMark(userId: UserId): () => void {
  const readMark = () => feedNews.set(stored(markKey) === userId);
  readMark();
  addEventListener('storage', readMark);
  return () => removeEventListener('storage', readMark);
}
