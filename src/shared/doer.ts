import type { UserId } from './ids.ts';

/** Whose activity it is, and who noted it for them. Null stands for a deleted account. */
export interface Noted {
  userId: UserId | null;
  notedBy?: { userId: UserId | null } | undefined;
}

/** Whose doing an activity is: whoever noted it. Nobody hears of their own doing, whomever it is counted for (decision D38). */
export function doerOf({ userId, notedBy }: Noted): UserId | null {
  return notedBy ? notedBy.userId : userId;
}
