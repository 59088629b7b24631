import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Session } from '#shared/accounts';
import { léa } from '#client/app/testing/samples.ts';
import { openScreen } from '#client/app/testing/screen.tsx';
import { refused } from '#client/app/testing/server.ts';

const [this1, phone]: [Session, Session] = [
  { id: 'here', device: 'Chrome sur Linux', createdAt: 0, lastActiveAt: 0, isCurrent: true },
  { id: 'phone', device: 'Firefox sur Android', createdAt: 0, lastActiveAt: 0, isCurrent: false },
];
const list = () => screen.getByRole('region', { name: 'Appareils connectés' });
const devices = () => within(list()).getAllByRole('listitem');

test('each device has its name and times, and this one cannot be signed out', async () => {
  await openScreen('/edit-profile', { me: léa, replies: { 'GET /api/sessions': { sessions: [this1, phone] } } });
  await screen.findByText('Firefox sur Android');
  const [mine, other] = devices();
  expect(mine).toHaveTextContent(/Cet appareil.*Connecté le 1er? \S+.* à \d\d:\d\d.*Dernière activité le 1/);
  expect(mine).not.toHaveTextContent('Déconnecter');
  expect(other).toHaveTextContent('Firefox sur Android');
});

test('the focus stays in the list when the pressed button is gone with its device', async () => {
  const { user, server } = await openScreen('/edit-profile', { me: léa, replies: { 'GET /api/sessions': { sessions: [this1, phone] } } });
  const press = await screen.findByRole('button', { name: 'Déconnecter Firefox sur Android' });
  server.replies({ 'GET /api/sessions': { sessions: [this1] } });
  await user.click(press);
  await screen.findByText('Aucun autre appareil connecté.');
  expect(await screen.findByText('Appareil déconnecté : Firefox sur Android')).toBeVisible();
  expect(list()).toHaveFocus();
});

test('the list says when it cannot be loaded, and when a device is gone already', async () => {
  const { user, server } = await openScreen('/edit-profile', { me: léa, replies: { 'GET /api/sessions': refused('invalid_input') } });
  expect(await screen.findByText(/Impossible de charger les appareils. Veuillez réessayer./)).toBeVisible();
  server.replies({ 'GET /api/sessions': { sessions: [this1, phone] }, 'DELETE /api/sessions/:sessionId': refused('session_not_found') });
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  const press = await screen.findByRole('button', { name: 'Déconnecter Firefox sur Android' });
  server.replies({ 'GET /api/sessions': { sessions: [this1] } });
  await user.click(press);
  expect(await screen.findByText('Cet appareil est déjà déconnecté.')).toBeVisible();
  await waitFor(() => expect(devices()).toHaveLength(1));
});
