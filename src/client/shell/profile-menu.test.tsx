import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { cardOf, max, memberOf, openedBoard } from '#client/app/testing/samples.ts';
import { openScreen } from '#client/app/testing/screen.tsx';
import type { Replies } from '#client/app/testing/server.ts';

test('the profile menu tells who one is, and closes by Escape and by a press outside', async () => {
  const { user } = await openScreen('/dashboard', { me: max });
  const button = screen.getByRole('button', { name: 'Ouvrir le menu du profil' });
  await user.click(button);
  const menu = await screen.findByRole('dialog', { name: 'Menu du profil' });
  expect(menu).toHaveTextContent('Max');
  expect(menu).toHaveTextContent('max@exemple.fr');
  const isClosed = () => expect(screen.queryByRole('dialog')).toBeNull();
  await user.keyboard('{Escape}');
  await waitFor(isClosed);
  expect(button).toHaveFocus();
  await user.keyboard('{Enter}');
  await screen.findByRole('dialog', { name: 'Menu du profil' });
  await user.click(document.body);
  await waitFor(isClosed);
});

test('the sounds are off until one switches them on, and this browser remembers it', async () => {
  onTestFinished(() => localStorage.removeItem('sounds'));
  const { user } = await openScreen('/dashboard', { me: max });
  await user.click(screen.getByRole('button', { name: 'Ouvrir le menu du profil' }));
  const sounds = await screen.findByRole('switch', { name: 'Sons' });
  expect(sounds).not.toBeChecked();
  await user.click(sounds);
  expect(sounds).toBeChecked();
  expect(localStorage.getItem('sounds')).toBe('on');
  await user.click(sounds);
  expect(sounds).not.toBeChecked();
  expect(localStorage.getItem('sounds')).toBe('off');
});

test('the profile menu shows the points over all boards and the three latest medals', async () => {
  const achievements = (['first-board', 'first-action', 'first-loss', 'board-made'] as const).map((id, at) => ({
    id,
    progress: 1,
    unlockedAt: at + 1,
  }));
  const boards = [120, -15].map((score, at) => ({ ...cardOf(openedBoard({ id: `board-${at}` })), members: [memberOf(max, score)] }));
  const { user } = await openScreen('/dashboard', {
    me: max,
    replies: { 'GET /api/achievements': { achievements }, 'GET /api/boards': { boards } },
  });
  await user.click(screen.getByRole('button', { name: 'Ouvrir le menu du profil' }));
  expect(await screen.findByText('+105 points sur 2 tableaux')).toBeVisible();
  const medals = within(await screen.findByRole('list', { name: 'Derniers succès' })).getAllByRole('listitem');
  expect(medals.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Ruban coupé'),
    expect.stringContaining('Faute avouée'),
    expect.stringContaining('Ça commence'),
  ]);
});

test('the profile menu leaves the sum out when a large board does not tell the scores', async () => {
  const boards = [{ ...cardOf(openedBoard()), members: undefined }];
  const replies: Replies = {
    'GET /api/achievements': { achievements: [{ id: 'first-board', progress: 1, unlockedAt: 1 }] },
    'GET /api/boards': { boards },
  };
  const { user } = await openScreen('/dashboard', { me: max, replies });
  await user.click(screen.getByRole('button', { name: 'Ouvrir le menu du profil' }));
  await screen.findByRole('list', { name: 'Derniers succès' });
  expect(screen.queryByText(/ sur 1 tableau/)).toBeNull();
});

test('the keys are on where a keyboard was used, until one switches them off, and this browser remembers it', async () => {
  onTestFinished(() => localStorage.clear());
  const { user } = await openScreen('/dashboard', { me: max });
  const add = screen.getByRole('button', { name: 'Noter une action' });
  expect(add).toHaveAttribute('aria-keyshortcuts', 'n');
  await user.keyboard('{Tab}');
  await user.click(screen.getByRole('button', { name: 'Ouvrir le menu du profil' }));
  const keys = await screen.findByRole('switch', { name: 'Raccourcis clavier' });
  expect(keys).toBeChecked();
  expect(keys).toHaveAccessibleDescription(/^«\s\/\s» pour chercher, «\sn\s» pour noter$/);
  await user.click(keys);
  expect(keys).not.toBeChecked();
  expect(localStorage.getItem('shortcuts')).toBe('off');
  expect(add).not.toHaveAttribute('aria-keyshortcuts');
  await user.click(keys);
  expect(add).toHaveAttribute('aria-keyshortcuts', 'n');
});

test('a key that was pressed in a field alone brings no switch for shortcuts', async () => {
  const { user } = await openScreen('/create-board', { me: max });
  await user.type(screen.getByLabelText('Nom du tableau'), 'nous');
  await user.click(screen.getByRole('button', { name: 'Ouvrir le menu du profil' }));
  await screen.findByRole('switch', { name: 'Sons' });
  expect(screen.queryByRole('switch', { name: 'Raccourcis clavier' })).toBeNull();
});

test('where there is only a finger there are no keys to switch off', async () => {
  const real = globalThis.matchMedia.bind(globalThis);
  vi.spyOn(globalThis, 'matchMedia').mockImplementation((query) => real(query.includes('any-pointer: fine') ? 'not all' : query));
  onTestFinished(() => void vi.restoreAllMocks());
  const { user } = await openScreen('/dashboard', { me: max });
  expect(screen.getByRole('button', { name: 'Noter une action' })).not.toHaveAttribute('aria-keyshortcuts');
  await user.click(screen.getByRole('button', { name: 'Ouvrir le menu du profil' }));
  await screen.findByRole('switch', { name: 'Sons' });
  expect(screen.queryByRole('switch', { name: 'Raccourcis clavier' })).toBeNull();
});
