/** When the app locks, and how long whoever guesses its code waits: in milliseconds, by the clock of this device alone. */

export const lockMinutes = [1, 5, 15] as const;

export type LockMinutes = (typeof lockMinutes)[number];

/** Tries that cost nothing; from the last of them on each wrong one costs twice the wait of the one before. */
const freeTries = 5;
const firstWaitMs = 30_000;
const longestWaitMs = 3_600_000;

/**
 * Whether the app is locked for whoever comes back now. `leftAt`: when it went out of sight. One of which nobody knows when it did is locked: it
 * crashed, or was ended by the system. So is one that left in the future: the clock was set back. As in `app/opening/theme.js`.
 */
export function isLockDue(minutes: LockMinutes, leftAt: number, now: number): boolean {
  const away = now - leftAt;
  return !(away >= 0 && away < minutes * 60_000);
}

/** How long no code is taken after so many wrong ones, one after the other. */
export function waitAfter(wrongTries: number): number {
  return wrongTries < freeTries ? 0 : Math.min(firstWaitMs * 2 ** (wrongTries - freeTries), longestWaitMs);
}

/** Until when no code is taken. A clock that was set back meanwhile makes nobody wait for longer than the wait lasts. */
export function waitEnd({ wrongTries, waitUntil }: { wrongTries: number; waitUntil: number }, now: number): number {
  return Math.min(waitUntil, now + waitAfter(wrongTries));
}
