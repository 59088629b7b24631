// Not the wall clock, which may be set right meanwhile.
const shared = Number(process.hrtime.bigint()) / 1e6 - performance.now();

/** A time of performance.now() on the clock that all processes of this machine have in common, in milliseconds. */
export function onSharedClock(at: number): number {
  return shared + at;
}
