import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { léa, max, requestOf } from '#client/app/testing/samples.ts';
import { expectAlert, openScreen } from '#client/app/testing/screen.tsx';
import { lost, refused } from '#client/app/testing/server.ts';

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

test('requests that cannot be loaded are said so, and asked for again', async () => {
  const { user, server } = await openScreen('/requests', { me: max, replies: { 'GET /api/requests': refused('invalid_input') } });
  await expectAlert('Impossible de charger les demandes. Veuillez réessayer.');
  server.replies({ 'GET /api/requests': { received: [], sent: [], pendingCount: 0 } });
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('Aucune demande reçue')).toBeVisible();
});
