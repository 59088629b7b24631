/** Which members of the person's boards are there right now, as far as they show it. The live stream tells. */
import { useSyncExternalStore } from 'react';
import { createObservable } from '#client/ui/observable.ts';

const online = createObservable<ReadonlySet<string>>(new Set());

export const presence = {
  /** What the greeting of a stream says: these and nobody else. */
  reset(userIds: readonly string[]): void {
    online.set(new Set(userIds));
  },
  /** Who came, and who went or hides it. */
  move(came: readonly string[], went: readonly string[]): void {
    const next = new Set(online.get());
    for (const id of came) next.add(id);
    for (const id of went) next.delete(id);
    online.set(next);
  },
  /** Without a stream nothing is known of anybody. */
  clear(): void {
    online.set(new Set());
  },
};

export function useOnline(userId: string): boolean {
  return useSyncExternalStore(online.subscribe, () => online.get().has(userId));
}
