import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BoardChange } from '#shared/boards';
import type { LiveEvent } from '#shared/live-events';
import type { RefusalCode } from '#shared/refusals';
import { Refused, Unreachable } from '#client/api/api.ts';
import { newId } from '#client/api/new-id.ts';
import { changeIngested } from '#client/sync/replica/signals.ts';
import { StoreAway } from '#client/sync/storage/store.ts';
import { activityOf, changeOf as changeWith } from '#client/sync/testing/samples.ts';
import { type Channel, type OutboxWorker, type WorkerParts, createOutboxWorker } from './worker.ts';
import type { NewItem, PendingItem } from '#client/sync/commands/items.ts';
import { logOf, undoOf } from '#client/sync/commands/registry.ts';
import { createMemoryQueue, type Command, type Queue } from './queue.ts';
import { createFallbackQueue } from './fallback-queue.ts';
import { createOutbox, type Outbox } from './outbox.ts';

const massage = { id: 'a', title: 'Massage', points: 15, emoji: null };
const gone = new Refused({ code: 'action_not_found_in_board', status: 404, sentence: 'Partie' });
const busy = new Refused({ code: 'unavailable', status: 503, sentence: 'Occupé' });
const misled = new Refused({ code: 'foreign_origin', status: 403, sentence: 'Adresse inconnue' });
const ended = new Refused({ code: 'no_user_logged_in', status: 401, sentence: 'Terminée' });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function changeOf({ kind, id, boardId, userId }: PendingItem): BoardChange {
  const activity = activityOf(id, { userId, revision: 8 });
  const told = { boardId, totalPoints: 45 };
  if (kind === 'log') return changeWith({ ...told, activities: [activity] });
  return changeWith({ ...told, changed: [{ ...activity, undone: { at: 9, userId, username: 'Léa' } }] });
}

const eventOf = (item: PendingItem): LiveEvent => ({ type: 'change', ...changeOf(item) });
const answering = (command: Command) => Promise.resolve(command.items.map(eventOf));

function log(outbox: Outbox, boardId: string): string {
  const item = logOf(boardId, massage);
  outbox.enqueue(item);
  return item.id;
}

function logOnBoards(outbox: Outbox, boards: readonly { boardId: string; actionId: string }[]): string[] {
  const items = boards.map(({ boardId, actionId }) => logOf(boardId, { ...massage, id: actionId }));
  outbox.enqueue(...items);
  return items.map(({ id }) => id);
}

interface SetUp {
  caughtUpTo?: number;
  openQueue?: (userId: string) => Queue;
  openDurable?: () => Queue;
  openChannel?: () => Channel;
}

/** Without `openQueue`, in a browser that keeps nothing. */
function setUp({ caughtUpTo = 8, openQueue, openDurable, openChannel }: SetUp = {}) {
  const send = vi.fn<WorkerParts['send']>(answering);
  const received: BoardChange[] = [];
  const workers: OutboxWorker[] = [];
  const outbox = createOutbox({
    createWorker: async (userId, observer) => {
      const worker = createOutboxWorker({
        userId,
        durable: openDurable?.() ?? (openQueue ? createFallbackQueue(openQueue(userId)) : null),
        send,
        exclusively: (_, job) => job(false),
        channel: openChannel?.() ?? null,
        observer,
      });
      workers.push(worker);
      return worker;
    },
    ingest: (event) => {
      if (event.type !== 'change') return;
      const { type: _, ...change } = event;
      received.push(change);
      changeIngested.announce({ change, caughtUpTo });
    },
  });
  outbox.belongTo('lea');
  const ids = () => outbox.shown().pending.map(({ id }) => id);
  const sentIds = () => send.mock.calls.map(([{ items }]) => items.map(({ id }) => id));
  return { outbox, workers, send, received, ids, sentIds };
}

/** A durable queue, as far as the outbox can tell. */
function createDurableQueue(): Queue {
  const queue = createMemoryQueue();
  const latest = () => ({ ...queue.latest(), unsafe: new Set<string>() });
  return { ...queue, isDurable: () => true, latest, read: async () => latest() };
}

const reaction = (emoji: '❤️' | '🔥', isOn: boolean) =>
  ({ kind: 'reaction', id: newId(), boardId: 'b', activityId: 'a', emoji, isOn }) as const;
const answer = (yes: boolean) => ({ kind: 'answer', id: newId(), boardId: 'b', agreementId: 'agreement', yes }) as const;

describe('an activity on its way', () => {
  it('is there at once, and leaves in the moment the reply is in the caches', async () => {
    const { outbox, received, ids } = setUp();
    const id = log(outbox, 'b');
    expect(outbox.shown().pending).toMatchObject([{ kind: 'log', id, boardId: 'b', actionId: 'a', points: 15, userId: 'lea' }]);
    await vi.runAllTimersAsync();
    expect(received).toMatchObject([{ boardId: 'b', after: 7, revision: 8, totalPoints: 45 }]);
    expect(ids()).toEqual([]);
  });
});

describe('whoever waits for the end of a wait', () => {
  it('is told once, when the server has all of it', async () => {
    const { outbox, send } = setUp();
    send.mockRejectedValueOnce(new Unreachable());
    const told = vi.fn<(areLogged: boolean) => void>();
    outbox.onSettled([{ kind: 'log', id: log(outbox, 'b') }], told);
    const later = log(outbox, 'b');
    await vi.advanceTimersByTimeAsync(0);
    expect(told).not.toHaveBeenCalled();
    await vi.runAllTimersAsync();
    outbox.enqueue(undoOf('b', { ...massage, id: later, userId: 'lea' }));
    await vi.runAllTimersAsync();
    expect(told.mock.calls).toEqual([[true]]);
  });

  it.each<[string, (parts: ReturnType<typeof setUp>, id: string) => void]>([
    ['refused', ({ send }) => send.mockRejectedValue(gone)],
    ['undone before it was answered', ({ outbox }, id) => outbox.enqueue(undoOf('b', { ...massage, id, userId: 'lea' }))],
    ['left behind by whoever signs out', ({ outbox }) => outbox.belongTo(null)],
  ])('is not told that it was logged when it is %s', async (_, end) => {
    const parts = setUp({ openQueue: () => createDurableQueue() });
    parts.send.mockRejectedValue(new Unreachable());
    const told = vi.fn<(areLogged: boolean) => void>();
    const id = log(parts.outbox, 'b');
    parts.outbox.onSettled([{ kind: 'log', id: id }], told);
    await vi.advanceTimersByTimeAsync(100);
    expect(told).not.toHaveBeenCalled();
    end(parts, id);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(told.mock.calls).toEqual([[false]]);
  });
});

describe('without a durable queue', () => {
  it('an activity is sent up to three times under the same id when nobody answers, then given up', async () => {
    const { outbox, send, ids, sentIds } = setUp();
    send.mockRejectedValue(new Unreachable());
    const id = log(outbox, 'b');
    await vi.runAllTimersAsync();
    expect(sentIds()).toEqual([[id], [id], [id]]);
    expect(ids()).toEqual([]);
    expect(outbox.shown().failed).toMatchObject([{ items: [{ id }], code: null, sentence: null }]);
  });

  it('one that is too many waits as long as the server asks for', async () => {
    const { outbox, send, ids } = setUp();
    const tooMany = new Refused({ code: 'too_many_requests', status: 429, sentence: '', retryAfterMs: 30_000 });
    send.mockRejectedValueOnce(tooMany);
    const id = log(outbox, 'b');
    await vi.advanceTimersByTimeAsync(29_000);
    expect(ids()).toEqual([id]);
    expect(outbox.shown().unsafe).toBe(1);
    expect(send).toHaveBeenCalledOnce();
    await vi.runAllTimersAsync();
    expect(ids()).toEqual([]);
    expect(outbox.shown().unsafe).toBe(0);
    expect(outbox.shown().failed).toEqual([]);
  });

  it('of several boards the one is told on which it was refused', async () => {
    const { outbox, send } = setUp();
    send.mockRejectedValueOnce(new Refused({ code: 'action_not_found_in_board', status: 404, sentence: 'Partie', field: 'activities.1' }));
    logOnBoards(
      outbox,
      ['b', 'c'].map((boardId) => ({ boardId, actionId: massage.id })),
    );
    await vi.runAllTimersAsync();
    expect(outbox.shown().failed).toMatchObject([{ boardId: 'c', sentence: 'Partie' }]);
  });

  it('one that is refused is given up at once, and sent again under the same id on demand', async () => {
    const { outbox, send, ids, sentIds } = setUp();
    send.mockRejectedValueOnce(gone);
    const id = log(outbox, 'b');
    await vi.runAllTimersAsync();
    expect(ids()).toEqual([]);
    const [failure] = outbox.shown().failed;
    expect(failure).toMatchObject({ code: 'action_not_found_in_board', sentence: 'Partie' });
    outbox.retry(failure?.sequence ?? '');
    outbox.retry(failure?.sequence ?? '');
    await vi.runAllTimersAsync();
    expect(sentIds()).toEqual([[id], [id]]);
    expect(outbox.shown().failed).toEqual([]);
    expect(ids()).toEqual([]);
  });

  it('one is no failure when the stream brought it while its replies got lost', async () => {
    const { outbox, send } = setUp();
    send.mockRejectedValue(new Unreachable());
    log(outbox, 'b');
    changeIngested.announce({ change: changeOf(outbox.shown().pending[0] as PendingItem), caughtUpTo: 8 });
    await vi.runAllTimersAsync();
    expect(outbox.shown().failed).toEqual([]);
  });

  it('nothing is sent, shown or counted as somebody else', async () => {
    const { outbox, send, received, ids, sentIds } = setUp();
    let reply: (events: readonly LiveEvent[]) => void = () => undefined;
    send.mockReturnValueOnce(new Promise((resolve) => (reply = resolve)));
    log(outbox, 'b');
    const item = outbox.shown().pending[0] as PendingItem;
    await vi.advanceTimersByTimeAsync(0);
    outbox.belongTo('max');
    expect(ids()).toEqual([]);
    reply([eventOf(item)]);
    await vi.runAllTimersAsync();
    expect(received).toEqual([]);
    expect(send.mock.calls.map(([, userId]) => userId)).toEqual(['lea']);

    send.mockRejectedValue(new Unreachable());
    log(outbox, 'b');
    await vi.advanceTimersByTimeAsync(100);
    outbox.belongTo(null);
    await vi.runAllTimersAsync();
    outbox.belongTo('lea');
    await vi.runAllTimersAsync();
    expect(sentIds()).toHaveLength(2);
    expect(outbox.shown().failed).toEqual([]);
  });
});

describe('with a durable queue', () => {
  it('an activity is sent only once it is kept', async () => {
    const queue = createDurableQueue();
    let keep: () => void = () => undefined;
    const add = vi.fn<typeof queue.add>(async (command) => {
      await new Promise<void>((resolve) => (keep = resolve));
      return await queue.add(command);
    });
    const { outbox, send, ids } = setUp({ openQueue: () => ({ ...queue, add }) });
    const id = log(outbox, 'b');
    await vi.runAllTimersAsync();
    expect(ids()).toEqual([id]);
    expect(send).not.toHaveBeenCalled();
    keep();
    await vi.runAllTimersAsync();
    expect(send).toHaveBeenCalledOnce();
  });

  it('all are sent in order, again and again, until the server answers', async () => {
    const { outbox, send, ids, sentIds } = setUp({ openQueue: () => createDurableQueue() });
    const told = vi.fn<() => void>();
    outbox.onKept(told);
    send.mockRejectedValueOnce(new Unreachable()).mockRejectedValueOnce(busy).mockRejectedValueOnce(misled);
    const first = log(outbox, 'b');
    await vi.advanceTimersByTimeAsync(50);
    const second = log(outbox, 'c');
    await vi.advanceTimersByTimeAsync(50);
    expect(ids()).toEqual([first, second]);
    expect(told).toHaveBeenCalledTimes(2);
    const third = log(outbox, 'c');
    await vi.advanceTimersByTimeAsync(100);
    expect(told).toHaveBeenCalledTimes(3);
    await vi.runAllTimersAsync();
    expect(sentIds()).toEqual([[first], [first], [first], [first], [second], [third]]);
    expect(ids()).toEqual([]);
    expect(outbox.shown().failed).toEqual([]);
  });

  it('the waits grow to a minute, are cut short by a sign of life, and respect what the server asks for', async () => {
    const { outbox, send } = setUp({ openQueue: () => createDurableQueue() });
    send.mockRejectedValue(new Unreachable());
    log(outbox, 'b');
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    const attempts = send.mock.calls.length;
    expect(attempts).toBeGreaterThan(10);
    expect(attempts).toBeLessThan(30);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(send.mock.calls.length).toBeGreaterThan(attempts);
    const before = send.mock.calls.length;
    const limited = new Refused({ code: 'too_many_requests', status: 429, sentence: '', retryAfterMs: 100_000 });
    send.mockRejectedValue(limited);
    outbox.retryNow();
    await vi.advanceTimersByTimeAsync(0);
    expect(send.mock.calls.length).toBe(before + 1);
    outbox.retryNow();
    await vi.advanceTimersByTimeAsync(99_000);
    expect(send.mock.calls.length).toBe(before + 1);
    await vi.advanceTimersByTimeAsync(2000);
    expect(send.mock.calls.length).toBe(before + 2);
  });

  it('a sign of life during an attempt that fails is not lost: the next one follows at once, unless the server asks for a wait', async () => {
    const { outbox, send } = setUp({ openQueue: () => createDurableQueue() });
    send.mockRejectedValue(new Unreachable());
    log(outbox, 'b');
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    const failsWith = async (error: Error) => {
      let fail: () => void = () => undefined;
      send.mockReturnValueOnce(new Promise((_, reject) => (fail = () => reject(error))));
      outbox.retryNow();
      await vi.advanceTimersByTimeAsync(0);
      const before = send.mock.calls.length;
      outbox.retryNow();
      fail();
      await vi.advanceTimersByTimeAsync(0);
      return send.mock.calls.length - before;
    };
    expect(await failsWith(new Unreachable())).toBe(1);
    expect(await failsWith(new Refused({ code: 'too_many_requests', status: 429, sentence: '', retryAfterMs: 100_000 }))).toBe(0);
  });

  it('a session that ended drops nothing, and the next one of the same person sends it', async () => {
    const queues = new Map([
      ['lea', createDurableQueue()],
      ['max', createDurableQueue()],
    ]);
    const { outbox, send, ids } = setUp({ openQueue: (userId) => queues.get(userId) ?? createDurableQueue() });
    send.mockRejectedValueOnce(ended);
    const id = log(outbox, 'b');
    await vi.runAllTimersAsync();
    expect(ids()).toEqual([id]);
    outbox.belongTo(null);
    outbox.belongTo('max');
    await vi.runAllTimersAsync();
    expect(ids()).toEqual([]);
    expect(send).toHaveBeenCalledOnce();
    outbox.belongTo('lea');
    await vi.runAllTimersAsync();
    expect(send.mock.calls.map(([, userId]) => userId)).toEqual(['lea', 'lea']);
    expect(ids()).toEqual([]);
  });

  it('a refused command is shown until it is dismissed, and those behind it go on', async () => {
    const queue = createDurableQueue();
    const { outbox, send, ids } = setUp({ openQueue: () => queue });
    send.mockRejectedValueOnce(gone);
    const refused = log(outbox, 'b');
    log(outbox, 'c');
    await vi.runAllTimersAsync();
    expect(ids()).toEqual([]);
    expect(outbox.shown().failed).toMatchObject([{ items: [{ id: refused }], sentence: 'Partie' }]);
    const again = setUp({ openQueue: () => queue });
    await vi.runAllTimersAsync();
    expect(again.outbox.shown().failed).toMatchObject([{ items: [{ id: refused }] }]);
    again.outbox.dismiss(again.outbox.shown().failed[0]?.sequence ?? '');
    await vi.runAllTimersAsync();
    expect((await queue.read()).failed).toEqual([]);
  });

  it('of a command on several boards what the stream brought is not told as refused with the rest', async () => {
    const { outbox, send } = setUp({ openQueue: createDurableQueue });
    // Logged, but the reply got lost; then the second board was deleted.
    send.mockRejectedValueOnce(new Unreachable()).mockRejectedValueOnce(gone);
    logOnBoards(
      outbox,
      ['b', 'c'].map((boardId) => ({ boardId, actionId: 'a' })),
    );
    const [kept, lost] = outbox.shown().pending as [PendingItem, PendingItem];
    changeIngested.announce({ change: changeOf(kept), caughtUpTo: 8 });
    await vi.runAllTimersAsync();
    expect(outbox.shown().failed).toMatchObject([{ items: [{ id: lost.id }] }]);
    expect(outbox.shown().failed[0]?.items).toHaveLength(1);
  });

  it('what waits where the store is away is said to be unsafe until it is sent, and outlives the session in its tab', async () => {
    let isAway = true;
    const inner = createDurableQueue();
    const away = () => (isAway ? Promise.reject(new StoreAway(false)) : undefined);
    const queue = createFallbackQueue({
      ...inner,
      add: async (command) => (await away(), inner.add(command)),
      next: async () => (await away(), inner.next()),
      read: async () => (await away(), inner.read()),
      remove: async (sequence) => (await away(), inner.remove(sequence)),
    });
    const { outbox, send, ids, sentIds } = setUp({ openDurable: () => queue });
    send.mockRejectedValueOnce(ended);
    const id = log(outbox, 'b');
    await vi.advanceTimersByTimeAsync(10);
    expect(outbox.shown().unsafe).toBe(1);
    expect(outbox.isDurable()).toBe(false);
    outbox.belongTo(null);
    outbox.belongTo('lea');
    await vi.runAllTimersAsync();
    expect(sentIds()).toEqual([[id], [id]]);
    expect(outbox.shown().unsafe).toBe(0);
    isAway = false;
    outbox.retryNow();
    await vi.runAllTimersAsync();
    expect(send).toHaveBeenCalledTimes(2);
    expect(ids()).toEqual([]);
  });

  it('what is not written yet when the page is left goes out with it', async () => {
    const add = () => new Promise<boolean>(() => undefined);
    const { outbox, workers, send } = setUp({ openQueue: () => ({ ...createDurableQueue(), add }) });
    const id = log(outbox, 'b');
    await vi.advanceTimersByTimeAsync(10);
    expect(send).not.toHaveBeenCalled();
    workers[0]?.rest();
    expect(send).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ items: [expect.objectContaining({ id })] }), 'lea', true);
  });

  it('what went out with a page that is shown again is undone on the server', async () => {
    const full = { ...createDurableQueue(), add: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) };
    const { outbox, workers, send, ids } = setUp({ openQueue: () => full });
    send.mockRejectedValueOnce(new Unreachable()).mockRejectedValueOnce(new Unreachable());
    log(outbox, 'b');
    const id = log(outbox, 'b');
    await vi.advanceTimersByTimeAsync(10);
    workers[0]?.rest();
    workers[0]?.wake();
    outbox.enqueue(undoOf('b', { id, title: 'Massage', points: 15, userId: 'lea' }));
    await vi.runAllTimersAsync();
    expect(send.mock.calls.at(-1)?.[0].items).toMatchObject([{ kind: 'undo', id }]);
    expect(ids()).toEqual([]);
  });

  it('what the browser has no room for is sent all the same', async () => {
    const full = { ...createDurableQueue(), add: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) };
    const { outbox, sentIds } = setUp({ openQueue: () => full });
    const id = log(outbox, 'b');
    await vi.runAllTimersAsync();
    expect(sentIds()).toEqual([[id]]);
  });

  it('signing out in spite of waiting commands drops them', async () => {
    const queue = createDurableQueue();
    const { outbox, send } = setUp({ openQueue: () => queue });
    log(outbox, 'b');
    await outbox.drop();
    await vi.runAllTimersAsync();
    expect((await queue.read()).commands).toEqual([]);
    expect(send).not.toHaveBeenCalled();
  });
});

describe('an activity that is undone', () => {
  const activity = (id: string) => ({ id, title: 'Massage', points: 15, userId: 'lea' });

  it('vanishes with its log while that was never sent', async () => {
    const { outbox, send, ids } = setUp({ openQueue: () => createDurableQueue() });
    send.mockRejectedValueOnce(new Unreachable()).mockImplementation(answering);
    const first = log(outbox, 'b');
    const second = log(outbox, 'b');
    await vi.advanceTimersByTimeAsync(10);
    outbox.enqueue(undoOf('b', activity(second)));
    await vi.advanceTimersByTimeAsync(10);
    expect(ids()).toEqual([first]);
    await vi.runAllTimersAsync();
    expect(send.mock.calls.flatMap(([command]) => command.items.map(({ kind, id }) => [kind, id]))).toEqual([
      ['log', first],
      ['log', first],
    ]);
  });

  it('is undone behind its log when that was sent, even without an answer', async () => {
    const { outbox, send, ids } = setUp({ openQueue: () => createDurableQueue() });
    send.mockRejectedValueOnce(new Unreachable()).mockImplementation(answering);
    const id = log(outbox, 'b');
    await vi.advanceTimersByTimeAsync(10);
    outbox.enqueue(undoOf('b', activity(id)));
    outbox.enqueue(undoOf('b', activity(id)));
    expect(outbox.shown().pending.map(({ kind }) => kind)).toEqual(['log', 'undo']);
    await vi.runAllTimersAsync();
    expect(send.mock.calls.map(([command]) => command.items[0]?.kind)).toEqual(['log', 'log', 'undo']);
    expect(ids()).toEqual([]);
  });

  it('of a command on several boards leaves the others', async () => {
    const { outbox, send } = setUp({ openQueue: () => createDurableQueue() });
    send.mockRejectedValueOnce(new Unreachable()).mockImplementation(answering);
    log(outbox, 'x');
    const boards = ['b', 'c'].map((boardId) => ({ boardId, actionId: 'a' }));
    const [one = '', other = ''] = logOnBoards(outbox, boards);
    await vi.advanceTimersByTimeAsync(10);
    outbox.enqueue(undoOf('b', activity(one)));
    await vi.runAllTimersAsync();
    expect(send.mock.calls.at(-1)?.[0].items.map(({ id }) => id)).toEqual([other]);
  });

  it('needs no word when its log is refused', async () => {
    const { outbox, send, ids } = setUp({ openQueue: () => createDurableQueue() });
    let refuse: (reason: unknown) => void = () => undefined;
    send.mockReturnValueOnce(new Promise((_, reject) => (refuse = reject)));
    const id = log(outbox, 'b');
    await vi.advanceTimersByTimeAsync(10);
    outbox.enqueue(undoOf('b', activity(id)));
    await vi.advanceTimersByTimeAsync(10);
    refuse(gone);
    await vi.runAllTimersAsync();
    expect(send).toHaveBeenCalledOnce();
    expect(ids()).toEqual([]);
    expect(outbox.shown().failed).toEqual([]);
  });
});

describe('a reaction', () => {
  const changed = { boardId: 'b', after: 8, revision: 8, complete: true, totalPoints: 45, activities: [] };
  const sets = (items: readonly PendingItem[]) =>
    items.map((item) => (item.kind === 'reaction' ? `${item.emoji} ${item.isOn}` : item.kind));

  it('is replaced by a later press of the same that comes before it was sent, and by no other', async () => {
    const { outbox, send } = setUp({ openQueue: () => createDurableQueue() });
    send.mockRejectedValueOnce(new Unreachable()).mockImplementation(answering);
    log(outbox, 'b');
    await vi.advanceTimersByTimeAsync(10);
    for (const item of [reaction('❤️', true), reaction('🔥', true), reaction('❤️', false)]) outbox.enqueue(item);
    await vi.advanceTimersByTimeAsync(10);
    expect(sets(outbox.shown().pending)).toEqual(['log', '🔥 true', '❤️ false']);
    await vi.runAllTimersAsync();
    expect(send.mock.calls.slice(2).flatMap(([{ items }]) => sets(items))).toEqual(['🔥 true', '❤️ false']);
    expect(outbox.shown().pending).toEqual([]);
  });

  it('is followed by a later press of the same once it was sent, even without an answer', async () => {
    const { outbox, send } = setUp({ openQueue: () => createDurableQueue() });
    send.mockRejectedValueOnce(new Unreachable()).mockImplementation(answering);
    outbox.enqueue(reaction('❤️', true));
    await vi.advanceTimersByTimeAsync(10);
    outbox.enqueue(reaction('❤️', false));
    await vi.runAllTimersAsync();
    expect(send.mock.calls.flatMap(([{ items }]) => sets(items))).toEqual(['❤️ true', '❤️ true', '❤️ false']);
  });

  it('stays until every cached view has what its reply says, though that tells nothing new', async () => {
    const { outbox, send } = setUp({ openQueue: () => createDurableQueue(), caughtUpTo: 7 });
    send.mockResolvedValue([{ type: 'change', ...changed }]);
    outbox.enqueue(reaction('❤️', true));
    await vi.runAllTimersAsync();
    expect(outbox.shown().pending).toMatchObject([{ confirmedRevision: 8 }]);
    changeIngested.announce({ change: changed, caughtUpTo: 8 });
    expect(outbox.shown().pending).toEqual([]);
  });
});

describe('an answer to what a board may play for', () => {
  const said = (items: readonly PendingItem[]) => items.map((item) => (item.kind === 'answer' ? item.yes : item.kind));

  it('given without a network is sent once, the last word alone', async () => {
    const { outbox, send } = setUp({ openQueue: () => createDurableQueue() });
    send.mockRejectedValueOnce(new Unreachable()).mockImplementation(answering);
    log(outbox, 'b');
    await vi.advanceTimersByTimeAsync(10);
    for (const item of [answer(false), answer(true)]) outbox.enqueue(item);
    await vi.runAllTimersAsync();
    expect(send.mock.calls.slice(2).map(([{ items }]) => said(items))).toEqual([[true]]);
    expect(outbox.shown().pending).toEqual([]);
  });
});

describe('a command that the server refuses', () => {
  const undo = undoOf('b', { id: 'old', title: 'Massage', points: 15, userId: 'lea' });
  /** What is told to have failed once it is refused. */
  async function failedBy(item: NewItem, code: RefusalCode) {
    const { outbox, send } = setUp({ openQueue: () => createDurableQueue() });
    send.mockRejectedValueOnce(new Refused({ code, status: 409, sentence: 'Non' }));
    outbox.enqueue(item);
    expect(outbox.shown().pending).toMatchObject([{ kind: item.kind, id: item.id }]);
    await vi.runAllTimersAsync();
    expect(send).toHaveBeenCalledOnce();
    expect(outbox.shown().pending).toEqual([]);
    return outbox.shown().failed;
  }

  it.each<[string, RefusalCode, NewItem]>([
    ['an undo of what the server does not know', 'activity_not_found', undo],
    ['an answer to what is over', 'agreement_over', answer(true)],
    ['an answer to what is gone', 'agreement_not_found', answer(true)],
  ])('is done with, without a word: %s', async (_, code, item) => {
    expect(await failedBy(item, code)).toEqual([]);
  });

  it.each<[string, RefusalCode, NewItem]>([
    ['an undo', 'undo_not_allowed', undo],
    ['a reaction', 'activity_undone', reaction('❤️', true)],
    ['an answer', 'last_day_invalid', answer(true)],
  ])('is told, and shown no more: %s', async (_, code, item) => {
    expect(await failedBy(item, code)).toMatchObject([{ items: [{ kind: item.kind, id: item.id }], code, sentence: 'Non' }]);
  });
});

it('a favourite is shown until the server has answered, which no revision of a board tells', async () => {
  const { outbox, send } = setUp({ openQueue: () => createDurableQueue() });
  send.mockRejectedValueOnce(new Unreachable()).mockResolvedValue([{ type: 'favourites', boardId: 'b', favourites: ['a'] }]);
  const settled = vi.fn<(isSent: boolean) => void>();
  const favourite = { kind: 'favourite', id: newId(), boardId: 'b', actionId: 'a', isOn: true } as const;
  outbox.enqueue(favourite);
  outbox.onSettled([favourite], settled);
  await vi.advanceTimersByTimeAsync(10);
  expect(outbox.shown().pending).toMatchObject([{ kind: 'favourite', isOn: true }]);
  await vi.runAllTimersAsync();
  expect(outbox.shown().pending).toEqual([]);
  expect(settled.mock.calls).toEqual([[true]]);
});

describe('two tabs of one browser', () => {
  function twoTabs() {
    const queue = createDurableQueue();
    const listeners: ((event: MessageEvent) => void)[] = [];
    const openChannel = (): Channel => {
      const mine: typeof listeners = [];
      let isClosed = false;
      return {
        addEventListener: (_, listener) => {
          for (const list of [mine, listeners]) list.push(listener);
        },
        close: () => {
          isClosed = true;
        },
        postMessage: (data) => {
          if (isClosed) throw new DOMException('Channel is closed', 'InvalidStateError');
          for (const listener of listeners) if (!mine.includes(listener)) setTimeout(() => listener(new MessageEvent('message', { data })));
        },
      };
    };
    const parts = { openQueue: () => queue, openChannel };
    return [setUp(parts), setUp(parts)] as const;
  }

  it('show what the other does at once, and one of them sends it', async () => {
    const [one, other] = twoTabs();
    one.send.mockRejectedValue(new Unreachable());
    other.send.mockRejectedValue(new Unreachable());
    const id = log(one.outbox, 'b');
    await vi.advanceTimersByTimeAsync(50);
    expect(other.ids()).toEqual([id]);
    other.send.mockImplementation(answering);
    other.outbox.retryNow();
    await vi.advanceTimersByTimeAsync(50);
    expect(one.ids()).toEqual([]);
    expect(one.received).toMatchObject([{ boardId: 'b', revision: 8 }]);
    expect(other.send).toHaveBeenCalledOnce();
  });

  it('see to what a tab left behind that is gone', async () => {
    const [one, other] = twoTabs();
    one.send.mockReturnValue(new Promise(() => undefined));
    log(one.outbox, 'b');
    await vi.advanceTimersByTimeAsync(5000);
    expect(other.send).toHaveBeenCalledOnce();
  });

  it('fail nothing that the server carried out after one of them was signed out', async () => {
    const [one, other] = twoTabs();
    let carryOut: () => void = () => undefined;
    one.send.mockImplementation((command) => new Promise((resolve) => (carryOut = () => void answering(command).then(resolve))));
    log(one.outbox, 'b');
    await vi.advanceTimersByTimeAsync(50);
    one.outbox.belongTo(null);
    await vi.advanceTimersByTimeAsync(50);
    carryOut();
    await vi.advanceTimersByTimeAsync(50);
    other.workers[0]?.wake();
    await vi.advanceTimersByTimeAsync(50);
    expect(other.outbox.shown()).toMatchObject({ pending: [], failed: [] });
  });
});

it('a log on several boards is one call, and is undone as one', async () => {
  const { outbox, send, ids, sentIds } = setUp();
  send.mockRejectedValueOnce(gone);
  const boards = [
    { boardId: 'b', actionId: 'a1' },
    { boardId: 'c', actionId: 'a2' },
  ];
  const sent = logOnBoards(outbox, boards);
  expect(outbox.shown().pending).toMatchObject(boards);
  await vi.runAllTimersAsync();
  expect(sentIds()).toEqual([sent]);
  expect(ids()).toEqual([]);
  expect(outbox.shown().failed).toHaveLength(1);
});

it('ids are 128 random bits that the server takes', () => {
  const ids = Array.from({ length: 500 }, newId);
  expect(new Set(ids).size).toBe(500);
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{22}$/);
});

describe('an error that nobody foresaw is reported', () => {
  const broken = new TypeError('broken');
  const reports = () => vi.spyOn(console, 'error').mockImplementation(() => undefined).mock.calls;

  it('where a command cannot be sent for it, and the person is told', async () => {
    const shown = reports();
    const { outbox, send } = setUp({ openQueue: () => createDurableQueue() });
    send.mockRejectedValueOnce(broken);
    const id = log(outbox, 'b');
    await vi.runAllTimersAsync();
    expect(shown).toEqual([[broken]]);
    expect(outbox.shown().failed).toMatchObject([{ items: [{ id }], code: null }]);
  });

  it('where the queue fails, and is tried again', async () => {
    const shown = reports();
    const queue = createDurableQueue();
    const next = vi.fn(queue.next).mockRejectedValueOnce(broken);
    const { outbox, sentIds } = setUp({ openQueue: () => ({ ...queue, next }) });
    const id = log(outbox, 'b');
    await vi.runAllTimersAsync();
    expect(shown).toEqual([[broken]]);
    expect(sentIds()).toEqual([[id]]);
  });

  it('where a command cannot be kept', async () => {
    const shown = reports();
    const add = () => Promise.reject(broken);
    const { outbox, sentIds } = setUp({ openQueue: () => ({ ...createDurableQueue(), add }) });
    const id = log(outbox, 'b');
    await vi.runAllTimersAsync();
    expect(shown).toContainEqual([broken]);
    expect(sentIds()).toEqual([[id]]);
  });

  it('each time that the worker cannot be made', async () => {
    const shown = reports();
    const createWorker = vi.fn(() => Promise.reject(broken));
    const outbox = createOutbox({ createWorker, ingest: () => undefined });
    outbox.belongTo('lea');
    await vi.advanceTimersByTimeAsync(5000);
    expect(createWorker).toHaveBeenCalledTimes(2);
    expect(shown).toEqual([[broken], [broken]]);
  });
});
