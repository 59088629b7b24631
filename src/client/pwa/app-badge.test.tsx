import { act, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { cardOf, léa, openedBoard } from '#client/app/testing/samples.ts';
import { openScreen } from '#client/app/testing/screen.tsx';
import { sessionOver } from '#client/api/session.ts';
import { loseBoard } from '#client/sync/replica/ingest.ts';
import { queryClient } from '#client/sync/replica/query-client.ts';
import { syncStateOf } from '#client/sync/replica/state.ts';
import { startApp } from './start.ts';

const badge = { set: vi.fn(async () => {}), clear: vi.fn(async () => {}) };

/** On Demandes, with news of one board. */
async function openWithNews() {
  Object.assign(navigator, { setAppBadge: badge.set, clearAppBadge: badge.clear });
  const { server } = await openScreen('/requests', {
    me: léa,
    replies: { 'GET /api/boards': { boards: [{ ...cardOf(openedBoard()), hasNews: true as const }] } },
  });
  await waitFor(() => expect(badge.set).toHaveBeenLastCalledWith(1));
  badge.clear.mockClear();
  return server;
}

/** Notifications with these data; what closes each. */
function showNotifications(...data: ({ boardId: string } | null)[]) {
  const close = vi.fn<() => void>();
  const registration = { getNotifications: async () => data.map((its) => ({ data: its, close })) };
  const serviceWorker = Object.assign(new EventTarget(), { getRegistration: async () => registration });
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));
  return close;
}

test('a board that the person leaves or deletes is counted no more on the icon, at once', async () => {
  const server = await openWithNews();
  server.replies({ 'GET /api/boards': { boards: [] } });
  syncStateOf(queryClient).leaving.add('board');
  await waitFor(() => {
    act(() => loseBoard(queryClient, 'board', 'left'));
    expect(badge.clear).toHaveBeenCalled();
  });
});

test.each(['signed_out', 'ended'] as const)('a session that is over (%s) leaves no notification to whoever comes next', async (reason) => {
  const close = showNotifications({ boardId: 'board' }, null);
  await openWithNews();
  sessionOver.announce({ reason });
  await waitFor(() => expect(close).toHaveBeenCalledTimes(2));
  expect(badge.clear).toHaveBeenCalled();
});

test('a start at which nobody is signed in leaves no notification of a session that ended meanwhile', async () => {
  const close = showNotifications({ boardId: 'board' });
  startApp(léa);
  startApp(null);
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
});
