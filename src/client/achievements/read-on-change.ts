import { useEffect } from 'react';
import { changeIngested } from '#client/sync/replica/signals.ts';
import { unlockedNews } from '#client/sync/replica/unlocked-news.ts';

/** Many may log at once: what they do is read together. In milliseconds. */
const gatherMs = 600;

/** While it is shown: whatever happens on a board may unlock something, bring it nearer or take it back. */
export function useReadOnChange(refetch: () => unknown): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const readSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        refetch();
      }, gatherMs);
    };
    const stops = [changeIngested.listen(readSoon), unlockedNews.subscribe(readSoon)];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [refetch]);
}
