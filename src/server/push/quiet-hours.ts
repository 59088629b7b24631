import { hourIn } from '#shared/calendar';

interface Quiet {
  time_zone: string;
  quiet_from: number;
  quiet_to: number;
}

const minute = 60_000;
const hour = 60 * minute;
/** Clocks of all zones differ from UTC by a multiple of it. */
const step = 15 * minute;

/** When the quiet hours of a device end that it is in; `now` where it is in none. In milliseconds since 1970. */
export function quietUntil(device: Quiet, now: number): number {
  if (!isQuiet(device, now)) return now;
  const left = (device.quiet_to - hourIn(device.time_zone, now) + 24) % 24;
  // Clocks may be changed in that night: from two hours before on, each quarter is looked at.
  let at = Math.floor(now / step) * step + Math.max(left - 2, 0) * hour;
  while (isQuiet(device, at)) at += step;
  return at;
}

function isQuiet({ time_zone: zone, quiet_from: from, quiet_to: to }: Quiet, at: number): boolean {
  if (from === to) return false;
  const now = hourIn(zone, at);
  return from < to ? now >= from && now < to : now >= from || now < to;
}
