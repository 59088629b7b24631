import { beforeEach, expect, it } from 'vitest';
import { newId } from '#client/api/new-id.ts';
import { lastWords } from '#client/sync/storage/last-words.ts';
import { StoreAway } from '#client/sync/storage/store.ts';
import { commandOf, pendingLog, undoIn, undoOf } from '#client/sync/testing/samples.ts';
import { createMemoryQueue, type Command, type Queue, type QueueContent } from './queue.ts';
import { createFallbackQueue } from './fallback-queue.ts';

type Mood = 'well' | 'away' | 'full' | 'late';

/** A queue in a store that answers; that does not; that takes nothing more; or that does what it is asked after it was given up. */
let mood: Mood = 'well';
let store: ReturnType<typeof createMemoryQueue>;
let queue: Queue;

beforeEach(() => {
  mood = 'well';
  store = createMemoryQueue();
  queue = createFallbackQueue(moody(store));
});

function moody(inner: Queue): Queue {
  let latest: QueueContent = { commands: [], failed: [] };
  const does = async <R>(job: () => Promise<R>, writes = false): Promise<R> => {
    if (mood === 'away') throw new StoreAway(false);
    if (mood === 'full' && writes) throw new DOMException('full', 'QuotaExceededError');
    const result = await job();
    latest = { ...inner.latest(), unsafe: new Set() };
    if (mood === 'late' && writes) throw new StoreAway(true);
    return result;
  };
  return {
    isDurable: () => true,
    handOver: () => [],
    read: () => does(inner.read),
    latest: () => latest,
    add: (command, adding) => does(() => inner.add(command, adding), true),
    next: () => does(inner.next),
    remove: (sequence) => does(() => inner.remove(sequence)),
    fail: (sequence, failed, others) => does(() => inner.fail(sequence, failed, others), true),
    retry: (sequence) => does(() => inner.retry(sequence)),
    dismiss: (sequence) => does(() => inner.dismiss(sequence)),
  };
}

const inStore = () => store.latest().commands.map(({ sequence }) => sequence);
const shown = async () => {
  const { commands, unsafe } = await queue.read();
  return commands.map(({ sequence }) => `${sequence}${unsafe?.has(sequence) ? ' unsafe' : ''}`);
};

const log = () => commandOf(pendingLog());

it.each(['away', 'full', 'late'] as const)('a command that the store does not take (%s) is unsafe and can be sent', async (how) => {
  mood = how;
  const command = log();
  await queue.add(command);
  expect(queue.isDurable()).toBe(false);
  expect(await queue.next()).toEqual(command);
  await queue.remove(command.sequence);
  mood = 'well';
  expect(await shown()).toEqual([]);
  expect(inStore()).toEqual([]);
});

it('what waits in memory is said to be unsafe until the store takes it, and is never there twice', async () => {
  mood = 'away';
  const commands = [log(), log()] as const;
  for (const command of commands) await queue.add(command);
  expect(await shown()).toEqual(commands.map(({ sequence }) => `${sequence} unsafe`));
  mood = 'well';
  expect(await shown()).toEqual(commands.map(({ sequence }) => sequence));
  expect(inStore()).toEqual(commands.map(({ sequence }) => sequence));
  expect(queue.isDurable()).toBe(true);
});

it('a command that was written in the end, though given up, is there once', async () => {
  mood = 'late';
  const command = log();
  await queue.add(command);
  expect(await shown()).toEqual([`${command.sequence} unsafe`]);
  mood = 'well';
  expect(await shown()).toEqual([command.sequence]);
});

it('what was sent while the store was away does not come back with it', async () => {
  const command = log();
  await queue.add(command);
  mood = 'away';
  expect(await queue.next()).toEqual(command);
  await queue.remove(command.sequence);
  expect(await shown()).toEqual([]);
  mood = 'well';
  expect(await queue.next()).toBeNull();
  expect(inStore()).toEqual([]);
});

it('undone in memory, a command vanishes with its undo', async () => {
  mood = 'away';
  const command = log();
  await queue.add(command);
  expect(await undoIn(queue, undoOf(command), command)).toBe(true);
  mood = 'well';
  expect(await shown()).toEqual([]);
  expect(inStore()).toEqual([]);
});

it('one that may have been written all the same is undone behind its log', async () => {
  mood = 'late';
  const command = log();
  await queue.add(command);
  const undo = undoOf(command);
  expect(await undoIn(queue, undo, command)).toBe(false);
  mood = 'away';
  for (const one of [command, undo]) {
    expect(await queue.next()).toEqual(one);
    await queue.remove(one.sequence);
  }
  expect(await queue.next()).toBeNull();
  mood = 'well';
  expect(await shown()).toEqual([]);
});

it('one that came into the store when it was brought there, though given up, does not vanish by its undo', async () => {
  mood = 'full';
  const command = log();
  await queue.add(command);
  mood = 'late';
  await queue.read();
  expect(inStore()).toEqual([command.sequence]);
  expect(await undoIn(queue, undoOf(command), command)).toBe(false);
});

it('what another tab undid, where it was written all the same, is not sent from memory', async () => {
  mood = 'late';
  const command = log();
  await queue.add(command);
  lastWords.add('undone', command.sequence);
  await store.remove(command.sequence);
  expect(lastWords.has('sent', command.sequence)).toBe(true);
  mood = 'away';
  expect(await queue.next()).toBeNull();
  mood = 'well';
  expect(await shown()).toEqual([]);
});

it('the undo of what lies in a store that is away waits for it, and the log is not sent meanwhile', async () => {
  const [command, other] = [log(), log()];
  await queue.add(command);
  await queue.add(other);
  mood = 'away';
  const undo = undoOf(command);
  expect(await undoIn(queue, undo, command)).toBe(false);
  expect(await queue.next()).toEqual(other);
  await queue.remove(other.sequence);
  expect(await queue.next()).toBeNull();
  mood = 'well';
  expect(await shown()).toEqual([]);
});

it('a refusal while the store is away is told, and dismissed for good', async () => {
  const command = log();
  await queue.add(command);
  mood = 'away';
  await queue.next();
  const failed = { ...command, code: 'board_not_found' as const, sentence: 'Parti' };
  await queue.fail(command.sequence, failed, []);
  expect(await queue.read()).toMatchObject({ commands: [], failed: [failed] });
  await queue.retry(command.sequence);
  expect(await shown()).toEqual([`${command.sequence} unsafe`]);
  await queue.fail(command.sequence, failed, []);
  await queue.dismiss(command.sequence);
  mood = 'well';
  expect(await queue.read()).toMatchObject({ commands: [], failed: [] });
});

it('a failure that the store holds can be dismissed and repeated while it is away', async () => {
  const [one, other] = [log(), log()];
  for (const command of [one, other]) {
    await queue.add(command);
    await queue.fail(command.sequence, { ...command, code: null, sentence: null }, []);
  }
  expect((await queue.read()).failed).toHaveLength(2);
  mood = 'away';
  await queue.dismiss(one.sequence);
  await queue.retry(other.sequence);
  expect((await queue.read()).failed).toEqual([]);
  expect(await queue.next()).toMatchObject({ sequence: other.sequence });
  mood = 'well';
  expect(await queue.read()).toMatchObject({ commands: [{ sequence: other.sequence }], failed: [] });
});

it('a refusal that a full store does not take stands here, and its command stays for another tab to be refused and tell', async () => {
  const [command, behind] = [log(), log()];
  await queue.add(command);
  await queue.add(behind);
  await queue.next();
  mood = 'full';
  const failed = { ...command, code: 'board_not_found' as const, sentence: 'Parti' };
  await queue.fail(command.sequence, failed, []);
  expect(await queue.read()).toMatchObject({ commands: [{ sequence: behind.sequence }], failed: [failed] });
  expect(await queue.next()).toMatchObject({ sequence: behind.sequence });
  expect(inStore()).toEqual([command.sequence, behind.sequence]);
  expect(await createFallbackQueue(moody(store)).next()).toMatchObject({ sequence: command.sequence });
  mood = 'well';
  expect(await queue.read()).toMatchObject({ commands: [{ sequence: behind.sequence }], failed: [failed] });
  expect(await store.read()).toMatchObject({ commands: [{ sequence: behind.sequence }], failed: [failed] });
});

it.each(['full', 'late'] as const)('a refusal that waits for a store that is %s is dismissed for good, or repeated', async (trouble) => {
  const [one, other] = [log(), log()];
  for (const command of [one, other]) await queue.add(command);
  mood = trouble;
  for (const command of [one, other]) await queue.fail(command.sequence, { ...command, code: null, sentence: null }, []);
  expect((await queue.read()).failed).toHaveLength(2);
  await queue.dismiss(one.sequence);
  await queue.retry(other.sequence);
  expect(await queue.read()).toMatchObject({ commands: [{ sequence: other.sequence }], failed: [] });
  expect(await queue.next()).toMatchObject({ sequence: other.sequence });
  mood = 'well';
  expect(await queue.read()).toMatchObject({ commands: [{ sequence: other.sequence }], failed: [] });
  await queue.remove(other.sequence);
  expect(await store.read()).toMatchObject({ commands: [], failed: [] });
});

function reaction(isOn: boolean): Command {
  const id = newId();
  return commandOf({
    kind: 'reaction',
    ...{ id, boardId: 'b', userId: 'lea', activityId: 'a', emoji: '🔥', isOn, startedAt: 2, confirmedRevision: null },
  });
}

it('a reaction in a store that is away is not sent from what was last seen there: another tab may have sent it, and a later one', async () => {
  const [first, behind] = [reaction(true), log()];
  for (const command of [first, behind]) await queue.add(command);
  mood = 'away';
  expect(await queue.next()).toEqual(behind);
  mood = 'well';
  expect(await queue.next()).toEqual(first);
});

it('a reaction that replaces one in a store that is away waits for it', async () => {
  const [first, later] = [reaction(true), reaction(false)];
  await queue.add(first);
  mood = 'away';
  await queue.add(later, { earlier: { sequence: first.sequence, ids: first.items.map(({ id }) => id), both: false } });
  expect(await queue.next()).toBeNull();
  mood = 'well';
  expect(await queue.next()).toEqual(later);
  expect(inStore()).toEqual([later.sequence]);
});

it('an undo is never sent before its log, which waits in a store that went away again', async () => {
  const command = log();
  await queue.add(command);
  // A tab takes it, and ends before it is sent.
  await queue.next();
  mood = 'away';
  const undo = undoOf(command);
  await undoIn(queue, undo, command);
  mood = 'well';
  expect(await shown()).toEqual([command.sequence, undo.sequence]);
  mood = 'away';
  expect(await queue.next()).toBeNull();
  mood = 'well';
  expect(await queue.next()).toMatchObject({ sequence: command.sequence });
});
