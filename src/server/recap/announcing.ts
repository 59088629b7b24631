import { daysAfter } from '#shared/calendar';
import type { UserId } from '#shared/ids';
import { newestRecapWeek, newestRecapWeekAnywhere, readRecapWeek } from '#shared/recap-weeks';
import { addJob } from '../jobs/add-job.ts';
import { everyFiveMinutes, type Worker } from '../jobs/runner.ts';
import type { Deps } from '../deps.ts';
import { announceFilms } from './announcing-films.ts';
import { revealGestures } from './gestures.ts';
import { announceRecap, listMailedZones, listTimeZones, listUnannounced, passWeek } from './recap-store.ts';

/** Boards that are looked up at once. */
const some = 100;
/** Later than every week that there is. */
const never = '9999-12-31';

/**
 * Announces, every few minutes, films, and the recaps of the boards on which it is Monday, 8:00, or was since the last look: each week of each board once,
 * however many copies look, however their clocks differ, and whatever zone the board has had.
 */
export function createAnnouncing(database: Deps['database']): Worker {
  return {
    ...everyFiveMinutes,
    async run(_job, { signal }) {
      const now = Date.now();
      // First: whoever is told of a recap finds them in it.
      await revealGestures(database, now, signal);
      for (const timeZone of await listTimeZones(database.read)) {
        await announceZone(timeZone, now, signal);
        await announceFilms({ database }, timeZone, now, signal);
      }
      await queueMails(now, signal);
      return undefined;
    },
  };

  async function announceZone(timeZone: string, now: number, signal: AbortSignal): Promise<void> {
    const week = newestRecapWeek(timeZone, now);
    // Where this week's recap has just come, a later one was announced while the clock was ahead and does not count, see `readRecapWeek`.
    const isNew = readRecapWeek(never, timeZone, now) < week;
    const due = { timeZone, week, next: daysAfter(week, 7), laterThan: isNew ? newestRecapWeekAnywhere(now) : undefined };
    for (;;) {
      const boards = await listUnannounced(database.read, due, some);
      for (const boardId of boards) {
        signal.throwIfAborted();
        await database.unitOfWork(async (work) => {
          // The zone and the days of the board stay as they are until it is announced.
          await database.lockBoard(work.db, boardId);
          if (await announceRecap(work.db, boardId, due)) work.record({ type: 'recap_ready', boardId, week });
        });
      }
      if (boards.length < some) return;
    }
  }

  /** Everybody who wants it gets one mail about a week, once it is Monday, 8:00, on all of their boards. */
  async function queueMails(now: number, signal: AbortSignal): Promise<void> {
    const people = new Map<UserId, Mailed>();
    for (const { user_id, week: noted, time_zone, announced } of await listMailedZones(database.read)) {
      const before = people.get(user_id);
      people.set(user_id, {
        noted,
        passed: earlier(readRecapWeek(noted, time_zone, now), before?.passed),
        newest: earlier(newestRecapWeek(time_zone, now), before?.newest),
        announced: later(announced ?? '', before?.announced),
      });
    }
    for (const [userId, { noted, passed, newest: week, announced }] of people) {
      if (passed >= week) continue;
      signal.throwIfAborted();
      await database.unitOfWork(async (work) => {
        // In one transaction: a mail that was queued is queued once.
        if ((await passWeek(work.db, userId, { week, noted })) && announced >= week) await addJob(work, 'recap_mail', userId);
      });
    }
  }
}

/** The weeks of a person who gets mails, over the zones of all of their boards. */
interface Mailed {
  /** The week up to which no mail is needed any more, as it is stored. */
  noted: string;
  /** The same, as {@link readRecapWeek} reads it. */
  passed: string;
  /** The newest week that is over on all boards. */
  newest: string;
  /** The newest week that was announced on any board. */
  announced: string;
}

function earlier(week: string, other = week): string {
  return other < week ? other : week;
}

function later(week: string, other = week): string {
  return other > week ? other : week;
}
