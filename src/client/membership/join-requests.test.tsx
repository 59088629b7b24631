import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { BoardRequest } from '#shared/requests';
import { léa, max, openedBoard, requestOf, servingBoard } from '#client/app/testing/samples.ts';
import { openScreen } from '#client/app/testing/screen.tsx';
import { queryKeys } from '#client/api/query-keys.ts';
import { queryClient } from '#client/sync/replica/query-client.ts';

const knockOf = (name: string, other: Partial<BoardRequest> = {}) =>
  requestOf({ id: `knock ${name}`, type: 'request', fromUsername: name, toUsername: 'Léa', createdAt: Date.now(), ...other });
const waiting = (...received: BoardRequest[]) => ({ received, sent: [], pendingCount: received.length });
const readAnew = () => act(() => queryClient.invalidateQueries({ queryKey: queryKeys.requests }));
const card = (name: string) => screen.queryByRole('region', { name: `${name} frappe à la porte` });
/** The region of what others log comes later than that of those who knock, and holds a space. */
const heard = () =>
  [...document.querySelectorAll('p[aria-live]')]
    .map(({ textContent }) => textContent)
    .join('')
    .trim();

test('several who knock are one card, which goes when they are answered, here or elsewhere', async () => {
  const [first, second] = [knockOf('Max', { createdAt: Date.now() - 1000 }), knockOf('Zoé')];
  const { user, server } = await openScreen('/dashboard', { me: léa, replies: { 'GET /api/requests': waiting(first, second) } });
  expect(await screen.findByRole('region', { name: 'Max frappe à la porte' })).toHaveTextContent(/1\sautre attend/);
  expect(card('Zoé')).toBeNull();
  server.replies({
    'GET /api/requests': waiting(second),
    'POST /api/requests/:requestId/rejection': { request: { ...first, status: 'rejected' } },
  });
  await user.click(screen.getByRole('button', { name: 'Refuser' }));
  expect(await screen.findByRole('region', { name: 'Zoé frappe à la porte' })).not.toHaveTextContent('attend');
  server.replies({ 'GET /api/requests': waiting() });
  await readAnew();
  await waitFor(() => expect(card('Zoé')).toBeNull());
});

test('a knock on the open board is heard, and asked by the head alone (D61)', async () => {
  const { user, server } = await openScreen('/board/board', {
    me: léa,
    replies: { ...servingBoard(openedBoard()), 'GET /api/requests': waiting() },
  });
  await screen.findByRole('tab', { name: 'Actions' });
  server.replies({ 'GET /api/requests': waiting(knockOf('Zoé')) });
  await readAnew();
  const pill = await screen.findByRole('button', { name: 'Une réponse à donner' });
  expect(heard()).toBe('Zoé frappe à la porte et veut rejoindre NOUS DEUX');
  expect(card('Zoé')).toBeNull();
  await user.click(pill);
  expect(await screen.findByRole('dialog', { name: 'Zoé frappe à la porte' })).toBeVisible();
  expect(card('Zoé')).toBeNull();
});

test.each([
  ['on Demandes, where the person waits for it, leads to the board', '/requests'],
  ['elsewhere, in the middle of something, is told and takes nobody away', '/boards'],
])('being let in %s', async (_, address) => {
  const asked = requestOf({ id: `asked ${address}`, type: 'request', fromUsername: 'Max', toUsername: 'Léa' });
  const sent = (request: BoardRequest) => ({ received: [], sent: [request], pendingCount: 0 });
  const opened = await openScreen(address, {
    me: max,
    replies: { ...servingBoard(openedBoard()), 'GET /api/requests': sent(asked) },
  });
  await waitFor(() => expect(opened.server.received('GET /api/requests').length).toBeGreaterThan(0));
  opened.server.replies({ 'GET /api/requests': sent({ ...asked, status: 'accepted' }) });
  await readAnew();
  if (address === '/boards') {
    expect(await screen.findByText('La porte de NOUS DEUX vous est ouverte')).toBeVisible();
    expect(opened.address()).toBe('/boards');
    await opened.user.click(screen.getByRole('button', { name: 'Ouvrir le tableau' }));
  }
  await waitFor(() => expect(opened.address()).toBe('/board/board'));
  expect(await screen.findByText('Bienvenue sur NOUS DEUX !')).toBeVisible();
});
