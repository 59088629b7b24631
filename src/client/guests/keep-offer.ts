/** When a guest is asked to keep their game: from the second day on, and again some days after 'Plus tard'. */
import type { Account } from '#shared/accounts';
import type { UserId } from '#shared/ids';
import { serverTime } from '#client/api/server-clock.ts';
import { useServerTime } from '#client/api/server-time.ts';
import { store, stored } from '#client/ui/browser-storage.ts';
import { createObservable, useObserved } from '#client/ui/observable.ts';

const storageKey = 'keep-offer';
const againAfterMs = 3 * 24 * 60 * 60 * 1000;

/** By whom it was put off, and until when by the server's clock. Without storage that lasts as long as the page. */
const putOff = createObservable(stored(storageKey));

export function putOffKeeping(myId: UserId): void {
  const note = `${myId} ${serverTime() + againAfterMs}`;
  store(storageKey, note);
  putOff.set(note);
}

export function useIsKeepOffered({ id, createdAt }: Account): boolean {
  const [by, until = 0] = useObserved(putOff)?.split(' ') ?? [];
  const due = Math.max(nextMidnight(createdAt), by === id ? Number(until) : 0);
  return useServerTime([due]) >= due;
}

/** The end of that day where this device is. */
function nextMidnight(time: number): number {
  return new Date(time).setHours(24, 0, 0, 0);
}
