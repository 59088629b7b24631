import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { breakfast, dishes, léa, openedBoard } from '#client/app/testing/samples.ts';
import { openScreen } from '#client/app/testing/screen.tsx';

test.each([
  ['a gain', breakfast, /^On le note.\?$/, 'Noter +20'],
  ['a loss', dishes, /^On avoue.\?$/, 'Avouer −15'],
] as const)('%s is asked about in its own words, and its button says what it does', async (_what, action, title, confirm) => {
  const { user } = await openScreen('/board/board', { me: léa, replies: { 'GET /api/boards/:boardId': openedBoard() } });
  await user.click(await screen.findByRole('button', { name: new RegExp(action.title) }));
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  expect(dialog.getByRole('button', { name: confirm })).toHaveFocus();
});
