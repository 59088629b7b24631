import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { accountOf, max, openedBoard } from '#client/app/testing/samples.ts';
import { expectAlert, fill, openScreen, withSignUps } from '#client/app/testing/screen.tsx';
import { lost, refused } from '#client/app/testing/server.ts';

const visitor = accountOf('Démo-4821', { email: null, isGuest: true, demoUntil: new Date(2026, 11, 2, 14, 5).getTime() });

test('a demo is begun by a press alone, after its page has said what it is', async () => {
  const { user, server, address } = await openScreen('/essayer', {
    me: null,
    replies: { 'POST /api/demos': lost, 'GET /api/boards/:boardId': openedBoard() },
  });
  expect(await screen.findByText(/^Sans compte, sur ce navigateur/)).toBeVisible();
  expect(server.received('POST /api/demos')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Essayer' }));
  await expectAlert("La démo n'a pas pu s'ouvrir. Réessayez.");
  server.replies({ 'POST /api/demos': { user: visitor, boardId: 'board' }, 'GET /api/session': { user: visitor, signUps: 'open' } });
  await user.click(screen.getByRole('button', { name: 'Essayer' }));
  await waitFor(() => expect(address()).toBe('/board/board'));
  expect(await screen.findByText(/^Démo : tout s'efface le 2 décembre à 14:05/)).toBeVisible();
});

test.each([
  ['not_found', "Ici, il n'y a pas de démo."],
  ['demos_full', 'Trop de démos sont en cours. Réessayez plus tard.'],
] as const)('a demo that is refused with %s says so', async (code, sentence) => {
  const { user } = await openScreen('/essayer', { me: null, replies: { 'POST /api/demos': refused(code) } });
  await user.click(await screen.findByRole('button', { name: 'Essayer' }));
  await expectAlert(sentence);
});

test('the page of the demo begins none for somebody with a session', async () => {
  await openScreen('/essayer', { me: max });
  expect(await screen.findByText('Une partie est déjà ouverte sur ce navigateur.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Essayer' })).toBeNull();
});

test('a demo whose host lets nobody sign up says when it ends, and offers no account', async () => {
  withSignUps('invited');
  const { user } = await openScreen('/edit-profile', { me: visitor, replies: { 'PATCH /api/account': refused('demo_stays_here') } });
  expect(await screen.findByText(/^Ceci est une démo : elle s'efface le 2 décembre à 14:05/)).toBeVisible();
  await fill(user, screen.getByLabelText('Pseudo'), 'Camille');
  await vi.dynamicImportSettled();
  await user.click(screen.getByRole('button', { name: 'Enregistrer' }));
  expect(await screen.findByText("Ce n'est pas possible dans la démo.")).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Créer un compte' })).toBeNull();
});

test('what is refused in a demo leads to an account, and nothing asks to keep the game', async () => {
  const { user, address } = await openScreen('/edit-profile', {
    me: visitor,
    replies: { 'PATCH /api/account': refused('demo_stays_here') },
  });
  expect(await screen.findByRole('heading', { name: /^Envie de jouer pour de vrai/ })).toBeVisible();
  expect(screen.queryByText('Gardez votre partie')).toBeNull();
  await user.click(screen.getAllByRole('button', { name: 'Créer un compte' })[0] ?? document.body);
  await waitFor(() => expect(address()).toBe('/signup'));
});
