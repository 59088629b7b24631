/**
 * How a stored time is read that a wrong clock may have written: a server whose clock was ahead, and was set right, has stored times that lie in the
 * future. One rule: what lies further ahead than it can is taken as now, so that nothing waits for such a time and nothing lasts until it.
 */

/** In milliseconds: the clocks of two copies of the server differ by less. */
export const clocksDiffer = 60_000;

/** In milliseconds: a time that lies further ahead than this was not written by a clock that was wrong, but by hand. */
export const clockErrsBy = 10 * 365 * 24 * 60 * 60 * 1000;

/** The latest time that a right clock has stored by now. `ahead`: how far the end of something lies ahead when it begins; 0 for what has happened. */
export function latestTime(now: number, ahead = 0): number {
  return now + ahead + clocksDiffer;
}

/** A stored time as it counts now. `ahead` as for {@link latestTime}. */
export function readTime(time: number, now: number, ahead = 0): number {
  return time <= latestTime(now, ahead) ? time : now;
}

/** Whether what lasts until a stored time is over. `lasts`: the longest that it can last from its beginning on. */
export function isOver(until: number, now: number, lasts: number): boolean {
  return readTime(until, now, lasts) <= now;
}

/** A stored beginning, for what is compared with it: one that lies ahead has happened, so that everything is later. */
export function readBeginning(time: number, now: number): number {
  return time <= latestTime(now) ? time : 0;
}
