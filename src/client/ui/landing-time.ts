/** When the points land that fly to a score: it begins to count then. */
const flightTime = 560;
let landsAt = 0;

/** Points fly from now on. */
export function takeOff(): void {
  landsAt = performance.now() + flightTime;
}

/** Milliseconds until the points are there that fly now; 0 when none do. */
export function untilLanding(): number {
  return Math.max(0, landsAt - performance.now());
}
