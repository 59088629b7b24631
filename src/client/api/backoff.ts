/**
 * How long to wait, in milliseconds, before trying again after so many failures: twice as long each time, up to `longest`; and never
 * in step with all the others that the same break has cut off.
 */
export function backoff(failures: number, { first = 1000, longest = 15_000 }: { first?: number; longest?: number } = {}): number {
  return Math.min(longest, first * 2 ** failures) * (0.5 + Math.random() / 2);
}
