import { readTime } from '#shared/clock-rules';
import type { BoardId, NotificationId } from '#shared/ids';
import { looksFor, type NotificationKind, usualKinds } from '#shared/notifications';
import { boardToChange } from '../boards/board-for.ts';
import type { Recording } from '../events/record.ts';
import { newId } from '../ids/ids.ts';
import { deleteJob } from '../jobs/job-store.ts';
import type { Worker } from '../jobs/runner.ts';
import { hasListener, listUntold, setUnheard, type Untold } from './push-store.ts';
import { queue } from './queueing.ts';
import { quietUntil } from './quiet-hours.ts';

const [second, minute] = [1000, 60 * 1000];
/** In milliseconds: a device is told of one board once in it, at most, and each time twice as long passes: so four times a day (decision D31). */
const firstGap = 60 * minute;
/** In milliseconds: told nothing for so long, as in a night, it is told as if for the first time. */
export const nightLasts = 8 * 60 * minute;
/** Looks who is to hear of the news of a board, after something happened there. */
export function createTeller(database: Recording): Worker {
  return {
    async run({ id, subject }) {
      const boardId = subject as BoardId;
      await database.unitOfWork(async (work) => {
        const { db } = work;
        const board = await boardToChange({ database }, db, boardId);
        // First: whatever is committed after it is looked at by another job.
        if (!(await deleteJob(db, { id })) || !board) return;
        if (!(await hasListener(db, boardId))) return await setUnheard(db, boardId);
        const told = await listUntold(db, boardId);
        const now = Date.now();
        const due = new Map(told.map((listener) => [listener.session_id, tellsAt(listener, now)]));
        const pushes = told.map((listener) => ({
          id: newId<NotificationId>(),
          session_id: listener.session_id,
          topic: 'news' as const,
          about: boardId,
          from_revision: listener.known_revision,
        }));
        await queue(work, pushes, ({ session_id }) => due.get(session_id) ?? now);
      });
      return undefined;
    },
    longestRun: 30 * second,
    waits: [second, 5 * second, 15 * second, minute],
    // Given up it would keep every later news of the board from being told.
    mostAttempts: Infinity,
    patience: second,
  };
}

/** Whether a person wants this kind of news: by the usual kinds, where they have chosen none. */
export function wants<Kind extends NotificationKind>(chosen: Record<Kind, number | null>, kind: Kind): boolean {
  return chosen[kind] === null ? usualKinds[kind] : chosen[kind] === 1;
}

/** The first moment at which a device may be told of a board. */
export function tellsAt(
  {
    told_at,
    told_times,
    looks_until,
    ...device
  }: Pick<Untold, 'told_at' | 'told_times' | 'looks_until' | 'time_zone' | 'quiet_from' | 'quiet_to'>,
  now: number,
): number {
  const gap = Math.min(firstGap * 2 ** ((told_times ?? 1) - 1), nightLasts);
  const told = told_at === null ? 0 : readTime(told_at + gap, now, gap);
  return quietUntil(device, Math.max(now, told, readTime(looks_until ?? 0, now, looksFor)));
}
