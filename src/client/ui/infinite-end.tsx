import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { Button } from './button.tsx';
import styles from './infinite-end.module.css';

interface InfiniteEndProps {
  /** Whether there is more to load; without more nothing is drawn. */
  hasMore: boolean;
  /** The key of the query that reads the list. While it fetches anything, no further page is asked for. */
  queryKey: QueryKey;
  /** Must bear being called again before the query is known to read. */
  onMore: () => void;
  label: string;
  /** After a failure only the button asks again, not the scrolling. */
  failed?: boolean | undefined;
}

/**
 * The end of a list that goes on: coming near it loads more, and so does the button, for who does not scroll. It watches the query by itself: to
 * be told that it reads, the list would be drawn again, in the midst of scrolling.
 */
export function InfiniteEnd({ hasMore, queryKey, onMore, label, failed = false }: InfiniteEndProps) {
  const client = useQueryClient();
  const follow = useCallback((changed: () => void) => client.getQueryCache().subscribe(changed), [client]);
  const pending = useSyncExternalStore(follow, () => client.getQueryState(queryKey)?.fetchStatus === 'fetching');
  const asked = useRef(onMore);
  useEffect(() => {
    asked.current = onMore;
  });

  // An observer tells what is in view when it begins, then only what comes and goes. It begins anew after each read, which may leave the end in view;
  // what is asked during a read is lost. So no read may be missed: `useIsFetching` tells late, and misses those that are over by then.
  const watching = hasMore && !pending && !failed;
  const watch = useCallback(
    (mark: HTMLElement) => {
      if (!watching) return;
      // On a busy phone it tells of several moments at once, the present one last.
      const look = (entries: readonly IntersectionObserverEntry[]) => entries.at(-1)?.isIntersecting && asked.current();
      const observer = new IntersectionObserver(look, { rootMargin: '600px 0px' });
      observer.observe(mark);
      return () => observer.disconnect();
    },
    [watching],
  );

  if (!hasMore) return null;
  return (
    <div className={styles.end}>
      <span ref={watch} />
      <Button kind="ghost" pending={pending} onClick={onMore}>
        {label}
      </Button>
    </div>
  );
}
