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

test('what is nearest comes first, unless it is a loss', async () => {
  const nearer = { 'thousand-points': 220, 'fifty-reactions': 5, 'hundred-losses': 99 } as const;
  const some = mine.map((one) => ({ ...one, progress: one.id in nearer ? nearer[one.id as keyof typeof nearer] : 0 }));
  await openScreen('/succes', { me: léa, replies: { 'GET /api/achievements': { achievements: some } } });
  const nearest = within(await screen.findByRole('region', { name: 'Le plus proche' }));
  expect(nearest.getByText('Mille et une attentions')).toBeVisible();
  expect(nearest.getByRole('progressbar', { name: /Mille et une attentions/ })).toHaveAttribute('aria-valuetext', '220 sur 1\u202F000');
  expect(screen.getByRole('region', { name: 'Franchise' })).toHaveTextContent('1 sur 6');
});

test('nothing is nearest where only losses are on their way', async () => {
  await openScreen('/succes', { me: léa, replies: { 'GET /api/achievements': { achievements: mine } } });
  expect(await screen.findByRole('region', { name: 'Franchise' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Le plus proche' })).toBeNull();
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
