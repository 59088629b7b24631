/** Calls what was to follow a commit. The work is committed whatever a listener does, and the other listeners must still be called. */
export function tellAll(follows: readonly (() => void)[]): void {
  for (const follow of follows) {
    try {
      follow();
    } catch (untold) {
      process.emitWarning(untold instanceof Error ? untold : String(untold));
    }
  }
}
