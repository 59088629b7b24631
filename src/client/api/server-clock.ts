/** Takes a time off this device's clock for the server's, which dates what is logged: the device's may be wrong by minutes or by days. */
import { createSignal } from './signal.ts';

/** In milliseconds: a header has whole seconds, and is written a moment before it leaves. */
const leeway = 2000;
/** What contradicts all that was heard by so much says that the clock of this device was set meanwhile. In milliseconds. */
const setBy = 60_000;
/** Between these this device is ahead of the server. */
let least = -Infinity;
let most = Infinity;

/** What is known of the server's clock has changed by more than a reply takes. */
export const serverClockMoved = createSignal<void>();

/** `date`: the header of a reply; `asked`: when the call went out; `heard`: when the reply came. The server's clock said so in between. */
export function noteServerTime(date: string | null, asked: number, heard = Date.now()): void {
  const said = Date.parse(date ?? '');
  const [lower, upper] = [asked - said - leeway, heard - said];
  // The clock was set back during the call.
  if (!said || lower > upper) return;
  const before = ahead();
  if (lower > most + setBy || upper < least - setBy) [least, most] = [lower, upper];
  else [least, most] = [Math.max(least, lower), Math.min(most, upper)];
  if (Math.abs(ahead() - before) > leeway) serverClockMoved.announce();
}

/** A clock that may be right is right. */
export function inServerTime(at: number): number {
  return at - ahead();
}

/** What time it is for the server, in milliseconds since 1970. */
export function serverTime(): number {
  return inServerTime(Date.now());
}

/** Until a reply says what time it is there. */
export function forgetServerTime(): void {
  [least, most] = [-Infinity, Infinity];
}

/** By how much this device is ahead of the server, in milliseconds. */
export function ahead(): number {
  return Math.min(most, Math.max(least, 0));
}
