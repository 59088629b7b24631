import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '../../database/database.ts';
import { findNextBoard, listFewPlaces, listPlaces, type Place } from './export-store.ts';

/** Of one board, what is read of it and not given yet. */
interface Queue {
  boardId: string;
  /** The newest last. */
  places: Place[];
  /** Where the reading goes on; undefined at its end. */
  before: Place | undefined;
}

/**
 * Where everything stands that a person ever logged, the newest first, in pages. There is no index in this order, and to sort it all would
 * keep everybody waiting: each board is read in its own order, a page at a time, and the newest of all boards comes next. So a board
 * on which the person did much is read as a whole, with what others did there, and one on which they did little is not.
 */
export async function* listOwnPlaces(db: Db, userId: string, pageSize: number): AsyncGenerator<Place[]> {
  const queues: Queue[] = [];
  for (let id = await findNextBoard(db, userId, ''); id !== undefined; id = await findNextBoard(db, userId, id))
    queues.push(await openQueue(id));

  let page: Place[] = [];
  for (let queue = newestOf(queues); queue; queue = newestOf(queues)) {
    page.push(...queue.places.splice(-1));
    if (queue.places.length === 0) await fill(queue);
    if (page.length < pageSize) continue;
    yield page;
    page = [];
  }
  yield page;

  async function openQueue(boardId: string): Promise<Queue> {
    const few = await listFewPlaces(db, userId, boardId, pageSize);
    await nextTurn();
    if (few) return { boardId, places: few.sort((a, b) => (isNewer(a, b) ? 1 : -1)), before: undefined };
    const queue = { boardId, places: [], before: { id: '', logged_at: Number.MAX_SAFE_INTEGER } };
    await fill(queue);
    return queue;
  }

  async function fill(queue: Queue): Promise<void> {
    while (queue.places.length === 0 && queue.before) {
      const read = await listPlaces(db, queue.boardId, queue.before, pageSize);
      queue.places = read.filter(({ user_id }) => user_id === userId).toReversed();
      queue.before = read.length < pageSize ? undefined : read.at(-1);
      await nextTurn();
    }
  }
}

/** Whose next place is the newest; undefined when all are empty. */
function newestOf(queues: readonly Queue[]): Queue | undefined {
  let newest: Queue | undefined;
  let its: Place | undefined;
  for (const queue of queues) {
    const place = queue.places.at(-1);
    if (!place || (its && !isNewer(place, its))) continue;
    newest = queue;
    its = place;
  }
  return newest;
}

/** As the database orders them: by time, and by id within one millisecond. */
function isNewer(one: Place, other: Place): boolean {
  return one.logged_at > other.logged_at || (one.logged_at === other.logged_at && one.id > other.id);
}
