import { setTimeout as pause } from 'node:timers/promises';
import { deleteCountsBefore } from '../counts/count-store.ts';
import { dayOf } from '../counts/counts.ts';
import type { Database, Db } from '../database/database.ts';
import { rowsInSlice } from '../database/delete-older.ts';
import type { Worker } from '../jobs/runner.ts';
import { forgetUnusedDevices } from '../identity/sessions/known-devices.ts';
import { deleteExpiredChallenges } from '../identity/passkeys/passkey-store.ts';
import { deleteExpiredResets } from '../identity/passwords/password-reset-store.ts';
import { deleteSettledBefore } from '../play/agreement-store.ts';
import { deleteContestsBefore } from '../play/contest-store.ts';
import { deletePlayersOfClosed } from '../play/season-player-store.ts';
import { deleteLapsedDevices, deleteLooksBefore } from '../push/device-store.ts';
import { clocksDiffer } from '#shared/clock-rules';
import { deleteLapsedOwedLosses } from '../activities/owed-loss-store.ts';
import { deleteNudgesBefore } from '../push/nudge-store.ts';
import { deletePushesMadeBefore, deletePushesSentBefore } from '../push/push-store.ts';
import { webhookLimits } from '#shared/webhooks';
import { deleteDeliveriesBefore } from '../webhooks/webhook-store.ts';
import { deleteExpiredSingleLinks } from '../membership/single-link-store.ts';
import { deleteTokenLogsBefore, deleteTokensExpiredBefore } from '../identity/tokens/token-store.ts';
import { deleteWallsUnseenSince } from '../walls/wall-store.ts';
import { wallLasts } from '../walls/wall-cookie.ts';
import { forgetExpiredReEntries } from '../accounts/guest-store.ts';
import { deleteExpiredSessions } from '../identity/sessions/session-store.ts';
import { aheadAsNow } from './ahead-store.ts';

const minute = 60 * 1000;
const [hour, day] = [60 * minute, 24 * 60 * minute];
/** In milliseconds: a year and a month, so that a month can be compared with that of the year before. */
const countsLast = 400 * day;
/** In milliseconds: longer than a push of it can wait, in any zone. */
const nudgesLast = 4 * day;

/**
 * In milliseconds. A run that is so late follows a long stop, or the clock was set ahead a moment ago, perhaps by mistake. It deletes nothing: by the next
 * run a wrong clock may be right again.
 */
const lateBy = 12 * hour;

/** In milliseconds: so long one that has run out is listed, for who wonders why a program has stopped. */
const tokensShown = 30 * day;

/** In milliseconds: for answers that a phone sends late. */
const agreementsLast = 30 * day;

/** Each deletes at most one slice of the expired rows of a table, and returns how many rows that were. */
const slices: readonly ((db: Db, now: number) => Promise<number>)[] = [
  (db) => deleteExpiredSessions(db),
  (db, now) => deleteWallsUnseenSince(db, now - wallLasts * 1000),
  (db) => deleteExpiredResets(db),
  (db) => deleteExpiredChallenges(db),
  (db) => forgetUnusedDevices(db),
  (db) => deleteExpiredSingleLinks(db),
  (db) => forgetExpiredReEntries(db),
  (db, now) => deleteNudgesBefore(db, dayOf(now - nudgesLast)),
  deleteLapsedOwedLosses,
  (db) => deleteLapsedDevices(db),
  (db) => deletePlayersOfClosed(db),
  (db, now) => deleteLooksBefore(db, now),
  (db, now) => deleteSettledBefore(db, now - agreementsLast),
  (db, now) => deleteContestsBefore(db, now - agreementsLast),
  (db, now) => deleteTokensExpiredBefore(db, now - tokensShown),
  (db, now) => deleteTokenLogsBefore(db, now - hour),
  (db, now) => deletePushesSentBefore(db, now - day),
  // Three days after it was made, a push has no attempt left.
  (db, now) => deletePushesMadeBefore(db, now - 3 * day),
  (db, now) => deleteDeliveriesBefore(db, now - webhookLimits.logLasts),
  (db, now) => deleteCountsBefore(db, dayOf(now - countsLast)),
];

/**
 * Deletes expired sessions, links and known devices, and old counts. Nobody can use them any more: this saves room, and keeps no more about
 * people than is needed. Each transaction deletes few rows, however many there are, so that it keeps nobody waiting.
 */
export function createForgetting(
  { unitOfWork, eraseFromLog }: Pick<Database, 'unitOfWork' | 'eraseFromLog'>,
  monotonic = () => performance.now(),
): Worker {
  /** The time of the last run in this process, by both clocks. */
  let before: { now: number; monotonic: number } | undefined;

  /** Whether the clock has advanced as far as the monotonic one since the last run, at least half an hour ago. */
  function wasSteady(now: number): boolean {
    const [last, passed] = [before, monotonic()];
    before = { now, monotonic: passed };
    return last !== undefined && passed - last.monotonic > hour / 2 && Math.abs(now - last.now - (passed - last.monotonic)) < clocksDiffer;
  }

  return {
    async run({ due }, { signal, keepClaim }) {
      const now = Date.now();
      const isSteady = wasSteady(now);
      // Somebody has asked for this run where it is due at 0.
      if (due > 0 && now - due > lateBy) return undefined;
      if (isSteady) for (const write of aheadAsNow) await unitOfWork(({ db }) => write(db, now), { isLong: true });
      for (const deleteSlice of slices) {
        for (let isLeft = true; isLeft; ) {
          const start = performance.now();
          const deleted = await unitOfWork(
            // Another copy may have taken over what took so long.
            async (transaction) => ((await keepClaim(transaction)) ? await deleteSlice(transaction.db, Date.now()) : undefined),
            { isLong: true },
          );
          if (deleted === undefined) return undefined;
          isLeft = deleted >= rowsInSlice;
          // At most half of the time, so that people logging do not notice.
          if (isLeft) await pause(performance.now() - start, undefined, { signal });
        }
      }
      return undefined;
    },
    every: hour,
    longestRun: 10 * minute,
    waits: [minute, 5 * minute, 15 * minute],
    mostAttempts: Infinity,
    // Not awaited: it may take as long as the next run.
    onIdle: () => void eraseFromLog(),
    patience: 0,
  };
}
