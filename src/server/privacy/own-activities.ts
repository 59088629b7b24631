import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BoardId, UserId } from '#shared/ids';
import type { Db } from '../database/database.ts';
import { type Cursor, findNextBoard, listCursorsBefore, listFewCursors } from './export-store.ts';
import { noId } from '../ids/ids.ts';

/** What has been read of one board and not yielded yet. */
interface Queue {
  boardId: BoardId;
  /** The newest last. */
  cursors: Cursor[];
  /** Cursor of the next page; undefined at the end. */
  before: Cursor | undefined;
}

/**
 * The cursors of everything that a person ever logged, the newest first, in pages. No index has this order, and sorting it all at once
 * would keep everybody waiting: each board is read in its own order, a page at a time, and the pages are merged. A board on which the
 * person did much is read whole, with what others did there; one on which they did little is not.
 */
export async function* listOwnActivities(db: Db, userId: UserId, pageSize: number): AsyncGenerator<Cursor[]> {
  const queues: Queue[] = [];
  for (let id = await findNextBoard(db, { userId, afterId: noId }); id !== undefined; id = await findNextBoard(db, { userId, afterId: id }))
    queues.push(await startQueue(id));

  let page: Cursor[] = [];
  for (let queue = newestOf(queues); queue; queue = newestOf(queues)) {
    page.push(...queue.cursors.splice(-1));
    if (queue.cursors.length === 0) await fill(queue);
    if (page.length < pageSize) continue;
    yield page;
    page = [];
  }
  yield page;

  async function startQueue(boardId: BoardId): Promise<Queue> {
    const few = await listFewCursors(db, { userId, boardId }, pageSize);
    await nextTurn();
    if (few) return { boardId, cursors: few.sort((a, b) => (isNewer(a, b) ? 1 : -1)), before: undefined };
    const queue: Queue = { boardId, cursors: [], before: { id: noId, logged_at: Number.MAX_SAFE_INTEGER } };
    await fill(queue);
    return queue;
  }

  async function fill(queue: Queue): Promise<void> {
    while (queue.cursors.length === 0 && queue.before) {
      const read = await listCursorsBefore(db, queue.boardId, queue.before, pageSize);
      queue.cursors = read.filter(({ user_id }) => user_id === userId).toReversed();
      queue.before = read.length < pageSize ? undefined : read.at(-1);
      await nextTurn();
    }
  }
}

/** The queue with the newest next cursor; undefined when all are empty. */
function newestOf(queues: readonly Queue[]): Queue | undefined {
  let newest: Queue | undefined;
  let its: Cursor | undefined;
  for (const queue of queues) {
    const cursor = queue.cursors.at(-1);
    if (!cursor || (its && !isNewer(cursor, its))) continue;
    newest = queue;
    its = cursor;
  }
  return newest;
}

/** As the database orders them: by time, and by id within one millisecond. */
function isNewer(one: Cursor, other: Cursor): boolean {
  return one.logged_at > other.logged_at || (one.logged_at === other.logged_at && one.id > other.id);
}
