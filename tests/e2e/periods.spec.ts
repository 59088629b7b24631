/** B3: the scores of a week, a month and of always, while two people play. */
import { resize, sizes } from './boxes.ts';
import { faultsAt } from './page-faults.ts';
import { breakfast, createSharedBoard, dishes, logFromElsewhere, openLive, signUpAbsentee, signUpPlayer } from './players.ts';
import { expect, test } from './server.ts';

test('the scores of a week move while two people play, and are a curve, a table and some records', async ({ browser, server }) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa'), await signUpAbsentee(server, 'Max')];
  const board = await createSharedBoard([léa, max], 'Nous deux');
  const { page } = léa;
  await openLive(page, `/board/${board.id}?tab=scores`);
  await expect(page.getByRole('radio', { name: 'Toujours' })).toBeChecked();
  // Before anything has happened the ranking stands alone.
  await expect(page.getByText('Tout le monde part de zéro', { exact: false })).toBeVisible();
  await expect(page.getByRole('tabpanel', { name: 'Scores' }).getByText(max.name, { exact: true })).toHaveCount(1);
  await page.getByRole('radio', { name: 'Toujours' }).press('ArrowLeft');
  await page.getByRole('radio', { name: 'Mois' }).press('ArrowLeft');
  await expect(page.getByRole('radio', { name: 'Semaine' })).toBeChecked();
  await expect(page.getByText('La semaine est encore toute neuve', { exact: false })).toBeVisible();
  const places = page.getByRole('list', { name: 'Classement' }).getByRole('listitem');
  await expect(places).toHaveText([/1ʳᵉ place/, /1ʳᵉ place/]);

  await logFromElsewhere(max, board.id, breakfast.title);
  await logFromElsewhere(max, board.id, dishes.title);
  await logFromElsewhere(léa, board.id, breakfast.title);
  await expect(places).toHaveText([/1ʳᵉ place, Or.*Léa.*\+20/, /2ᵉ place, Argent.*Max.*\+5/]);
  await expect(page.getByRole('region', { name: 'Actions préférées' })).toContainText(/Petit-déj au lit.*2\sfois/);
  await expect(page.getByRole('region', { name: 'Le plus beau jour' })).toContainText('+25 points');

  const curve = page.getByRole('group', { name: 'Points au fil du temps' });
  const last = curve.getByRole('img', { name: /^Léa.* : \+20 points$/ });
  await last.focus();
  await page.keyboard.press('ArrowDown');
  await expect(curve.getByRole('img', { name: /^Max.* : \+5 points$/ })).toBeFocused();
  for (const [width, height] of sizes) {
    await resize(page, { width, height });
    await expect.poll(() => page.evaluate(faultsAt, '16px'), { message: `${width} × ${height}` }).toEqual([]);
  }
  await page.getByRole('button', { name: 'Voir les chiffres' }).click();
  await expect(page.getByRole('table', { name: 'Points au fil du temps' }).getByRole('row').last()).toContainText(/\+20.*\+5/);
  await resize(page, { width: 360, height: 640 });
  await expect.poll(() => page.evaluate(faultsAt, '32px'), { message: 'the table, in large text on a small phone' }).toEqual([]);
  await page.getByRole('button', { name: 'Voir la courbe' }).click();
  await expect(curve).toBeVisible();

  await test.step('a week that is looked at is read again when the day ends', async () => {
    const alone = await createSharedBoard([léa], 'Minuit');
    await page.clock.install();
    await openLive(page, `/board/${alone.id}?tab=scores`);
    await page.getByRole('radio', { name: 'Semaine' }).check();
    await expect(page.getByText('La semaine est encore toute neuve', { exact: false })).toBeVisible();
    const again = page.waitForRequest(/\/scores\?period=week$/);
    await page.clock.fastForward('24:00:00');
    await again;
  });
});
