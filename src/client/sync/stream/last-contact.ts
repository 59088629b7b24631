import { createObservable, useObserved } from '#client/ui/observable.ts';
import { live } from './live.ts';

/** When the app was opened on stored data: how current that was. Null once the server has answered. */
const openedAsOf = createObservable<number | null>(null);
let lostAt: number | null = null;

live.subscribe(() => {
  const connection = live.connection();
  if (connection === 'lost') lostAt ??= Date.now();
  if (connection !== 'live') return;
  lostAt = null;
  openedAsOf.set(null);
});

/** When the cache was last known to be current, in milliseconds since 1970. */
export function lastContact(): number {
  return openedAsOf.get() ?? lostAt ?? Date.now();
}

/** The app was opened without the server, on data of that time. */
export function openedWithoutContact(asOf: number): void {
  openedAsOf.set(asOf);
}

/** How current the data shown is, until the server has answered for the first time. */
export function useDataAsOf(): number | null {
  return useObserved(openedAsOf);
}
