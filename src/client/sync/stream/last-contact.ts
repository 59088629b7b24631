import { useSyncExternalStore } from 'react';
import { live } from './live.ts';

/** When the app was opened on what was last seen: until when that was true. Null once the server has been heard. */
let openedAsOf: number | null = null;
let lostAt: number | null = null;
const watchers = new Set<() => void>();

live.subscribe(() => {
  const connection = live.connection();
  if (connection === 'lost') lostAt ??= Date.now();
  if (connection !== 'live') return;
  lostAt = null;
  setOpenedAsOf(null);
});

/** When what is cached was last known to be true, in milliseconds since 1970. */
export function lastContact(): number {
  return openedAsOf ?? lostAt ?? Date.now();
}

/** The app was opened without the server, on what was true then. */
export function openedWithoutContact(asOf: number): void {
  setOpenedAsOf(asOf);
}

/** Until when the data shown was true, as long as the app has not heard of the server since it was opened. */
export function useDataAsOf(): number | null {
  return useSyncExternalStore(subscribe, () => openedAsOf);
}

function setOpenedAsOf(asOf: number | null): void {
  if (openedAsOf === asOf) return;
  openedAsOf = asOf;
  for (const watcher of [...watchers]) watcher();
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
