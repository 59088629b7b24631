/** Which members of the person's boards are there right now, as far as they show it. The live stream tells. */
import { useSyncExternalStore } from 'react';

let online: ReadonlySet<string> = new Set();
const watchers = new Set<() => void>();

export const presence = {
  /** What the greeting of a stream says: these and nobody else. */
  reset(userIds: readonly string[]): void {
    replace(new Set(userIds));
  },
  /** Who came, and who went or hides it. */
  move(came: readonly string[], went: readonly string[]): void {
    const next = new Set(online);
    for (const id of came) next.add(id);
    for (const id of went) next.delete(id);
    replace(next);
  },
  /** Without a stream nothing is known of anybody. */
  clear(): void {
    replace(new Set());
  },
};

export function useOnline(userId: string): boolean {
  return useSyncExternalStore(subscribe, () => online.has(userId));
}

function replace(next: ReadonlySet<string>): void {
  online = next;
  for (const watcher of [...watchers]) watcher();
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
