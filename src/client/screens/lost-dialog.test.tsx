/** A board whose dialog about a tile cannot be loaded. */
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { breakfast, léa, max, memberOf, openedBoard, servingBoard } from '#client/app/testing/samples.ts';
import { openScreen } from '#client/app/testing/screen.tsx';
import { FilesUnreachable } from '#client/ui/lazy-import.ts';

vi.mock('#client/actions/confirm-action-dialog.tsx', async (load) => {
  const { ConfirmActionDialog } = await load<object & { ConfirmActionDialog: unknown }>();
  let asked = 0;
  return {
    get ConfirmActionDialog() {
      asked += 1;
      if (asked === 1) throw new FilesUnreachable('confirm-action-dialog');
      return ConfirmActionDialog;
    },
  };
});

test('a press on a tile whose dialog cannot be loaded is answered, and opens the dialog once that is there', async () => {
  const opened = openedBoard({}, { members: [memberOf(léa), memberOf(max)] });
  const { user } = await openScreen('/board/board', { me: léa, replies: servingBoard(opened) });
  await user.click(await screen.findByRole('button', { name: new RegExp(breakfast.title) }));
  expect(await screen.findByText(/^Le serveur est injoignable/)).toBeVisible();
  dispatchEvent(new Event('online'));
  expect(await screen.findByRole('dialog')).toBeVisible();
});
