/** Erases guests who have not come for long, and demos whose day is over, as if their people had deleted their accounts (decision D56). */
import { demoLimits } from '#shared/demos';
import { guestLimits } from '#shared/guests';
import type { UserId } from '#shared/ids';
import {
  findBoardHeard,
  isInDemo,
  isToBeErased,
  listDemosOver,
  listGuestsToErase,
  postponeWarnings,
  warnGuests,
} from '../accounts/guest-store.ts';
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
 * does a warning that lies ahead: so a clock that is ahead erases nobody unless it stays wrong for two weeks. A run that is late erases the demos that were over when it was due:
 * by the next one a wrong clock may be right again.
 */
export function createGuestErasure(
  { read, unitOfWork }: Pick<Recording, 'read' | 'unitOfWork'>,
  remove: (userId: UserId, confirm: (db: Db) => Promise<void>) => Promise<void>,
): Worker {
  return {
    async run({ due }, { signal, keepClaim }) {
      const now = Date.now();
      // The host has asked for this run where it is due at 0.
      const isLate = due > 0 && now - due > lateBy;
      if (isLate) await unitOfWork(({ db }) => postponeWarnings(db, { until: due, by: now - due }));
      await unitOfWork(async (work) => {
        for (const userId of await warnGuests(work.db, { unseenSince: now - guestLimits.lasts + guestLimits.warnedBefore, now })) {
          const boardId = await findBoardHeard(work.db, userId);
          if (boardId !== undefined) work.record({ type: 'guest_warned', userId, boardId });
        }
      });
      const ended = { unseenSince: now - guestLimits.lasts, warnedBefore: now - guestLimits.warnedBefore };
      const cameBack = new Error('seen since');
      const failures: unknown[] = [];
      const demos = await listDemosOver(read, isLate ? due : now, 2 * demoLimits.live);
      const guests = await listGuestsToErase(read, ended, some);
      for (const userId of [...demos, ...guests]) {
        signal.throwIfAborted();
        if (!(await unitOfWork(keepClaim))) return undefined;
        // One that cannot be erased keeps nobody else. Nobody stays longer in a demo.
        await remove(userId, async (db) => {
          if (!(await isInDemo(db, userId)) && !(await isToBeErased(db, userId, ended))) throw cameBack;
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
