import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { achievementIds } from '#shared/achievement-rules';
import { léa } from '#client/app/testing/samples.ts';
import { openScreen } from '#client/app/testing/screen.tsx';
import { lost, type Replies } from '#client/app/testing/server.ts';

const earnedAt = Date.UTC(2026, 2, 14, 12);
const mine = achievementIds.map((id) => ({
  id,
  progress: id === 'first-loss' || id === 'ten-losses' ? 1 : 0,
  unlockedAt: id === 'first-loss' ? earnedAt : null,
}));

test('a medal says everything without a tap, and a tap shows it', async () => {
  const { user } = await openScreen('/succes', { me: léa, replies: { 'GET /api/achievements': { achievements: mine } } });
  const candour = within(await screen.findByRole('region', { name: 'Franchise' }));
  const [first] = candour.getAllByRole('listitem');
  expect(first).toHaveTextContent(/À moitié pardonnée.*14\smars/);
  expect(candour.getByRole('progressbar', { name: /Vaisselle fantôme/ })).toHaveAttribute('aria-valuetext', '1 sur 10');

  const opener = candour.getByRole('button', { name: 'Faute avouée' });
  await user.click(opener);
  const told = await screen.findByRole('dialog', { name: 'Faute avouée' });
  expect(told).toHaveTextContent(/À moitié pardonnée.*Noter une première perte.*14\smars/);
  await user.keyboard('{Escape}');
  expect(opener).toHaveFocus();
});

test('without a network the screen keeps its title, says what to do, and comes with the network', async () => {
  let isBack = false;
  const replies: Replies = { 'GET /api/achievements': () => (isBack ? { achievements: mine } : lost) };
  const { user } = await openScreen('/succes', { me: léa, replies });
  expect(await screen.findByText("Ils s'afficheront au retour du réseau.", {}, { timeout: 10_000 })).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Succès' })).toBeVisible();
  expect(screen.queryByText(/Veuillez réessayer/)).toBeNull();
  isBack = true;
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByRole('region', { name: 'Franchise' })).toBeVisible();
});
