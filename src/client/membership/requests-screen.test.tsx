import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { cardOf, léa, max, openedBoard, requestOf } from '#client/app/testing/samples.ts';
import { expectAlert, openScreen } from '#client/app/testing/screen.tsx';
import { lost, refused } from '#client/app/testing/server.ts';
import { queryClient } from '#client/sync/replica/query-client.ts';

test('nothing received and nothing sent say so, and where to go', async () => {
  const { user } = await openScreen('/requests', { me: léa });
  expect(screen.getByText("Gérez vos demandes d'accès aux tableaux")).toBeVisible();
  expect(await screen.findByRole('tab', { name: 'Reçues (0)', selected: true })).toBeVisible();
  expect(await screen.findByText('Attention')).toBeVisible();
  expect(screen.getByText('Aucune demande reçue')).toBeVisible();
  expect(screen.getByText("Les demandes d'accès à vos tableaux apparaîtront ici")).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Envoyées (0)' }));
  expect(screen.queryByText('Attention')).toBeNull();
  expect(await screen.findByText('Aucune demande envoyée')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Rejoindre un tableau' }));
  expect(await screen.findByRole('dialog', { name: 'Rejoindre un tableau' })).toBeVisible();
});

test('a member proposes somebody to the administrator in words of its own, at both ends', async () => {
  const proposal = requestOf({ type: 'member_invitation', fromUsername: 'Max', toUsername: 'Léa', invitedUsername: 'Zoé' });
  const { user, server } = await openScreen('/requests', {
    me: léa,
    replies: { 'GET /api/requests': { received: [proposal], sent: [{ ...proposal, id: 'sent' }], pendingCount: 1 } },
  });
  const accept = await screen.findByRole('button', { name: 'Accepter' });
  expect(accept.closest('li')).toHaveTextContent('Max souhaite inviter Zoé à rejoindre le tableau "NOUS DEUX"');
  server.replies({ 'POST /api/requests/:requestId/acceptance': { request: { ...proposal, status: 'accepted' } } });
  await user.click(accept);
  expect(await screen.findByText('Zoé reçoit une invitation à rejoindre NOUS DEUX')).toBeVisible();
  await user.click(screen.getByRole('tab', { name: /^Envoyées/ }));
  const sent = (await screen.findByText('En attente de réponse')).closest('li');
  expect(sent).toHaveTextContent('Demande envoyée à l\'administrateur pour inviter Zoé au tableau "NOUS DEUX"');
});

test('an answer that fails is said and given again, and the answered row takes the focus', async () => {
  const request = requestOf();
  const { user, server } = await openScreen('/requests', {
    me: max,
    replies: {
      'GET /api/requests': { received: [request], sent: [], pendingCount: 1 },
      'POST /api/requests/:requestId/acceptance': lost,
    },
  });
  const accept = await screen.findByRole('button', { name: 'Accepter' });
  const row = accept.closest('li');
  await user.click(accept);
  expect(await screen.findByText("Erreur lors de l'ajout du membre")).toBeVisible();
  expect(screen.getByRole('button', { name: 'Accepter' })).toBeVisible();
  const accepted = { ...request, status: 'accepted' } as const;
  server.replies({
    'POST /api/requests/:requestId/acceptance': { request: accepted },
    'GET /api/requests': { received: [accepted], sent: [], pendingCount: 0 },
  });
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('Demande acceptée')).toBeVisible();
  // The button is gone; the row that says it has the focus.
  expect(row).toHaveFocus();
});

test('what was answered before is folded away on a phone and leads nowhere, and the warning is small while nothing waits', async () => {
  const query = vi.spyOn(Object.getPrototypeOf(matchMedia('all')), 'matches', 'get').mockReturnValue(false);
  onTestFinished(() => query.mockRestore());
  const opened = openedBoard({ title: 'NOUS DEUX' });
  // Not the one that another test has seen waiting: its acceptance would lead to the board.
  const accepted = requestOf({ id: 'answered', status: 'accepted', boardId: opened.board.id });
  const { user } = await openScreen('/requests', {
    me: max,
    replies: {
      'GET /api/boards': { boards: [cardOf(opened)] },
      'GET /api/requests': { received: [accepted], sent: [accepted], pendingCount: 0 },
    },
  });
  const fold = await screen.findByText('Déjà répondues (1)');
  expect(screen.getByRole('tab', { name: 'Reçues (0)' })).toBeVisible();
  expect(screen.getByText("Personne n'attend votre réponse")).toBeVisible();
  expect(screen.getByRole('link', { name: 'Voir mes tableaux' })).toHaveAttribute('href', '/boards');
  expect(screen.queryByText('Aucune demande reçue')).toBeNull();
  expect(screen.getByText('Attention')).toBeVisible();
  expect(screen.queryByText(/^Pour votre sécurité/)).toBeNull();
  expect(screen.getByText('Demande acceptée')).not.toBeVisible();
  await user.click(fold);
  expect(screen.getByText('Demande acceptée')).toBeVisible();
  expect(screen.queryByText('Ouvrir le tableau')).toBeNull();
  // The answers to the person's own requests stand open, and lead to the board.
  await user.click(screen.getByRole('tab', { name: 'Envoyées (0)' }));
  expect(await screen.findByText('Demande acceptée')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ouvrir le tableau' })).toBeVisible();
});

test('what was answered before is open where there is room, beside what waits, too', async () => {
  const accepted = requestOf({ id: 'answered', status: 'accepted' });
  const lists = { received: [accepted], sent: [], pendingCount: 0 };
  await openScreen('/requests', { me: max, replies: { 'GET /api/requests': lists } });
  expect(await screen.findByText('Demande acceptée')).toBeVisible();
  cleanup();
  queryClient.clear();
  const waiting = { ...lists, received: [accepted, requestOf({ id: 'waiting' })], pendingCount: 1 };
  await openScreen('/requests', { me: max, replies: { 'GET /api/requests': waiting } });
  expect(await screen.findByRole('button', { name: 'Accepter' })).toBeVisible();
  expect(screen.getByText('Demande acceptée')).toBeVisible();
});

test('a request has the colours of its board, also for whoever is not on it yet', async () => {
  const opened = openedBoard({ title: 'NOUS DEUX', theme: 'green' });
  const received = [requestOf({ id: 'of a stranger', boardId: 'closed', boardTheme: 'orange' }), requestOf({ boardId: opened.board.id })];
  await openScreen('/requests', {
    me: max,
    replies: {
      'GET /api/boards': { boards: [cardOf(opened)] },
      'GET /api/requests': { received, sent: [], pendingCount: 2 },
    },
  });
  const accepts = await screen.findAllByRole('button', { name: 'Accepter' });
  const themes = () => new Set(accepts.map((button) => button.closest('li')?.dataset['boardTheme']));
  // The list of one's own boards hears of a new theme first.
  await waitFor(() => expect(themes()).toEqual(new Set(['green', 'orange'])));
});

test('what is answered during the visit stays in its place above the whole warning, and leads to its board', async () => {
  const opened = openedBoard({ title: 'NOUS DEUX' });
  const request = requestOf({ boardId: opened.board.id });
  const accepted = { ...request, status: 'accepted' } as const;
  const { user, server } = await openScreen('/requests', {
    me: max,
    replies: {
      'GET /api/boards': { boards: [cardOf(opened)] },
      'GET /api/requests': { received: [request], sent: [], pendingCount: 1 },
      'POST /api/requests/:requestId/acceptance': { request: accepted },
    },
  });
  const accept = await screen.findByRole('button', { name: 'Accepter' });
  expect(screen.getByText(/^Pour votre sécurité/)).toBeVisible();
  server.replies({ 'GET /api/requests': { received: [accepted], sent: [], pendingCount: 0 } });
  await user.click(accept);
  expect(await screen.findByText('Demande acceptée')).toBeVisible();
  expect(await screen.findByRole('tab', { name: 'Reçues (0)' })).toBeVisible();
  expect(screen.getByText(/^Pour votre sécurité/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ouvrir le tableau' })).toBeVisible();
  expect(screen.queryByText(/^Déjà répondues/)).toBeNull();
});

test('requests that cannot be loaded are said so, and asked for again', async () => {
  const { user, server } = await openScreen('/requests', { me: max, replies: { 'GET /api/requests': refused('invalid_input') } });
  await expectAlert('Impossible de charger les demandes. Veuillez réessayer.');
  server.replies({ 'GET /api/requests': { received: [], sent: [], pendingCount: 0 } });
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('Aucune demande reçue')).toBeVisible();
});
