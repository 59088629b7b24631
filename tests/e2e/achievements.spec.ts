/** B4: what is unlocked is told, kept on a page, seen by the others of a board, and taken back by an undo. */
import { letDialogClose, stopClock } from './clock.ts';
import { createSharedBoard, dishes, openLive, signUpPlayer } from './players.ts';
import { expect, test } from './server.ts';
import type { ActivityPage } from '#shared/activities';
import type { OpenedBoard } from '#shared/boards';
import { confirms } from './words.ts';

test('a first loss unlocks something kind, which the other can see and an undo takes back', async ({ browser, server }) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa'), await signUpPlayer(browser, server, 'Max')];
  const board = await createSharedBoard([léa, max], 'Palmarès');
  const { page } = léa;
  await page.clock.install();
  await openLive(page, `/board/${board.id}`);
  await expect(page.getByRole('button', { name: dishes.title })).toBeVisible();
  await stopClock(page);
  await page.getByRole('button', { name: dishes.title }).click();
  await page.getByRole('dialog').getByRole('button', { name: confirms }).click();
  await letDialogClose(page);
  // In the place of what was noted, once that is read.
  await expect(async () => {
    await page.clock.runFor(500);
    await expect(page.getByText('Ça commence')).toBeVisible({ timeout: 100 });
  }).toPass();
  await expect(page.locator('[data-toast]')).toHaveCount(1);
  // One at a time, and the reply and the stream tell of the same one.
  await expect(page.getByText('Faute avouée')).toHaveCount(0);
  await expect(async () => {
    await page.clock.runFor(1000);
    await expect(page.getByText('Faute avouée')).toBeVisible({ timeout: 100 });
  }).toPass();
  await expect(page.getByText('Ça commence')).toHaveCount(0);
  await expect(async () => {
    await page.clock.runFor(1000);
    await expect(page.getByText('Succès débloqué')).toHaveCount(0, { timeout: 100 });
  }).toPass();
  await page.clock.resume();

  await page.getByRole('button', { name: 'Ouvrir le menu du profil' }).click();
  await page.getByRole('button', { name: 'Succès', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Succès' })).toBeVisible();
  await expect(page.getByText(/^5 sur \d+\ssuccès$/)).toBeVisible();
  const losses = page.getByRole('region', { name: 'Franchise' });
  await expect(losses.getByRole('listitem').filter({ hasText: 'Faute avouée' })).toContainText('À moitié pardonnée');
  await expect(losses.getByRole('progressbar', { name: 'Progression vers « Vaisselle fantôme »' })).toHaveAttribute('aria-valuenow', '1');
  await page.goBack();
  await expect(page).toHaveURL(`/board/${board.id}`);

  await max.page.goto(`/board/${board.id}?tab=scores`);
  await max.page.getByRole('button', { name: 'Voir les succès', exact: true }).click();
  const band = max.page.getByRole('dialog', { name: 'Vos succès, à deux' });
  const hers = band.getByRole('button', { name: `Voir les succès de ${léa.name}` });
  await hers.click();
  await expect(band.getByText('Faute avouée')).toBeVisible();

  const [activity] = (await léa.call<ActivityPage>('GET', `/api/boards/${board.id}/activities`)).activities;
  await léa.call('POST', `/api/boards/${board.id}/activities/${activity?.id}/undo`);
  await hers.click();
  await hers.click();
  await expect(band.getByText('Ruban coupé')).toBeVisible();
  await expect(band.getByText('Faute avouée')).toHaveCount(0);
  await page.goto('/succes');
  await expect(page.getByText(/^3 sur \d+\ssuccès$/)).toBeVisible();
});

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
