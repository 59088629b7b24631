/** Takes a time off this device's clock for the server's, which dates what is logged: the device's may be wrong by minutes. */

/** In milliseconds: a header has whole seconds, and is written a moment before it leaves. */
const leeway = 2000;
/** Between these this device is ahead of the server. */
let least = -Infinity;
let most = Infinity;

/** `date`: the header of a reply that has just come; `asked`: when the call went out. The server's clock said so in between. */
export function noteServerTime(date: string | null, asked: number): void {
  const said = Date.parse(date ?? '');
  if (!said) return;
  least = Math.max(least, asked - said - leeway);
  most = Math.min(most, Date.now() - said);
}

/** A clock that may be right is right. */
export function inServerTime(at: number): number {
  return at - Math.min(most, Math.max(least, 0));
}

/** Until a reply says what time it is there. */
export function forgetServerTime(): void {
  [least, most] = [-Infinity, Infinity];
}
