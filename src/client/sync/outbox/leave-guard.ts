import type { Outbox } from './outbox.ts';

/** Where the browser permits it, asks before a page is left that has what ends with it. Returns what ends it. */
export function guardLeaving(outbox: Pick<Outbox, 'subscribe' | 'unsafe'>): () => void {
  const follow = () => {
    removeEventListener('beforeunload', ask);
    // Only then: some browsers put no page with such a listener away for a quick return.
    if (outbox.unsafe() > 0) addEventListener('beforeunload', ask);
  };
  const stop = outbox.subscribe(follow);
  return () => {
    stop();
    removeEventListener('beforeunload', ask);
  };
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
