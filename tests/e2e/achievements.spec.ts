/** B4: what is unlocked is told when it can be seen, kept on a page, and taken back by an undo. */
import { letDialogClose, stopClock } from './clock.ts';
import { createSharedBoard, dishes, openLive, signUpPlayer } from './players.ts';
import { expect, test } from './server.ts';
import type { OpenedBoard } from '#shared/boards';
import { confirms } from './words.ts';

test('what is unlocked in a hidden page is told when it is seen; an undo takes it back from Succès while it is looked at', async ({
  browser,
  server,
}) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  const board = await createSharedBoard([léa], 'À soi');
  const { page } = léa;
  await page.clock.install();
  await openLive(page, `/board/${board.id}`);
  await expect(page.getByRole('button', { name: dishes.title })).toBeVisible();
  await stopClock(page);
  const turn = (state: 'hidden' | 'visible') =>
    page.evaluate((to) => {
      Object.defineProperty(document, 'visibilityState', { value: to, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  // Sent only once the page is hidden.
  let letThrough = () => {};
  const hidden = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route('**/activities', async (route) => {
    await hidden;
    await route.continue();
  });
  await page.getByRole('button', { name: dishes.title }).click();
  await page.getByRole('dialog').getByRole('button', { name: confirms }).click();
  await turn('hidden');
  letThrough();
  await letDialogClose(page);
  await expect.poll(async () => (await léa.call<OpenedBoard>('GET', `/api/boards/${board.id}`)).board.totalPoints).toBe(dishes.points);
  await page.clock.runFor(1000);
  await expect(page.getByText('Succès débloqué')).toHaveCount(0);
  await turn('visible');
  await expect(async () => {
    await page.clock.runFor(500);
    await expect(page.getByText('Ça commence')).toBeVisible({ timeout: 100 });
  }).toPass();
  await page.clock.runFor(5000);

  // The focus holds the toast.
  const undo = page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Annuler' });
  await undo.focus();
  await page.clock.resume();
  const other = await léa.context.newPage();
  await other.goto('/succes');
  await expect(other.getByText(/^4 sur \d+\ssuccès$/)).toBeVisible();
  await undo.click();
  await expect(other.getByText(/^2 sur \d+\ssuccès$/)).toBeVisible();
  await expect(other.getByRole('listitem').filter({ hasText: 'Faute avouée' })).toContainText('À débloquer');
});
