/** What others do while this person looks elsewhere: for a bubble that passes, and a dot that stays until the feed has been seen. */
import { useEffect } from 'react';
import type { UserId } from '#shared/ids';
import type { News } from '#shared/notices';
import { store, stored } from '#client/ui/browser-storage.ts';
import { createObservable, useObserved } from '#client/ui/observable.ts';

/** The news in the bubble, the newest last. */
export const newsBubble = createObservable<readonly News[]>([]);

const none: readonly string[] = [];

/** The boards on which something came that the feed has not been looked at since. */
export const feedNews = createObservable(none);

/** In every tab. */
export function feedSeen(): void {
  newsBubble.set([]);
  feedNews.set(none);
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
  const isNew = useObserved(feedNews).length > 0;
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

/** For every tab: whose news, then the boards. */
export const markKey = 'accueil-news';
/** Earlier versions did not note the boards: there was at least one. */
export const unknown = 'unknown';

/** Takes over what other tabs have noted, also from now on. Returns what stops it. */
export function followMark(userId: UserId): () => void {
  const readMark = () => feedNews.set(markedFor(userId));
  readMark();
  addEventListener('storage', readMark);
  return () => removeEventListener('storage', readMark);
}

function markedFor(userId: UserId): readonly string[] {
  const [owner, ...boards] = stored(markKey)?.split(' ') ?? [];
  if (owner !== userId) return none;
  return boards.length > 0 ? boards : [unknown];
}
