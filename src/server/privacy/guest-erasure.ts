/** Erases guests who have not come for long, as if they had deleted their account (decision D56). */
import { guestLimits } from '#shared/guests';
import type { UserId } from '#shared/ids';
import { findBoardHeard, isToBeErased, listGuestsToErase, postponeWarnings, warnGuests } from '../accounts/guest-store.ts';
import type { Db } from '../database/database.ts';
import type { Recording } from '../events/record.ts';
import type { Worker } from '../jobs/runner.ts';

const minute = 60 * 1000;
const hour = 60 * minute;

/** In milliseconds. A run that is so late follows a stop, during which nobody could come, or a clock that was set ahead. */
const lateBy = hour;
/** Looked up at once. */
const some = 100;

/**
 * Warns guests two weeks before the end, and erases those who were warned and did not come. The time in which the server stood still does not count, nor
 * does a warning that lies ahead: so a clock that is ahead erases nobody unless it stays wrong for two weeks.
 */
export function createGuestErasure(
  { read, unitOfWork }: Pick<Recording, 'read' | 'unitOfWork'>,
  remove: (userId: UserId, confirm: (db: Db) => Promise<void>) => Promise<void>,
): Worker {
  return {
    async run({ due }, { signal, keepClaim }) {
      const now = Date.now();
      // Somebody has asked for this run where it is due at 0.
      if (due > 0 && now - due > lateBy) await unitOfWork(({ db }) => postponeWarnings(db, { until: due, by: now - due }));
      await unitOfWork(async (work) => {
        for (const userId of await warnGuests(work.db, { unseenSince: now - guestLimits.lasts + guestLimits.warnedBefore, now })) {
          const boardId = await findBoardHeard(work.db, userId);
          if (boardId !== undefined) work.record({ type: 'guest_warned', userId, boardId });
        }
      });
      const ended = { unseenSince: now - guestLimits.lasts, warnedBefore: now - guestLimits.warnedBefore };
      const cameBack = new Error('seen since');
      const failures: unknown[] = [];
      for (const userId of await listGuestsToErase(read, ended, some)) {
        signal.throwIfAborted();
        if (!(await unitOfWork(keepClaim))) return undefined;
        // One that cannot be erased keeps nobody else.
        await remove(userId, async (db) => {
          if (!(await isToBeErased(db, userId, ended))) throw cameBack;
        }).catch((failure: unknown) => void (failure !== cameBack && failures.push(failure)));
      }
      if (failures.length > 0) throw failures[0];
      return undefined;
    },
    every: hour,
    longestRun: 10 * minute,
    waits: [minute, 5 * minute, 15 * minute],
    mostAttempts: Infinity,
    patience: 0,
  };
}
