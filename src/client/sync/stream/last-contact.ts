import { createObservable, useObserved } from '#client/ui/observable.ts';
import { live } from './live.ts';

/** When the app was opened on what was last seen: until when that was true. Null once the server has been heard. */
const openedAsOf = createObservable<number | null>(null);
let lostAt: number | null = null;

live.subscribe(() => {
  const connection = live.connection();
  if (connection === 'lost') lostAt ??= Date.now();
  if (connection !== 'live') return;
  lostAt = null;
  openedAsOf.set(null);
});

/** When what is cached was last known to be true, in milliseconds since 1970. */
export function lastContact(): number {
  return openedAsOf.get() ?? lostAt ?? Date.now();
}

/** The app was opened without the server, on what was true then. */
export function openedWithoutContact(asOf: number): void {
  openedAsOf.set(asOf);
}

/** Until when the data shown was true, as long as the app has not heard of the server since it was opened. */
export function useDataAsOf(): number | null {
  return useObserved(openedAsOf);
}
