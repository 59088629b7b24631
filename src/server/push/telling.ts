import { readBeginning, readTime } from '#shared/clock-rules';
import type { BoardId, NotificationId } from '#shared/ids';
import { kindsOfTopic } from '#shared/notices';
import { looksFor, type NotificationKind, usualKinds } from '#shared/notifications';
import { boardToChange } from '../boards/board-for.ts';
import type { Db } from '../database/database.ts';
import type { Recording } from '../events/record.ts';
import { newId } from '../ids/ids.ts';
import { deleteJob } from '../jobs/job-store.ts';
import type { Worker } from '../jobs/runner.ts';
import {
  type Listener,
  listListeners,
  listLogs,
  listLogsFor,
  listReactions,
  listReactionsFor,
  listUnlocked,
  listUnlockedFor,
  setUnheard,
  type Since,
} from './push-store.ts';
import { queue } from './queueing.ts';
import { quietUntil } from './quiet-hours.ts';

const [second, minute] = [1000, 60 * 1000];
/** In milliseconds: a device is told of one board once in it, at most, and each time twice as long passes: so four times a day (decision D31). */
const firstGap = 60 * minute;
/** In milliseconds: told nothing for so long, as in a night, it is told as if for the first time. */
export const nightLasts = 8 * 60 * minute;
/** The newest pieces of each kind of news are read once for all listeners of a board. For a listener who has missed more the database is asked again. */
const readForAll = 200;

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
        const listeners = await listListeners(db, boardId);
        if (listeners.length === 0) return await setUnheard(db, boardId);
        const hearing = listeners.filter(hears);
        if (hearing.length === 0) return;
        const after = Math.min(...hearing.map(knownUntil));
        const kinds = kindsOfTopic.news.filter((kind) => hearing.some((listener) => wants(listener, kind)));
        const read = new Map<NotificationKind, Read>();
        for (const kind of kinds) read.set(kind, await readNews(db, kind, { boardId, after }));
        const told: Listener[] = [];
        for (const listener of hearing) if (await hasNews(db, boardId, listener, read)) told.push(listener);
        const now = Date.now();
        const due = new Map(told.map((listener) => [listener.session_id, tellsAt(listener, now)]));
        const pushes = told.map((listener) => ({
          id: newId<NotificationId>(),
          session_id: listener.session_id,
          topic: 'news' as const,
          about: boardId,
          from_revision: knownUntil(listener),
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

/** A piece of news of one kind. It is none to the person who made it. */
interface Piece {
  by: string;
  /** The only person to whom it is news, where there is one. */
  to?: string;
  /** The person who noted an activity for another one. Where that is an avowed loss, they are told of the answer instead. */
  answered?: string | null;
  revision: number;
  at: number;
}

/** The newest pieces of news of a kind, among them all those after the revision `from`. */
interface Read {
  pieces: readonly Piece[];
  from: number;
}

async function readNews(db: Db, kind: NotificationKind, where: { boardId: BoardId; after: number }): Promise<Read> {
  const lists: readonly (readonly Piece[])[] =
    kind === 'points'
      ? [await listLogs(db, where, readForAll)]
      : kind === 'reactions'
        ? [await listReactions(db, where, readForAll)]
        : await listUnlocked(db, where, readForAll);
  const oldest = lists.flatMap((pieces) => (pieces.length < readForAll ? [] : (pieces.at(-1)?.revision ?? [])));
  return { pieces: lists.flat(), from: Math.max(0, ...oldest) };
}

/** Whether there is news of a kind that this listener wants, and has neither seen nor been told. */
async function hasNews(db: Db, boardId: BoardId, listener: Listener, read: ReadonlyMap<NotificationKind, Read>): Promise<boolean> {
  const { user_id: userId } = listener;
  const [after, since] = [knownUntil(listener), knowsFrom(listener)];
  const isToldOfAnswers = wants(listener, 'requests');
  const isNew = ({ by, to = userId, answered, revision, at }: Piece) =>
    by !== userId && to === userId && !(isToldOfAnswers && answered === userId) && revision > after && at >= since;
  const wanted = [...read].filter(([kind]) => wants(listener, kind));
  if (wanted.some(([, { pieces }]) => pieces.some(isNew))) return true;
  // There may be news that is older than what was read for all.
  for (const [kind, { from }] of wanted)
    if (after < from && (await isToldOf(db, kind, { userId, boardId, after, since, isToldOfAnswers }))) return true;
  return false;
}

async function isToldOf(db: Db, kind: NotificationKind, asked: Since): Promise<boolean> {
  const list = kind === 'points' ? listLogsFor : kind === 'reactions' ? listReactionsFor : listUnlockedFor;
  return (await list(db, asked, 1)).length > 0;
}

/** Whether a person wants this kind of news: by the usual kinds, where they have chosen none. */
export function wants<Kind extends NotificationKind>(chosen: Record<Kind, number | null>, kind: Kind): boolean {
  return chosen[kind] === null ? usualKinds[kind] : chosen[kind] === 1;
}

function hears(listener: Listener): boolean {
  return listener.muted !== 1 && kindsOfTopic.news.some((kind) => wants(listener, kind));
}

function knownUntil({ seen_revision, told_revision }: Listener): number {
  return Math.max(seen_revision ?? 0, told_revision ?? 0);
}

/** What happened before is not told to somebody who came, or asked to be told, only then. */
export function knowsFrom({ joined_at, subscribed_at }: { joined_at: number; subscribed_at: number }, now = Date.now()): number {
  return Math.max(readBeginning(joined_at, now), readBeginning(subscribed_at, now));
}

/** The first moment at which a device may be told of a board. */
export function tellsAt(
  {
    told_at,
    told_times,
    looks_until,
    ...device
  }: Pick<Listener, 'told_at' | 'told_times' | 'looks_until' | 'time_zone' | 'quiet_from' | 'quiet_to'>,
  now: number,
): number {
  const gap = Math.min(firstGap * 2 ** ((told_times ?? 1) - 1), nightLasts);
  const told = told_at === null ? 0 : readTime(told_at + gap, now, gap);
  return quietUntil(device, Math.max(now, told, readTime(looks_until ?? 0, now, looksFor)));
}
