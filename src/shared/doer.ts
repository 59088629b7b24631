import type { UserId } from './ids.ts';

/** Whose activity it is, and who noted it for them. Null stands for a deleted account. */
export interface Noted {
  userId: UserId | null;
  notedBy?: { userId: UserId | null } | undefined;
}

/**
 * Whose doing an activity is: whoever noted a gain, and who avowed a loss. Nobody hears of their own doing, whomever it is counted for
 * (decision D38).
 */
export function doerOf({ userId, notedBy, points }: Noted & { points: number }): UserId | null {
  return notedBy && points > 0 ? notedBy.userId : userId;
}
