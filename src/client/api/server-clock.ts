/** Takes a time off this device's clock for the server's, which dates what is logged: the device's may be wrong by minutes. */

/** In milliseconds: a header has whole seconds, and a reply takes its time. */
const leeway = 2000;
let ahead = Infinity;

/** `date`: the header of a reply that has just come. A slow one says that this device is further ahead than it is: the least holds. */
export function noteServerTime(date: string | null): void {
  const said = Date.parse(date ?? '');
  if (said) ahead = Math.min(ahead, Date.now() - said);
}

export function inServerTime(at: number): number {
  if (ahead === Infinity) return at;
  return at - Math.min(ahead, Math.max(0, ahead - leeway));
}
