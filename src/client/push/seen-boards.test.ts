import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SeenBoards } from '#shared/notifications';
import { queryKeys } from '#client/api/query-keys.ts';
import { tellSeen } from './seen-boards.ts';

let notified: boolean;
let visibility: DocumentVisibilityState;
let told: SeenBoards['boards'];
let stop: () => void;
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
  const client = new QueryClient();
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
  await minutes(5);
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
