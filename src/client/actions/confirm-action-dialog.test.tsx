import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { Action } from '#shared/actions';
import { breakfast, changed, dishes, léa, openedBoard } from '#client/app/testing/samples.ts';
import { openScreen } from '#client/app/testing/screen.tsx';
import { lost } from '#client/app/testing/server.ts';
import { outbox } from '#client/sync/outbox/outbox.ts';
import { ingest } from '#client/sync/replica/ingest.ts';
import { queryClient } from '#client/sync/replica/query-client.ts';

test.each([
  ['a gain', breakfast, /^On le note.\?$/, 'Noter +20'],
  ['a loss', dishes, /^On avoue.\?$/, 'Avouer −15'],
] as const)('%s is asked about in its own words, and its button says what it does', async (_what, action, title, confirm) => {
  const { user } = await openScreen('/board/board', { me: léa, replies: { 'GET /api/boards/:boardId': openedBoard() } });
  await user.click(await screen.findByRole('button', { name: new RegExp(action.title) }));
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  await waitFor(() => expect(dialog.getByRole('button', { name: confirm })).toHaveFocus());
});

test('the question says that its action was edited or is gone, and the press that may have been on its way logs nothing (D5)', async () => {
  const { user } = await openScreen('/board/board', {
    me: léa,
    replies: { 'GET /api/boards/:boardId': openedBoard(), 'POST /api/boards/:boardId/activities': lost },
  });
  outbox.belongTo(léa.id);
  let { revision } = openedBoard().board;
  const become = (...actions: Action[]) =>
    act(() => {
      revision += 1;
      ingest(queryClient, { ...changed({ ...openedBoard().board, revision }), actions });
    });
  const ask = async ({ title }: Action) => {
    await user.click(await screen.findByRole('button', { name: new RegExp(title) }));
    return within(await screen.findByRole('dialog'));
  };
  const edited = { ...breakfast, points: 25 };
  let question = await ask(breakfast);
  become(edited, dishes);
  expect(await question.findByText("Cette action vient d'être modifiée.")).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Noter +25' }));
  expect(question.getByText(/^Elle a changé pendant que vous la lisiez\./)).toBeVisible();
  expect(outbox.shown().pending).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Noter +25' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(outbox.shown().pending).toMatchObject([{ kind: 'log', actionId: breakfast.id, points: 25 }]);

  question = await ask(dishes);
  become(edited);
  expect(await question.findByText("Cette action n'existe plus.")).toBeVisible();
  await user.click(question.getByRole('button', { name: /^Avouer/ }));
  expect(question.getByText("Cette action n'existe plus.")).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('button', { name: new RegExp(dishes.title) })).toBeNull();
  expect(outbox.shown().pending).toHaveLength(1);
});

beforeEach(() => queryClient.clear());
