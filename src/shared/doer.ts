import type { UserId } from './ids.ts';

/** The author of an activity, and the member who noted it for them. Null stands for a deleted account. */
export interface Noted {
  userId: UserId | null;
  notedBy?: { userId: UserId | null } | undefined;
}

/**
 * The member whose doing an activity is: the one who noted a gain, or who avowed a loss. Nobody hears of their own doing, whomever it is
 * counted for (decision D38).
 */
export function doerOf({ userId, notedBy, points }: Noted & { points: number }): UserId | null {
  return notedBy && points > 0 ? notedBy.userId : userId;
}
