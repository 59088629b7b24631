import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { queryKeys } from '#client/api/query-keys.ts';
import { cardOf, léa, openedBoard } from '#client/app/testing/samples.ts';
import { openScreen } from '#client/app/testing/screen.tsx';
import { queryClient } from '#client/sync/replica/query-client.ts';

const line = vi.hoisted(() => {
  let free = () => {};
  return { isFree: new Promise<void>((resolve) => (free = resolve)), free: () => free() };
});
vi.mock('./board-screen.tsx', async (load) => {
  await line.isFree;
  return await load();
});

test('while the board of a kit is on its way, its person is not told that all is calm there', async () => {
  const opened = openedBoard();
  const boards = [cardOf(opened)];
  const { user, server } = await openScreen('/dashboard', {
    me: léa,
    replies: {
      'GET /api/predefined-actions': { actions: opened.actions },
      'POST /api/boards': { board: cardOf(opened), skippedUsernames: [] },
      'GET /api/boards/:boardId': opened,
    },
  });
  const kit = await screen.findByRole('button', { name: /^À deux, chacun son score/ });
  server.replies({ 'GET /api/boards': { boards } });
  await user.click(kit);
  await waitFor(() => expect(queryClient.getQueryData(queryKeys.boards)).toHaveLength(1));
  await act(() => new Promise((drawn) => setTimeout(drawn)));
  expect(screen.queryByText('Tout est calme', { exact: false })).toBeNull();
  expect(kit).toBeVisible();
  line.free();
  expect(await screen.findByRole('heading', { level: 1, name: opened.board.title })).toBeVisible();
  expect(await screen.findByRole('dialog')).toBeVisible();
});
