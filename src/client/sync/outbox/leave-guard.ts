import type { Outbox } from './outbox.ts';

/** Asks, where the browser permits it, before leaving a page with unsaved commands. Returns a function that stops it. */
export function guardLeaving(outbox: Pick<Outbox, 'subscribe' | 'shown'>): () => void {
  const follow = () => {
    removeEventListener('beforeunload', ask);
    // Added only when needed: some browsers keep no page with such a listener in the back/forward cache.
    if (outbox.shown().unsafe > 0) addEventListener('beforeunload', ask);
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
