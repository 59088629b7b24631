import { InfiniteQueryObserver, type QueryClient, QueryObserver } from '@tanstack/react-query';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Account } from '#shared/accounts';
import type { BoardCard, BoardChange } from '#shared/boards';
import { flattened } from './views.ts';
import { boardActivitiesQuery, feedQuery } from '#client/activities/activity-queries.ts';
import { queryKeys } from '#client/api/query-keys.ts';
import { boardQuery, boardsQuery } from '#client/boards/board-queries.ts';
import { boardIds, type BoardId, type Deed, pageSize, ServerModel } from '#client/sync/testing/server-model.ts';
import { ingestEvent } from './live-events.ts';
import { boardGone, historyReplaced } from './signals.ts';
import { compareRevisions, loseBoard, ingest, ingestFavourites, refetchLists } from './ingest.ts';
import { syncStateOf } from './state.ts';
import { createQueryClient } from './query-client.ts';

/** A client whose screens are all open at once, against the model; replies take as many turns as `delays` says. */
function openClient(server: ServerModel, delays: () => number) {
  vi.stubGlobal('fetch', async (path: string) => {
    // Read now, delivered later: meanwhile the stream may tell what this reply does not know.
    const body = JSON.stringify(server.answer(path));
    await turns(delays());
    return new Response(body);
  });
  const client = createQueryClient();
  const feed = new InfiniteQueryObserver(client, feedQuery);
  const boardLists = boardIds.map((boardId) => new InfiniteQueryObserver(client, boardActivitiesQuery(boardId)));
  const boards = [new QueryObserver(client, boardsQuery), ...boardIds.map((boardId) => new QueryObserver(client, boardQuery(boardId)))];
  const stops = [...[...boards, feed, ...boardLists].map((screen) => screen.subscribe(() => undefined))];
  const readOn = () => {
    for (const list of [feed, ...boardLists]) void list.fetchNextPage({ cancelRefetch: false });
  };
  return { client, readOn, close: () => stops.forEach((stop) => stop()) };
}

/** From now on this is the reply to what happened on a board after a revision. */
function replyToChanges(reply: (after: number) => Promise<BoardChange>): void {
  const reach = globalThis.fetch;
  vi.stubGlobal('fetch', async (path: string) => {
    const { pathname, searchParams } = new URL(path, 'http://model');
    return pathname.endsWith('/changes') ? new Response(JSON.stringify(await reply(Number(searchParams.get('after'))))) : reach(path);
  });
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    const { port1, port2 } = new MessageChannel();
    await new Promise((resolve) => {
      port1.addEventListener('message', resolve, { once: true });
      port1.start();
      port2.postMessage(null);
    });
    port1.close();
  }
}

async function quiet(client: QueryClient): Promise<void> {
  do await turns(3);
  while (client.isFetching() > 0 || syncStateOf(client).recovering.size > 0);
}

function expectSame(client: QueryClient, server: ServerModel): void {
  // No change tells when and whose the last of the activities was that were not deleted: a card may keep a later one until it is read again.
  const told = (cards: readonly BoardCard[] | undefined) =>
    cards?.map((card) => (server.hasDeletedOn(card.id) ? { ...card, lastActivityAt: null, lastBy: null } : card));
  expect(told(client.getQueryData(boardsQuery.queryKey))).toEqual(told(server.cards()));
  const feed = client.getQueryData(feedQuery.queryKey);
  expectStartOf(flattened(feed), server.feed(), feed?.pages.at(-1)?.next);
  for (const boardId of boardIds) {
    const { activities: all, ...state } = server.opened(boardId);
    const { activities, ...cached } = client.getQueryData(boardQuery(boardId).queryKey) ?? {};
    expect(cached).toEqual(state);
    expectStartOf(activities?.activities, all.activities, activities?.next);
    const list = client.getQueryData(boardActivitiesQuery(boardId).queryKey);
    expectStartOf(flattened(list), all.activities, list?.pages.at(-1)?.next);
  }
}

/** A list read as far as it was: all of the server's from the newest on, and all there are when it says so. */
function expectStartOf<A>(shown: A[] | undefined, all: A[], next: unknown): void {
  expect(shown).toEqual(all.slice(0, shown?.length));
  if (next === null) expect(shown).toHaveLength(all.length);
  else expect(shown?.length).toBeGreaterThanOrEqual(Math.min(pageSize, all.length));
}

const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      boardId: fc.constantFrom(...boardIds),
      kind: fc.constant('log' as const),
      user: fc.constantFrom(0 as const, 1 as const),
      points: fc.integer({ min: -30, max: 30 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      boardId: fc.constantFrom(...boardIds),
      kind: fc.constantFrom('rename' as const, 'action' as const, 'join' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      boardId: fc.constantFrom(...boardIds),
      kind: fc.constant('undo' as const),
      user: fc.constantFrom(0 as const, 1 as const),
      which: fc.nat(12),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      boardId: fc.constantFrom(...boardIds),
      kind: fc.constant('react' as const),
      user: fc.constantFrom(0 as const, 1 as const),
      which: fc.nat(12),
      emoji: fc.constantFrom('❤️' as const, '🔥' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      boardId: fc.constantFrom(...boardIds),
      kind: fc.constantFrom('rename member' as const, 'delete activities' as const),
      user: fc.constantFrom(0 as const, 1 as const),
    }),
  },
);

type Step =
  | { do: Deed }
  /** A change of the past or the present arrives: any span, any order, any number of times. */
  | { deliver: BoardId; from: number; span: number }
  | { reopen: 'board' | 'boards' | 'feed' | 'list'; boardId: BoardId }
  | { wait: number }
  | { readOn: true }
  | { hello: true };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: deed }) },
  { weight: 6, arbitrary: fc.record({ deliver: fc.constantFrom(...boardIds), from: fc.nat(30), span: fc.integer({ min: 1, max: 9 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      reopen: fc.constantFrom('board' as const, 'boards' as const, 'feed' as const, 'list' as const),
      boardId: fc.constantFrom(...boardIds),
    }),
  },
  { weight: 3, arbitrary: fc.record({ wait: fc.nat(6) }) },
  { weight: 1, arbitrary: fc.constant({ readOn: true as const }) },
  { weight: 1, arbitrary: fc.constant({ hello: true as const }) },
);

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the caches', () => {
  it('never show a total of no revision, and agree with the server after a hello, whatever was lost, doubled or late', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(deed, { maxLength: 12 }),
        fc.array(step, { maxLength: 40 }),
        fc.infiniteStream(fc.nat(5)),
        async (past, steps, delays) => {
          const server = new ServerModel();
          for (const done of past) server.do(done);
          const { client, readOn, close } = openClient(server, () => delays.next().value ?? 0);
          try {
            for (const one of steps) {
              if ('readOn' in one) readOn();
              else await take(one, server, client);
              for (const boardId of boardIds) expectTrueTotals(client, server, boardId);
            }
            await quiet(client);
            await compareRevisions(client, server.revisions());
            await quiet(client);
            expectSame(client, server);
          } finally {
            close();
            client.clear();
          }
        },
      ),
      { numRuns: 250 },
    );
  });

  it('agree with the server after a greeting of another epoch, wherever the boards stood and stand', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async ({ past, lost, since, delays }) => {
        const { server, client, close } = await openOnRestored({ past, lost, since, delays });
        try {
          greet(client, server, 'after');
          await quiet(client);
          expectSame(client, server);
        } finally {
          close();
        }
      }),
      { numRuns: 100 },
    );
  });

  it('agree with the server after a greeting by which any board went back', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async ({ past, lost, since, delays }) => {
        const { server, client, before, close } = await openOnRestored({ past, lost, since, delays });
        try {
          const now = server.revisions();
          fc.pre(boardIds.some((boardId) => (now[boardId] ?? 0) < (before[boardId] ?? 0)));
          await compareRevisions(client, now);
          await quiet(client);
          expectSame(client, server);
        } finally {
          close();
        }
      }),
      { numRuns: 100 },
    );
  });

  it('drop what is not shown when the server goes back', async () => {
    const server = new ServerModel();
    const { client, close } = openClient(server, () => 0);
    greet(client, server, 'before');
    await quiet(client);
    close();
    greet(client, server, 'after');
    expect(client.getQueryData(boardQuery('velours').queryKey)).toBeUndefined();
    expect(client.getQueryData(feedQuery.queryKey)).toBeUndefined();
  });

  it('ask the server whether it went back before they believe a greeting that another tab handed on late', async () => {
    const server = new ServerModel();
    const { client, close } = openClient(server, () => 0);
    await quiet(client);
    const late = server.revisions();
    server.do({ boardId: 'velours', kind: 'log', user: 0, points: 5 });
    ingest(client, server.changes('velours', 0));
    await quiet(client);
    const replaced = vi.fn();
    const stop = historyReplaced.listen(replaced);
    await compareRevisions(client, late);
    stop();
    expect(replaced).not.toHaveBeenCalled();
    expectSame(client, server);
    close();
  });

  it('agree with the server without a hello when every change arrives once, in any order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 1, maxLength: 12 }), fc.infiniteStream(fc.nat(1000)), async (deeds, keys) => {
        const server = new ServerModel();
        const { client, close } = openClient(server, () => 1);
        try {
          await compareRevisions(client, server.revisions());
          await quiet(client);
          for (const done of deeds) server.do(done);
          const all = boardIds.flatMap((boardId) =>
            Array.from({ length: server.opened(boardId).board.revision }, (_, after) => ({ boardId, after, key: keys.next().value ?? 0 })),
          );
          for (const { boardId, after } of all.toSorted((a, b) => a.key - b.key)) ingest(client, server.changes(boardId, after, after + 1));
          await quiet(client);
          expectSame(client, server);
        } finally {
          close();
          client.clear();
        }
      }),
      { numRuns: 100 },
    );
  });

  it('do not repeat a late change of the past on the feed that a hello has read anew', async () => {
    const server = new ServerModel();
    for (const kind of ['rename member', 'log', 'rename member'] as const) server.do({ boardId: 'bonbon', kind, user: 0, points: 5 });
    const { client, close } = openClient(server, () => 1);
    while (!client.getQueryData(feedQuery.queryKey)) await turns(1);
    void compareRevisions(client, server.revisions());
    ingest(client, server.changes('bonbon', 0, 1));
    await quiet(client);
    expectSame(client, server);
    close();
  });

  it('ask for one recovery of a board at a time', async () => {
    const server = new ServerModel();
    const { client, close } = openClient(server, () => 2);
    await compareRevisions(client, server.revisions());
    await quiet(client);
    for (let index = 0; index < 4; index += 1) server.do({ boardId: 'velours', kind: 'log', user: 0, points: 5 });
    const asked: number[] = [];
    replyToChanges(async (after) => {
      asked.push(after);
      await turns(2);
      return server.changes('velours', after);
    });
    for (const after of [1, 2, 3]) ingest(client, server.changes('velours', after, after + 1));
    await quiet(client);
    expect(asked).toEqual([0]);
    expectSame(client, server);
    close();
  });

  it('ask for one recovery of a board at a time also once it was lost and joined again meanwhile', async () => {
    const server = new ServerModel();
    const { client, close } = openClient(server, () => 0);
    await compareRevisions(client, server.revisions());
    await quiet(client);
    for (let index = 0; index < 4; index += 1) server.do({ boardId: 'velours', kind: 'log', user: 0, points: 5 });
    const answers: (() => void)[] = [];
    replyToChanges(async (after) => {
      await new Promise<void>((resolve) => answers.push(resolve));
      return server.changes('velours', after, after + 1);
    });
    ingest(client, server.changes('velours', 3));
    loseBoard(client, 'velours', 'removed');
    ingest(client, server.changes('velours', 3));
    expect(answers).toHaveLength(2);
    // The run of before hears its answer, and asks for nothing more; that of now is still the only one.
    answers[0]?.();
    await turns(3);
    ingest(client, server.changes('velours', 3));
    expect(answers).toHaveLength(2);
    for (let next = 1; syncStateOf(client).recovering.size > 0; next += 1) {
      await vi.waitFor(() => expect(answers.length).toBeGreaterThan(next));
      answers[next]?.();
      await turns(3);
    }
    await quiet(client);
    expectSame(client, server);
    close();
  });

  it('report what goes wrong by itself while they catch up, and catch up all the same', async () => {
    const shown = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const server = new ServerModel();
    const { client, close } = openClient(server, () => 0);
    await compareRevisions(client, server.revisions());
    await quiet(client);
    for (let index = 0; index < 2; index += 1) server.do({ boardId: 'velours', kind: 'log', user: 0, points: 5 });
    let replies = 0;
    replyToChanges(async (after) => {
      replies += 1;
      // No server of ours replies so: what breaks on it is unexpected.
      return replies === 1 ? (null as unknown as BoardChange) : server.changes('velours', after);
    });
    ingest(client, server.changes('velours', 1, 2));
    await vi.waitFor(() => expect(replies).toBe(2));
    await quiet(client);
    expect(shown.mock.calls).toEqual([[expect.any(TypeError)]]);
    expectSame(client, server);
    close();
  });

  it('ask again for what could not be read, once a hello proves that the network is back', async () => {
    const server = new ServerModel();
    server.do({ boardId: 'velours', kind: 'log', user: 0, points: 20 });
    const { client, close } = openClient(server, () => 0);
    await compareRevisions(client, server.revisions());
    await quiet(client);
    const reach = globalThis.fetch;
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ code: 'storage_full', message: '' }), { status: 507 }));
    server.do({ boardId: 'velours', kind: 'delete activities', user: 0 });
    ingest(client, server.changes('velours', 1));
    await quiet(client);
    vi.stubGlobal('fetch', reach);
    await compareRevisions(client, server.revisions());
    await quiet(client);
    expectSame(client, server);
    close();
  });

  it('are read again once they are shown, though a change came in between', async () => {
    const server = new ServerModel();
    server.do({ boardId: 'velours', kind: 'log', user: 0, points: 5 });
    const { client, close } = openClient(server, () => 0);
    await compareRevisions(client, server.revisions());
    await quiet(client);
    close();
    refetchLists(client);
    void client.invalidateQueries({ queryKey: queryKeys.board('velours') });
    server.do({ boardId: 'velours', kind: 'log', user: 0, points: 5 });
    ingest(client, server.changes('velours', 1));
    ingestFavourites(client, 'velours', []);
    const { boards, feed, board } = queryKeys;
    for (const queryKey of [boards, feed, board('velours')]) expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
    expect(client.getQueryData(boards)?.map(({ totalPoints }) => totalPoints)).toEqual([10, 0]);
  });

  it('forget a board that is gone, and say so once', async () => {
    const server = new ServerModel();
    const { client, close } = openClient(server, () => 0);
    await quiet(client);
    close();
    const gone = vi.fn();
    const stop = boardGone.listen(gone);
    loseBoard(client, 'velours', 'removed');
    loseBoard(client, 'velours', 'removed');
    stop();
    expect(gone).toHaveBeenCalledExactlyOnceWith({ boardId: 'velours', title: 'VELOURS', reason: 'removed' });
    expect(client.getQueryData(boardQuery('velours').queryKey)).toBeUndefined();
    expect(client.getQueryData(boardActivitiesQuery('velours').queryKey)).toBeUndefined();
    expect(client.getQueryData(boardsQuery.queryKey)?.map(({ id }) => id)).toEqual(['bonbon']);
  });
});

describe('a board that stays behind what was announced', () => {
  const minute = 60_000;
  const hour = 60 * minute;
  const changesOfBonbon = { after: 0, revision: 9, complete: true, totalPoints: 0, activities: [] };
  const stuck = 'A board stays behind the changes that were announced: everything is read anew.';

  beforeEach(async () => {
    // Its code comes when it is needed, by a clock that no test sets.
    await import('./reload-once.ts');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  /** Time passes, and every reply comes as it does. */
  async function pass(ms: number): Promise<void> {
    const part = Math.min(ms, 1000);
    for (let passed = 0; passed < ms; passed += part) {
      await vi.advanceTimersByTimeAsync(part);
      await turns(2);
    }
  }

  /** A board that has heard of revision 2, lacks revision 1, and gets `reply` when it asks for that. `asked`: which paths were, in their order. */
  async function openBehind(reply: (path: string, after: number, server: ServerModel) => unknown) {
    const shown = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const server = new ServerModel();
    const { client, close } = openClient(server, () => 0);
    await pass(100);
    await compareRevisions(client, server.revisions());
    await pass(100);
    const reach = globalThis.fetch;
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (path: string) => {
      asked.push(path);
      const { searchParams } = new URL(path, 'http://model');
      const answer = await reply(path, Number(searchParams.get('after')), server);
      return answer === undefined ? reach(path) : answer instanceof Response ? answer : new Response(JSON.stringify(answer));
    });
    for (let index = 0; index < 2; index += 1) server.do({ boardId: 'velours', kind: 'log', user: 0, points: 5 });
    ingest(client, server.changes('velours', 1, 2));
    const changesAsked = () => asked.filter((path) => path.includes('/changes')).length;
    const reports = () =>
      shown.mock.calls.map(([error]) => (error instanceof Error ? error.message : error)).filter((one) => one === stuck);
    return { server, client, close, asked, changesAsked, reports };
  }

  const isChanges = (path: string) => path.includes('/changes');
  const refusal = (status: number, code: string) => new Response(JSON.stringify({ code, message: '' }), { status });

  it.each<[string, (path: string, after: number, server: ServerModel) => unknown]>([
    ['cannot be read', (path) => (isChanges(path) ? null : undefined)],
    ['are those of another board', (path) => (isChanges(path) ? { ...changesOfBonbon, boardId: 'bonbon' } : undefined)],
    ['bring it no further', (path, after, server) => (isChanges(path) ? server.changes('velours', after, after) : undefined)],
    ['are refused by a broken server', (path) => (isChanges(path) ? refusal(500, 'unexpected') : undefined)],
    ['never come', (path) => (isChanges(path) ? Promise.reject(new TypeError('Failed to fetch')) : undefined)],
  ])('is read anew, once, after the third time that its changes %s', async (_, reply) => {
    const replaced = vi.fn<() => void>();
    const stop = historyReplaced.listen(replaced);
    const { server, client, close, changesAsked, reports } = await openBehind(reply);
    while (changesAsked() < 3) await pass(100);
    await pass(5000);
    expectSame(client, server);
    expect(reports()).toEqual([stuck]);
    expect(replaced).toHaveBeenCalledTimes(1);
    expect(syncStateOf(client).recovering.size).toBe(0);
    const soFar = changesAsked();
    await pass(hour);
    expect(changesAsked()).toBe(soFar);
    close();
    stop();
  });

  it('that came by another way meanwhile has three tries again', async () => {
    let isDown = true;
    const { server, client, close, changesAsked, reports } = await openBehind((path) =>
      isChanges(path) && isDown ? Promise.reject(new TypeError('Failed to fetch')) : undefined,
    );
    while (changesAsked() < 2) await pass(10);
    ingest(client, server.changes('velours', 0, 2));
    await pass(minute);
    const soFar = changesAsked();
    server.do({ boardId: 'velours', kind: 'log', user: 1, points: 3 });
    server.do({ boardId: 'velours', kind: 'log', user: 1, points: 4 });
    ingest(client, server.changes('velours', 3, 4));
    while (changesAsked() === soFar) await pass(10);
    isDown = false;
    await pass(minute);
    expectSame(client, server);
    expect(reports()).toEqual([]);
    close();
  });

  it('is read anew where a change itself cannot be taken, from the stream or asked for', async () => {
    const broken = { activities: null, complete: true } as unknown as Partial<BoardChange>;
    const { server, client, close, reports } = await openBehind((path, after) =>
      isChanges(path) ? { ...server.changes(path.includes('bonbon') ? 'bonbon' : 'velours', after), ...broken } : undefined,
    );
    await pass(10_000);
    expectSame(client, server);
    server.do({ boardId: 'bonbon', kind: 'log', user: 1, points: 5 });
    expect(() => ingest(client, { ...server.changes('bonbon', 0), ...broken })).not.toThrow();
    await pass(1000);
    expect(reports()).toEqual([stuck]);
    close();
    client.clear();
  });

  it('asks calmly from then on where that did not help either, and is read anew no second time', async () => {
    // It lags behind for good.
    const { client, close, asked, changesAsked, reports } = await openBehind((path, after, server) => {
      if (isChanges(path)) return server.changes('velours', 0, Math.min(after, 0));
      return path.includes('velours') && !path.includes('activities') ? server.opened('velours', 0) : undefined;
    });
    await pass(10_000);
    expect(reports()).toEqual([stuck]);
    const early = changesAsked();
    expect(early).toBeLessThanOrEqual(4);
    const others = asked.length - early;
    await pass(hour - minute);
    expect(changesAsked() - early).toBeGreaterThan(5);
    expect(changesAsked() - early).toBeLessThan(40);
    expect(asked.length - changesAsked()).toBe(others);
    expect(reports()).toEqual([stuck]);
    close();
    client.clear();
  });

  it('is as it was where nobody answers, asks less and less, and catches up with the next greeting', async () => {
    let isAway = true;
    const { server, client, close, changesAsked, reports } = await openBehind(() =>
      isAway ? Promise.reject(new TypeError('Failed to fetch')) : undefined,
    );
    await pass(hour);
    expect(changesAsked()).toBeLessThan(40);
    expect(reports()).toEqual([]);
    expect(client.getQueryData(boardQuery('velours').queryKey)?.board).toMatchObject({ title: 'VELOURS', revision: 0 });
    expect(client.getQueryData(boardsQuery.queryKey)).toHaveLength(2);
    isAway = false;
    greet(client, server, 'epoch');
    await pass(5000);
    expectSame(client, server);
    close();
  });

  it('waits as long as a server asks that is asked too often', async () => {
    const { client, close, changesAsked } = await openBehind((path) =>
      isChanges(path)
        ? new Response(JSON.stringify({ code: 'too_many_requests', message: '' }), { status: 429, headers: { 'retry-after': '600' } })
        : undefined,
    );
    await pass(9 * minute);
    expect(changesAsked()).toBe(1);
    await pass(2 * minute);
    expect(changesAsked()).toBe(2);
    close();
    client.clear();
  });
});

it('copies of a server that disagree for good do not have everything read anew on and on', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const server = new ServerModel();
  const { client, close } = openClient(server, () => 0);
  for (let index = 0; index < 3; index += 1) server.do({ boardId: 'velours', kind: 'log', user: 0, points: 5 });
  await compareRevisions(client, server.revisions());
  await quiet(client);
  const replaced = vi.fn<() => void>();
  const stop = historyReplaced.listen(replaced);
  // One has less than the other, which answers all else.
  replyToChanges(async (after) => ({ ...server.changes('velours', 0, 1), after, revision: 1 }));
  await compareRevisions(client, { ...server.revisions(), velours: 1 });
  await quiet(client);
  // For the greeting, and for the board that stays behind after that.
  expect(replaced.mock.calls.length).toBeLessThanOrEqual(2);
  stop();
  close();
});

describe('what the person keeps at hand', () => {
  it('is in the opened board at once, and what Accueil offers is read again', () => {
    const client = createQueryClient();
    const server = new ServerModel();
    client.setQueryData(boardQuery('velours').queryKey, server.opened('velours'));
    client.setQueryData(queryKeys.quickActions, { are: 'habits', actions: [] });
    ingestFavourites(client, 'velours', ['câlin']);
    expect(client.getQueryData(boardQuery('velours').queryKey)).toEqual({ ...server.opened('velours'), favourites: ['câlin'] });
    expect(client.getQueryState(queryKeys.quickActions)?.isInvalidated).toBe(true);
  });

  it('of a board that was not opened here is not made up', () => {
    const client = createQueryClient();
    ingestFavourites(client, 'velours', ['câlin']);
    expect(client.getQueryData(boardQuery('velours').queryKey)).toBeUndefined();
  });

  it('is read again with what the boards offer', () => {
    const client = createQueryClient();
    client.setQueryData(queryKeys.quickActions, { are: 'habits', actions: [] });
    void client.invalidateQueries({ queryKey: queryKeys.offeredActions });
    expect(client.getQueryState(queryKeys.quickActions)?.isInvalidated).toBe(true);
  });
});

const histories = fc.record({
  past: fc.array(deed, { maxLength: 8 }),
  lost: fc.array(deed, { minLength: 1, maxLength: 8 }),
  since: fc.array(deed, { maxLength: 12 }),
  delays: fc.infiniteStream(fc.nat(5)),
});

type History = typeof histories extends fc.Arbitrary<infer Value> ? Value : never;

/** A client that has seen what was lost when a backup was restored, after which the server has gone on. */
async function openOnRestored({ past, lost, since, delays }: History) {
  const server = new ServerModel();
  const { client, close } = openClient(server, () => delays.next().value ?? 0);
  for (const done of past) server.do(done);
  const restore = server.backUp();
  for (const done of lost) server.do(done);
  await quiet(client);
  greet(client, server, 'before');
  await quiet(client);
  expectSame(client, server);
  const before = server.revisions();
  restore();
  for (const done of since) server.do(done);
  return {
    server,
    client,
    before,
    close() {
      close();
      client.clear();
    },
  };
}

const account = { id: 'm0' } as Account;

function greet(client: QueryClient, server: ServerModel, epoch: string): void {
  client.setQueryData(queryKeys.session, account);
  ingestEvent(client, { type: 'hello', boards: server.revisions(), epoch, pendingRequests: 0, online: [], account });
}

async function take(one: Exclude<Step, { readOn: true }>, server: ServerModel, client: QueryClient): Promise<void> {
  if ('do' in one) server.do(one.do);
  else if ('wait' in one) await turns(one.wait);
  else if ('hello' in one) void compareRevisions(client, server.revisions());
  else if ('deliver' in one) {
    const latest = server.opened(one.deliver).board.revision;
    if (latest === 0) return;
    const after = one.from % latest;
    ingest(client, server.changes(one.deliver, after, Math.min(latest, after + one.span)));
  } else {
    const keys = {
      board: boardQuery(one.boardId).queryKey,
      boards: boardsQuery.queryKey,
      feed: feedQuery.queryKey,
      list: boardActivitiesQuery(one.boardId).queryKey,
    };
    void client.invalidateQueries({ queryKey: keys[one.reopen] });
  }
}

function expectTrueTotals(client: QueryClient, server: ServerModel, boardId: BoardId): void {
  const opened = client.getQueryData(boardQuery(boardId).queryKey);
  if (opened) {
    const then = server.opened(boardId, opened.board.revision);
    expect(opened.board).toEqual(then.board);
    expect(opened.members).toEqual(then.members);
    expect(opened.play).toEqual(then.play);
  }
  const card = client.getQueryData(boardsQuery.queryKey)?.find(({ id }) => id === boardId);
  if (card) expect(card.totalPoints).toBe(server.opened(boardId, card.revision).board.totalPoints);
}
