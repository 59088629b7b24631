/** Which members of the person's boards are online, as far as they show it. Fed by the live stream. */
import { useSyncExternalStore } from 'react';
import type { UserId } from '#shared/ids';
import { createObservable } from '#client/ui/observable.ts';

const online = createObservable<ReadonlySet<UserId>>(new Set());

export const presence = {
  /** Replaces everybody by those in a stream's greeting. */
  reset(userIds: readonly UserId[]): void {
    online.set(new Set(userIds));
  },
  /** Adds those who came, and removes those who left or hide their presence. */
  move(came: readonly UserId[], went: readonly UserId[]): void {
    const next = new Set(online.get());
    for (const id of came) next.add(id);
    for (const id of went) next.delete(id);
    online.set(next);
  },
  /** Without a stream nobody's presence is known. */
  clear(): void {
    online.set(new Set());
  },
};

export function useOnline(userId: UserId): boolean {
  return useSyncExternalStore(online.subscribe, () => online.get().has(userId));
}
