/** On Sunday at 18:00 of a board's zone, members are reminded to choose the gesture of the week (decision D50). */
import { gestureWindow, type GestureWindow } from '#shared/gesture-rules';
import type { BoardId } from '#shared/ids';
import { kindsOfTopic } from '#shared/notices';
import { boardToChange } from '../boards/board-for.ts';
import type { Recording } from '../events/record.ts';
import { everyFiveMinutes, type Worker } from '../jobs/runner.ts';
import { hasToChoose } from '../recap/gestures.ts';
import { listTimeZones } from '../recap/recap-store.ts';
import { listToRemind, saveReminded } from './gesture-reminder-store.ts';
import { listDevicesOn } from './push-store.ts';
import { queueFor } from './queueing.ts';
import { wants } from './telling.ts';

/** Longer after it, in milliseconds, nobody is reminded: it is late, and the line of Accueil says it. */
const lasts = 4 * 60 * 60_000;
/** Boards that are looked up at once. */
const some = 100;

/** Looks every few minutes for boards where it is Sunday, 18:00. A board keeps the week that it was reminded of, so copies, clocks and zones may differ. */
export function createGestureReminder(database: Recording): Worker {
  return {
    ...everyFiveMinutes,
    async run(_job, { signal }) {
      const now = Date.now();
      for (const timeZone of await listTimeZones(database.read)) {
        const window = gestureWindow(timeZone, now);
        if (window && now < window.opensAt + lasts) await remindZone({ ...window, timeZone }, now, signal);
      }
      return undefined;
    },
  };

  async function remindZone(evening: GestureWindow & { timeZone: string }, now: number, signal: AbortSignal): Promise<void> {
    let after = '';
    for (;;) {
      const boards = await listToRemind(database.read, evening, after, some);
      for (const boardId of boards) {
        signal.throwIfAborted();
        await remind(boardId, evening, now);
      }
      if (boards.length < some) return;
      after = boards.at(-1) ?? '';
    }
  }

  async function remind(boardId: BoardId, { week }: GestureWindow, now: number): Promise<void> {
    await database.unitOfWork(async (work) => {
      const { db } = work;
      // Two copies that look at once: the second finds the week that the first has kept.
      const board = await boardToChange({ database }, db, boardId);
      if (!board || !(await saveReminded(db, boardId, week))) return;
      const devices = (await listDevicesOn(db, boardId)).filter(
        (one) => one.muted !== 1 && kindsOfTopic.gesture.some((kind) => wants(one, kind)),
      );
      const asked = new Map<string, boolean>();
      for (const { user_id } of devices) if (!asked.has(user_id)) asked.set(user_id, await hasToChoose(db, board, user_id, now));
      await queueFor(
        work,
        devices.filter(({ user_id }) => asked.get(user_id)),
        { topic: 'gesture', about: boardId },
      );
    });
  }
}
