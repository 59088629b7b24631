/** What happened while one was away: one line on Accueil that opens into the list, and nothing that moves for it. */
import { violationsOn } from './axe.ts';
import { noteShifts, shiftsOf } from './layout-shifts.ts';
import { breakfast, createSharedBoard, dishes, logFromElsewhere, openLive, signUpAbsentee, signUpPlayer } from './players.ts';
import { expect, test } from './server.ts';

test('a person who comes back reads in one line what the other did, opens the list, and finds nothing left to read the next time', async ({
  browser,
  server,
}) => {
  const léa = await signUpPlayer(browser, server, 'Léa', { viewport: { width: 390, height: 844 } });
  const max = await signUpAbsentee(server, 'Max');
  const board = await createSharedBoard([léa, max], 'Nous deux');
  await logFromElsewhere(max, board.id, breakfast.title);
  const seen = léa.page.waitForResponse('**/api/notifications/seen');
  await openLive(léa.page, '/dashboard');
  await expect(léa.page.getByText(breakfast.title)).toBeVisible();
  await seen;
  await expect(léa.page.locator(':root[data-away-known]')).toBeAttached();
  const line = léa.page.getByRole('button', { name: /^Depuis/ });
  await expect(line).toBeHidden();
  await léa.page.goto('about:blank');
  for (const title of [breakfast.title, breakfast.title, dishes.title]) await logFromElsewhere(max, board.id, title);

  const { page } = léa;
  await noteShifts(page);
  await openLive(page, '/dashboard');
  await expect(line).toHaveText(`Depuis 1 minute, ${max.name} : 2 gestes, 1 aveu`);
  expect(await shiftsOf(page)).toEqual([]);
  await line.click();
  const dialog = page.getByRole('dialog', { name: 'Pendant votre absence' });
  await expect(dialog.getByRole('link')).toHaveCount(3);
  expect(await violationsOn(page, {}, '[role="dialog"]')).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(line).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.reload();
  await expect(page.getByText(dishes.title)).toBeVisible();
  await expect(page.locator(':root[data-away-known]')).toBeAttached();
  await expect(line).toBeHidden();
});
