import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { max, memberOf, openedBoard, servingBoard } from '#client/app/testing/samples.ts';
import { openScreen } from '#client/app/testing/screen.tsx';

const board = openedBoard({}, { members: [memberOf(max)] });

beforeEach(() => {
  onTestFinished(() => localStorage.clear());
  // Nothing has a place in this document.
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([new DOMRect()] as unknown as DOMRectList);
  onTestFinished(() => void vi.restoreAllMocks());
});

async function open(address: string) {
  const opened = await openScreen(address, { me: max, replies: servingBoard(board) });
  // The code that listens comes after the screen.
  await act(() => vi.dynamicImportSettled());
  return opened;
}

test("'/' leads to the search and 'n' to the first action of a board, unless one writes or a dialog is open", async () => {
  const { user } = await open('/board/board');
  const search = await screen.findByRole('searchbox', { name: 'Rechercher une action' });
  expect(search).toHaveAttribute('aria-keyshortcuts', '/');
  await user.keyboard('/');
  expect(search).toHaveFocus();
  // Where one writes they are letters.
  await user.keyboard('n/');
  expect(search).toHaveValue('n/');
  await user.clear(search);
  act(() => search.blur());
  // Another key's business.
  await user.keyboard('{Control>}/{/Control}{Alt>}n{/Alt}');
  expect(document.body).toHaveFocus();
  // What is not drawn is passed over.
  const undrawn = Object.assign(document.createElement('button'), { getClientRects: () => [], onclick: () => expect.fail() });
  undrawn.setAttribute('aria-keyshortcuts', 'n');
  document.body.prepend(undrawn);
  onTestFinished(() => undrawn.remove());
  await user.keyboard('n');
  const [first] = within(screen.getByRole('tabpanel')).getAllByRole('listitem');
  expect(first).toContainElement(document.activeElement as HTMLElement);
  await user.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog');
  await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement));
  const before = document.activeElement;
  await user.keyboard('/');
  expect(before).toHaveFocus();
});

test("'n' opens what one notes on Accueil, and no key does anything once they are switched off, also at the next visit", async () => {
  const { user } = await open('/dashboard');
  await user.keyboard('n');
  const adding = await screen.findByRole('dialog', { name: 'Noter une action' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(adding).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: 'Ouvrir le menu du profil' }));
  const keys = await screen.findByRole('switch', { name: 'Raccourcis clavier' });
  expect(keys).toBeChecked();
  await user.click(keys);
  await user.keyboard('{Escape}');
  await user.keyboard('n');
  expect(screen.queryByRole('dialog', { name: 'Noter une action' })).toBeNull();
  cleanup();
  const next = await open('/board/board');
  const search = await screen.findByRole('searchbox', { name: 'Rechercher une action' });
  expect(search).not.toHaveAttribute('aria-keyshortcuts');
  await next.user.keyboard('/');
  expect(search).not.toHaveFocus();
});
