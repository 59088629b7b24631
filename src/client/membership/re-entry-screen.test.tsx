import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { accountOf, max, zoé } from '#client/app/testing/samples.ts';
import { expectAlert, openScreen } from '#client/app/testing/screen.tsx';
import { lost, refused, type Replies } from '#client/app/testing/server.ts';

const whose: Replies = { 'POST /api/re-entry/look': { username: 'Zoé', avatar: '🦄' } };

test('a link of re-entry says whose game it opens, and opens it by a press alone', async () => {
  const { user, server, address } = await openScreen('/retour#abc', { replies: whose });
  expect(await screen.findByRole('heading', { level: 1, name: 'Zoé' })).toBeVisible();
  expect(screen.getByText('🦄')).toBeVisible();
  expect(screen.getByText(/^Ce lien ne sert qu'une fois/)).toBeVisible();
  // The title must contain no name: the browser writes titles into its history.
  expect(document.title).not.toMatch(/Zoé/);
  expect(server.received('POST /api/re-entry')).toEqual([]);
  server.replies({ 'POST /api/re-entry': lost });
  await user.click(screen.getByRole('button', { name: 'Reprendre ma partie' }));
  await expectAlert("La partie n'a pas pu s'ouvrir. Réessayez.");
  server.replies({ 'POST /api/re-entry': { user: zoé }, 'GET /api/session': { user: zoé, signUps: 'open' } });
  await user.click(screen.getByRole('button', { name: 'Reprendre ma partie' }));
  await waitFor(() => expect(address()).toBe('/dashboard'));
  const [first, second] = server.received('POST /api/re-entry');
  expect(first).toMatchObject({ token: 'abc' });
  expect(second).toEqual(first);
  expect(server.received('POST /api/re-entry/look')).toHaveLength(1);
});

test.each([
  ['looked at', { 'POST /api/re-entry/look': refused('return_link_invalid') }, null],
  ['pressed', { ...whose, 'POST /api/re-entry': refused('return_link_invalid') }, 'Reprendre ma partie'],
] as const)('a link that opens nothing says so calmly once it is %s, and nothing offers to try again', async (_, replies, button) => {
  const { user } = await openScreen('/retour#abc', { replies });
  if (button) await user.click(await screen.findByRole('button', { name: button }));
  expect(await screen.findByRole('heading', { level: 1, name: /^Ce lien ne mène plus nulle part/ })).toBeVisible();
  expect(screen.getByText(/^Un lien de retour ne sert qu'une fois.*Demandez-en un nouveau/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Réessayer' })).toBeNull();
});

test.each(['/retour', '/retour#'])('a link that lost its end says so, and asks nothing: %s', async (address) => {
  const { server } = await openScreen(address, { replies: whose });
  expect(await screen.findByRole('heading', { level: 1, name: /^Ce lien ne mène plus nulle part/ })).toBeVisible();
  expect(server.received('POST /api/re-entry/look')).toEqual([]);
});

test('a link is read without the full stop that a messenger takes for a part of it', async () => {
  const { server } = await openScreen('/retour#abc.', { replies: whose });
  expect(await screen.findByRole('heading', { level: 1, name: 'Zoé' })).toBeVisible();
  expect(server.received('POST /api/re-entry/look')).toEqual([{ token: 'abc' }]);
});

test('a link that cannot be read is asked for again', async () => {
  const { user, server } = await openScreen('/retour#abc', { replies: { 'POST /api/re-entry/look': refused('invalid_input') } });
  expect(await screen.findByText("Le lien n'a pas pu être lu. Réessayez.")).toBeVisible();
  server.replies(whose);
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Zoé' })).toBeVisible();
});

test('a device on which somebody is signed in stays theirs', async () => {
  const { server } = await openScreen('/retour#abc', { me: max, replies: whose });
  expect(await screen.findByText(/^Sur cet appareil, c'est déjà Max qui joue/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Reprendre ma partie' })).toBeNull();
  expect(screen.getByRole('link', { name: "Retour à l'accueil" })).toHaveAttribute('href', '/dashboard');
  expect(server.received('POST /api/re-entry')).toEqual([]);
});

test('a demo gives way to a link of re-entry', async () => {
  const visitor = accountOf('Démo-4821', { email: null, isGuest: true, demoUntil: Date.now() + 1000 });
  await openScreen('/retour#abc', { me: visitor, replies: whose });
  expect(await screen.findByRole('button', { name: 'Reprendre ma partie' })).toBeVisible();
});

test('a device on which a guest plays in another tab stays theirs', async () => {
  const { user, server } = await openScreen('/retour#abc', { replies: { ...whose, 'POST /api/re-entry': refused('guest_must_keep') } });
  const button = await screen.findByRole('button', { name: 'Reprendre ma partie' });
  server.replies({ 'GET /api/session': { user: { ...zoé, username: 'Zoé2' }, signUps: 'open' } });
  await user.click(button);
  expect(await screen.findByText(/^Sur cet appareil, c'est déjà Zoé2 qui joue/)).toBeVisible();
});
