import { type QueryKey, useIsFetching } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import styles from './infinite-end.module.css';

interface InfiniteEndProps {
  /** Whether there is more to load; without more nothing is drawn. */
  hasMore: boolean;
  /** How many there are: whenever more have come, it looks anew whether the end is in view. */
  count: number;
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
export function InfiniteEnd({ hasMore, count, queryKey, onMore, label, failed = false }: InfiniteEndProps) {
  const pending = useIsFetching({ queryKey, exact: true }) > 0;
  const asked = useRef(onMore);
  useEffect(() => {
    asked.current = onMore;
  });

  // An observer tells what is in view when it begins, then only what comes and goes: it begins anew each time that the list can go on, and at each
  // new mark. What comes may leave the end where it is, as one bubble for many, and be read before this saw that it was asked for.
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
      <span key={count} ref={watch} />
      <Button kind="ghost" pending={pending} onClick={onMore}>
        {label}
      </Button>
    </div>
  );
}
