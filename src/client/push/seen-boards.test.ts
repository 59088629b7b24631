import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SeenBoards } from '#shared/notifications';
import { queryKeys } from '#client/api/query-keys.ts';
import { live } from '#client/sync/stream/live.ts';
import { changeIngested, greeted } from '#client/sync/replica/signals.ts';
import { tellSeen } from './seen-boards.ts';

let notified: boolean;
let visibility: DocumentVisibilityState;
let told: SeenBoards['boards'];
let stop: () => void;
let client: QueryClient;
let connection: 'live' | 'connecting';
const page = new EventTarget();

beforeEach(() => {
  vi.useFakeTimers();
  [notified, visibility, told] = [true, 'visible', []];
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal('document', Object.defineProperty(page, 'visibilityState', { get: () => visibility, configurable: true }));
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    told.push(...(JSON.parse(body) as SeenBoards).boards);
    return Promise.resolve(Response.json({ notified }));
  });
  vi.spyOn(live, 'connection').mockImplementation(() => connection);
  connection = 'live';
  client = new QueryClient();
  client.setQueryData(queryKeys.boards, [{ id: 'board', revision: 7, seen: 7 }] as never);
  client.setQueryData(queryKeys.board('board'), { board: { id: 'board', revision: 7 } } as never);
  stop = tellSeen({ client, myId: 'léa', pathname: '/board/board' });
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000);
async function turn(to: DocumentVisibilityState): Promise<void> {
  visibility = to;
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
}
const looks = () => told.splice(0).map(({ looking }) => looking);

test('an open board is told again and again where another device is notified, as long as the page is visible', async () => {
  await minutes(2);
  expect(looks()).toEqual([true, true, true]);
  await turn('hidden');
  expect(looks()).toEqual([false]);
  expect(looks()).toEqual([]);
  await turn('visible');
  expect(looks()).toEqual([true]);
});

test('an open board is told once where nothing is notified, and again when the page comes back', async () => {
  notified = false;
  await minutes(5);
  expect(looks()).toEqual([true]);
  await turn('hidden');
  expect(looks()).toEqual([]);
  await turn('visible');
  expect(looks()).toEqual([true]);
});

test('a board with news that somebody looks at has none on this device at once, and the server is told up to which revision', async () => {
  notified = false;
  await minutes(1);
  told = [];
  client.setQueryData(queryKeys.boards, [{ id: 'board', revision: 7, seen: 5, hasNews: true }] as never);
  await minutes(1);
  expect(told).toEqual([{ boardId: 'board', revision: 7, looking: true }]);
  expect(client.getQueryData(queryKeys.boards)).toEqual([{ id: 'board', revision: 7, seen: 7 }]);
});

test('a device tells nothing before the greeting, since another one may have seen more', async () => {
  stop();
  told = [];
  connection = 'connecting';
  stop = tellSeen({ client, myId: 'léa', pathname: '/board/board' });
  await minutes(1);
  expect(looks()).toEqual([]);
  connection = 'live';
  greeted.announce({ boards: { board: 7 } });
  await vi.advanceTimersByTimeAsync(0);
  expect(looks()).toEqual([true]);
});

test('what comes to an open board is told as seen, also where no device is notified, and by whoever leaves in that moment', async () => {
  notified = false;
  await minutes(1);
  told = [];
  const reaches = (revision: number) => {
    client.setQueryData(queryKeys.board('board'), { board: { id: 'board', revision } } as never);
    client.setQueryData(queryKeys.boards, [{ id: 'board', revision, seen: 7 }] as never);
    const change = { boardId: 'board', after: revision - 1, revision, complete: true, totalPoints: 0, activities: [] };
    changeIngested.announce({ change, caughtUpTo: revision });
  };
  reaches(8);
  await vi.advanceTimersByTimeAsync(1000);
  expect(told).toEqual([{ boardId: 'board', revision: 8, looking: true }]);
  reaches(9);
  stop();
  expect(told.at(-1)).toEqual({ boardId: 'board', revision: 9, looking: false });
});

test('a phone that wakes tells nothing before the greeting, or two seconds', async () => {
  await turn('hidden');
  await minutes(1);
  told = [];
  await turn('visible');
  expect(looks()).toEqual([]);
  greeted.announce({ boards: { board: 7 } });
  await vi.advanceTimersByTimeAsync(0);
  expect(looks()).toEqual([true]);
  await turn('hidden');
  await minutes(1);
  told = [];
  await turn('visible');
  await vi.advanceTimersByTimeAsync(2001);
  expect(looks()).toEqual([true]);
});
