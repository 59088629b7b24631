import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveEvent } from '#shared/live-events';
import { sessionQuery } from '#client/session/session-queries.ts';
import { Unreachable } from '#client/api/api.ts';
import { sessionOver } from '#client/api/session.ts';
import { invitationQuery } from '#client/boards/board-queries.ts';
import { pendingRequestsQuery } from '#client/membership/request-queries.ts';
import { ingestEvent } from '#client/sync/replica/live-events.ts';
import { createQueryClient } from '#client/sync/replica/query-client.ts';
import { accountOf } from '#client/sync/testing/browser-model.ts';
import { createLive, type Live } from './live.ts';

/** The browser's EventSource as far as it is used here, driven by the test. */
class Stream extends EventTarget {
  closed = false;
  close(): void {
    this.closed = true;
  }
  say(type: string, data: unknown = {}): void {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
  }
  open(): void {
    this.dispatchEvent(new Event('open'));
  }
  fail(): void {
    this.dispatchEvent(new Event('error'));
  }
}

let started: Live | undefined;

function setUp() {
  const streams: Stream[] = [];
  const handled: LiveEvent[] = [];
  const askWhoIsSignedIn = vi.fn<() => Promise<string | null>>().mockResolvedValue('lea');
  const live = createLive({
    openStream: () => {
      const stream = new Stream();
      streams.push(stream);
      return stream as unknown as EventSource;
    },
    askWhoIsSignedIn,
    handle: (event) => handled.push(event),
  });
  started = live;
  const last = () => streams.at(-1) as Stream;
  return { live, streams, last, handled, askWhoIsSignedIn };
}

/** The same, with a stream that is open. */
function setUpOpen() {
  const parts = setUp();
  parts.live.start('lea');
  parts.last().open();
  return parts;
}

const page = new EventTarget();
const documentOfPage = Object.assign(new EventTarget(), { visibilityState: 'visible' });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('document', documentOfPage);
});
afterEach(() => {
  started?.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a stream that is one too many', () => {
  it('does not come back by itself, and does when somebody looks', async () => {
    const { live, last, streams } = setUpOpen();
    last().say('hello', { boards: {}, online: [], pendingRequests: 0 });
    last().say('bye', { reason: 'too_many_streams' });
    expect([last().closed, live.connection()]).toEqual([true, 'lost']);
    last().fail();
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(streams).toHaveLength(1);
    documentOfPage.dispatchEvent(new Event('visibilitychange'));
    expect(streams).toHaveLength(2);
    last().open();
    expect(live.connection()).toBe('live');
  });
});

describe('the stream', () => {
  it('brings notices, and that proposals moved', () => {
    const { last, handled } = setUpOpen();
    last().say('notice', { notice: { kind: 'achievement_unlocked', achievements: ['guest'] } });
    last().say('proposals', { boardId: 'b' });
    expect(handled).toEqual([
      { type: 'notice', notice: { kind: 'achievement_unlocked', achievements: ['guest'] } },
      { type: 'proposals', boardId: 'b' },
    ]);
  });

  it('is live when open, and lost only 1.5 s after it broke', async () => {
    const { live, last, streams } = setUp();
    live.start('lea');
    expect(live.connection()).toBe('connecting');
    last().open();
    last().say('hello', { boards: {}, online: [], pendingRequests: 0 });
    expect(live.connection()).toBe('live');
    last().fail();
    await vi.advanceTimersByTimeAsync(1400);
    expect(live.connection()).toBe('live');
    // Whatever the chance of the wait, no stream opens: the browser gets no answer.
    for (const stream of streams.slice(1)) stream.fail();
    await vi.advanceTimersByTimeAsync(200);
    expect(live.connection()).toBe('lost');
    await vi.advanceTimersByTimeAsync(20_000);
    last().open();
    expect(live.connection()).toBe('live');
  });

  it('is opened again after each break, with longer and longer waits up to 15 s', async () => {
    const { live, streams, last } = setUp();
    live.start('lea');
    for (let round = 0; round < 12; round += 1) {
      const before = streams.length;
      last().fail();
      expect(last().closed).toBe(true);
      await vi.advanceTimersByTimeAsync(round < 6 ? 400 : 7400);
      expect(streams).toHaveLength(before);
      await vi.advanceTimersByTimeAsync(15_000);
      expect(streams).toHaveLength(before + 1);
    }
  });

  it('is opened anew after 45 s without a word, and kept by beats', async () => {
    const { streams, last } = setUpOpen();
    for (let beat = 0; beat < 10; beat += 1) {
      await vi.advanceTimersByTimeAsync(20_000);
      last().dispatchEvent(new MessageEvent('beat', { data: '' }));
    }
    expect(streams).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(46_000);
    expect(streams).toHaveLength(2);
    expect(streams[0]?.closed).toBe(true);
  });

  it.each([
    ['the browser says that it is offline', () => page.dispatchEvent(new Event('offline'))],
    ['a call got no answer', (live: Live) => live.probe()],
  ])('that looks open in a dead zone is lost 3 s after %s, and opened anew once the server answers', async (_doubt, cause) => {
    const { live, streams, last, askWhoIsSignedIn } = setUpOpen();
    askWhoIsSignedIn.mockRejectedValue(new Unreachable());
    cause(live);
    await vi.advanceTimersByTimeAsync(2900);
    expect(live.connection()).toBe('live');
    await vi.advanceTimersByTimeAsync(200);
    expect(live.connection()).toBe('lost');
    expect(streams).toHaveLength(1);
    askWhoIsSignedIn.mockResolvedValue('lea');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(streams).toHaveLength(2);
    expect(live.connection()).toBe('lost');
    last().open();
    expect(live.connection()).toBe('live');
  });

  it('is lost as soon where the question gets no answer at all', async () => {
    const { live, askWhoIsSignedIn } = setUpOpen();
    askWhoIsSignedIn.mockReturnValue(new Promise(() => undefined));
    page.dispatchEvent(new Event('offline'));
    await vi.advanceTimersByTimeAsync(3100);
    expect(live.connection()).toBe('lost');
  });

  it('is kept, without a word of it, where the server answers the probe', async () => {
    const { live, streams, askWhoIsSignedIn } = setUpOpen();
    const connections: string[] = [];
    live.subscribe(() => connections.push(live.connection()));
    askWhoIsSignedIn.mockRejectedValueOnce(new Unreachable());
    for (let call = 0; call < 5; call += 1) live.probe();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(askWhoIsSignedIn).toHaveBeenCalledTimes(2);
    expect(streams).toHaveLength(1);
    expect(connections).toEqual([]);
  });

  it('is asked about again as long as the browser says that it is offline: the network may go a moment after the last answer', async () => {
    const { live, askWhoIsSignedIn } = setUpOpen();
    vi.stubGlobal('navigator', { onLine: false });
    page.dispatchEvent(new Event('offline'));
    await vi.advanceTimersByTimeAsync(10_100);
    expect(askWhoIsSignedIn).toHaveBeenCalledTimes(2);
    expect(live.connection()).toBe('live');
    askWhoIsSignedIn.mockRejectedValue(new Unreachable());
    await vi.advanceTimersByTimeAsync(14_000);
    expect(live.connection()).toBe('lost');
    live.stop();
    vi.stubGlobal('navigator', { onLine: true });
    const asked = askWhoIsSignedIn.mock.calls.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(askWhoIsSignedIn).toHaveBeenCalledTimes(asked);
  });

  it('that speaks while the question is put is not lost', async () => {
    const { live, streams, last, askWhoIsSignedIn } = setUpOpen();
    askWhoIsSignedIn.mockRejectedValue(new Unreachable());
    live.probe();
    await vi.advanceTimersByTimeAsync(2000);
    last().dispatchEvent(new MessageEvent('beat', { data: '' }));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(live.connection()).toBe('live');
    expect(streams).toHaveLength(1);
  });

  it('that was given up is not believed again: only a new one says that the connection is back', async () => {
    const { live, streams, last, askWhoIsSignedIn } = setUpOpen();
    askWhoIsSignedIn.mockRejectedValue(new Unreachable());
    live.probe();
    await vi.advanceTimersByTimeAsync(3100);
    expect(live.connection()).toBe('lost');
    const [first] = streams;
    first?.dispatchEvent(new MessageEvent('beat', { data: '' }));
    expect(live.connection()).toBe('lost');
    await vi.advanceTimersByTimeAsync(2000);
    expect(streams).toHaveLength(2);
    last().open();
    expect(live.connection()).toBe('live');
  });

  it('that is being probed is opened anew at once when the network comes back', async () => {
    const { live, streams, last, askWhoIsSignedIn } = setUpOpen();
    askWhoIsSignedIn.mockRejectedValue(new Unreachable());
    page.dispatchEvent(new Event('offline'));
    await vi.advanceTimersByTimeAsync(5000);
    page.dispatchEvent(new Event('online'));
    expect(streams).toHaveLength(2);
    last().open();
    expect(live.connection()).toBe('live');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(live.connection()).toBe('live');
    expect(streams).toHaveLength(2);
  });

  it('is opened at once when the network or the person comes back', async () => {
    const { live, streams, last } = setUp();
    live.start('lea');
    last().fail();
    page.dispatchEvent(new Event('online'));
    expect(streams).toHaveLength(2);
    last().fail();
    documentOfPage.dispatchEvent(new Event('visibilitychange'));
    expect(streams).toHaveLength(3);
    last().open();
    documentOfPage.dispatchEvent(new Event('visibilitychange'));
    expect(streams).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(streams).toHaveLength(3);
  });

  it('that never opens asks whether the session is over', async () => {
    const ended = vi.fn();
    const stop = sessionOver.listen(ended);
    // The longest waits: 1 s, then 2 s.
    vi.spyOn(Math, 'random').mockReturnValue(0.999);
    const { live, streams, last, askWhoIsSignedIn } = setUp();
    live.start('lea');
    askWhoIsSignedIn.mockRejectedValueOnce(new Unreachable());
    last().fail();
    await vi.advanceTimersByTimeAsync(2000);
    expect(streams).toHaveLength(1);
    expect(ended).not.toHaveBeenCalled();
    askWhoIsSignedIn.mockResolvedValueOnce(null);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ended).toHaveBeenCalledExactlyOnceWith({ reason: 'ended' });
    expect(streams).toHaveLength(1);
    stop();
  });

  it('comes back after `restarting`, and not after `session_ended`', async () => {
    const { streams, last, handled } = setUpOpen();
    last().say('bye', { reason: 'restarting' });
    await vi.advanceTimersByTimeAsync(3000);
    expect(streams).toHaveLength(2);
    last().open();
    last().say('bye', { reason: 'session_ended' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(streams).toHaveLength(2);
    expect(handled).toEqual([
      { type: 'bye', reason: 'restarting' },
      { type: 'bye', reason: 'session_ended' },
    ]);
  });

  it('says nothing any more once it is stopped', () => {
    const { live, last, handled } = setUp();
    live.start('lea');
    const first = last();
    live.stop();
    expect(first.closed).toBe(true);
    first.say('requests', { pendingRequests: 3 });
    expect(handled).toEqual([]);
  });
});

it('the count of pending requests follows the stream', () => {
  const client = createQueryClient();
  const account = accountOf('🧑');
  client.setQueryData(sessionQuery.queryKey, account);
  ingestEvent(client, { type: 'hello', boards: {}, online: [], pendingRequests: 2, account });
  expect(client.getQueryData(pendingRequestsQuery.queryKey)).toBe(2);
  ingestEvent(client, { type: 'requests', pendingRequests: 1 });
  expect(client.getQueryData(pendingRequestsQuery.queryKey)).toBe(1);
});

it('a greeting has an invitation read again: whoever looks at it may have been let in before the stream opened', () => {
  const client = createQueryClient();
  const account = accountOf('🧑');
  client.setQueryData(sessionQuery.queryKey, account);
  client.setQueryData(invitationQuery('b').queryKey, {
    boardId: 'b',
    title: 'NOUS',
    icon: '👑',
    theme: 'pink',
    isMember: false,
    admits: false,
    admitsGuest: false,
  });
  ingestEvent(client, { type: 'hello', boards: { b: 1 }, online: [], pendingRequests: 0, account });
  expect(client.getQueryState(invitationQuery('b').queryKey)?.isInvalidated).toBe(true);
});

it('the end of the session is announced', () => {
  const ended = vi.fn();
  const stop = sessionOver.listen(ended);
  ingestEvent(createQueryClient(), { type: 'bye', reason: 'session_ended' });
  expect(ended).toHaveBeenCalledExactlyOnceWith({ reason: 'ended' });
  stop();
});
