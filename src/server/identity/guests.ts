import type { UserId } from '#shared/ids';
import { deleteGuest } from '../accounts/guest-store.ts';
import type { Work } from '../database/database.ts';
import { endSessionsBy } from './sessions/session-store.ts';
import { sessionLasts } from './sessions/session-cookie.ts';

/** Makes a guest an account like any other, once something else than their session opens it. Whether they were one. */
export async function endBeingGuest(work: Work, userId: UserId): Promise<boolean> {
  if (!(await deleteGuest(work.db, userId))) return false;
  await endSessionsBy(work.db, userId, Date.now() + sessionLasts * 1000);
  work.record({ type: 'game_kept', userId });
  return true;
}
