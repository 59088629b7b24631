import { beforeEach, expect, it } from 'vitest';
import { newId } from '#client/api/new-id.ts';
import { lastWords } from '#client/sync/storage/last-words.ts';
import { StoreAway } from '#client/sync/storage/store.ts';
import { memoryQueue, type PendingActivity, type PendingUndo, type Press, type Queue } from './queue.ts';
import { steadyQueue } from './steady-queue.ts';

type Mood = 'well' | 'away' | 'full' | 'late';

/** A queue in a store that answers; that does not; that takes nothing more; or that does what it is asked after it was given up. */
let mood: Mood = 'well';
let store: ReturnType<typeof memoryQueue>;
let queue: Queue;

beforeEach(() => {
  mood = 'well';
  store = memoryQueue();
  queue = steadyQueue(moody(store));
});

function moody(inner: Queue): Queue {
  const does = async <R>(job: () => Promise<R>, writes = false): Promise<R> => {
    if (mood === 'away') throw new StoreAway(false);
    if (mood === 'full' && writes) throw new DOMException('full', 'QuotaExceededError');
    const result = await job();
    if (mood === 'late' && writes) throw new StoreAway(true);
    return result;
  };
  return {
    keeps: () => true,
    handOver: () => [],
    read: () => does(inner.read),
    add: (press, sent) => does(() => inner.add(press, sent), true),
    takeBack: (undo, logPlace) => does(() => inner.takeBack(undo, logPlace), true),
    next: () => does(inner.next),
    remove: (place) => does(() => inner.remove(place)),
    fail: (place, failed, others) => does(() => inner.fail(place, failed, others)),
    retry: (place) => does(() => inner.retry(place)),
    dismiss: (place) => does(() => inner.dismiss(place)),
  };
}

const inStore = () => store.all().map(({ place }) => place);
const shown = async () => {
  const { presses, unsafe } = await queue.read();
  return presses.map(({ place }) => `${place}${unsafe?.has(place) ? ' unsafe' : ''}`);
};

let made = 0;
function log(): Press {
  made += 1;
  const item: PendingActivity = {
    kind: 'log',
    id: newId(),
    boardId: 'b',
    actionId: 'a',
    userId: 'lea',
    title: '',
    points: 5,
    emoji: null,
    startedAt: 1,
    landedAt: null,
  };
  return { place: String(made).padStart(4, '0'), items: [item] };
}

function undoOf({ items: [item] }: Press): Press {
  const { id = '', boardId = '' } = item ?? {};
  const undo: PendingUndo = {
    kind: 'undo',
    id,
    boardId,
    userId: 'lea',
    authorId: 'lea',
    title: '',
    points: 5,
    startedAt: 2,
    landedAt: null,
  };
  made += 1;
  return { place: String(made).padStart(4, '0'), items: [undo] };
}

it.each(['away', 'full', 'late'] as const)('a press that the store does not take (%s) is unsafe and can be sent', async (how) => {
  mood = how;
  const press = log();
  await queue.add(press);
  expect(queue.keeps()).toBe(false);
  expect(await queue.next()).toEqual(press);
  await queue.remove(press.place);
  mood = 'well';
  expect(await shown()).toEqual([]);
  expect(inStore()).toEqual([]);
});

it('what waits in memory is said to be unsafe until the store takes it, and is never there twice', async () => {
  mood = 'away';
  const presses = [log(), log()] as const;
  for (const press of presses) await queue.add(press);
  expect(await shown()).toEqual(presses.map(({ place }) => `${place} unsafe`));
  mood = 'well';
  expect(await shown()).toEqual(presses.map(({ place }) => place));
  expect(inStore()).toEqual(presses.map(({ place }) => place));
  expect(queue.keeps()).toBe(true);
});

it('a press that was written in the end, though given up, is there once', async () => {
  mood = 'late';
  const press = log();
  await queue.add(press);
  expect(await shown()).toEqual([`${press.place} unsafe`]);
  mood = 'well';
  expect(await shown()).toEqual([press.place]);
});

it('what was sent while the store was away does not come back with it', async () => {
  const press = log();
  await queue.add(press);
  mood = 'away';
  expect(await queue.next()).toEqual(press);
  await queue.remove(press.place);
  expect(await shown()).toEqual([]);
  mood = 'well';
  expect(await queue.next()).toBeNull();
  expect(inStore()).toEqual([]);
});

it('taken back in memory, a press vanishes with its undo', async () => {
  mood = 'away';
  const press = log();
  await queue.add(press);
  expect(await queue.takeBack(undoOf(press), press.place)).toBe(true);
  mood = 'well';
  expect(await shown()).toEqual([]);
  expect(inStore()).toEqual([]);
});

it('one that may have been written all the same is undone behind its log', async () => {
  mood = 'late';
  const press = log();
  await queue.add(press);
  const undo = undoOf(press);
  expect(await queue.takeBack(undo, press.place)).toBe(false);
  mood = 'away';
  for (const one of [press, undo]) {
    expect(await queue.next()).toEqual(one);
    await queue.remove(one.place);
  }
  expect(await queue.next()).toBeNull();
  mood = 'well';
  expect(await shown()).toEqual([]);
});

it('one that came into the store when it was brought there, though given up, does not vanish by its undo', async () => {
  mood = 'full';
  const press = log();
  await queue.add(press);
  mood = 'late';
  await queue.read();
  expect(inStore()).toEqual([press.place]);
  expect(await queue.takeBack(undoOf(press), press.place)).toBe(false);
});

it('what another tab took back, where it was written all the same, is not sent from memory', async () => {
  mood = 'late';
  const press = log();
  await queue.add(press);
  lastWords.add('undone', press.place);
  await store.remove(press.place);
  expect(lastWords.has('sent', press.place)).toBe(true);
  mood = 'away';
  expect(await queue.next()).toBeNull();
  mood = 'well';
  expect(await shown()).toEqual([]);
});

it('the undo of what lies in a store that is away waits for it, and the log is not sent meanwhile', async () => {
  const [press, other] = [log(), log()];
  await queue.add(press);
  await queue.add(other);
  mood = 'away';
  const undo = undoOf(press);
  expect(await queue.takeBack(undo, press.place)).toBe(false);
  expect(await queue.next()).toEqual(other);
  await queue.remove(other.place);
  expect(await queue.next()).toBeNull();
  mood = 'well';
  expect(await shown()).toEqual([]);
});

it('a refusal while the store is away is told, and dismissed for good', async () => {
  const press = log();
  await queue.add(press);
  mood = 'away';
  await queue.next();
  const failed = { ...press, code: 'board_not_found' as const, sentence: 'Parti' };
  await queue.fail(press.place, failed, []);
  expect(await queue.read()).toMatchObject({ presses: [], failed: [failed] });
  await queue.retry(press.place);
  expect(await shown()).toEqual([`${press.place} unsafe`]);
  await queue.fail(press.place, failed, []);
  await queue.dismiss(press.place);
  mood = 'well';
  expect(await queue.read()).toMatchObject({ presses: [], failed: [] });
});

it('a failure that the store holds can be dismissed and repeated while it is away', async () => {
  const [one, other] = [log(), log()];
  for (const press of [one, other]) {
    await queue.add(press);
    await queue.fail(press.place, { ...press, code: null, sentence: null }, []);
  }
  expect((await queue.read()).failed).toHaveLength(2);
  mood = 'away';
  await queue.dismiss(one.place);
  await queue.retry(other.place);
  expect((await queue.read()).failed).toEqual([]);
  expect(await queue.next()).toMatchObject({ place: other.place });
  mood = 'well';
  expect(await queue.read()).toMatchObject({ presses: [{ place: other.place }], failed: [] });
});
