/** D50: two people choose the gesture of the week on a Sunday evening, and on Monday both are told, on a server whose clock moves. */
import { rmSync } from 'node:fs';
import { dateHeader, MovingClock } from '../cluster/moving-clock.ts';
import { tamper } from '../database-state.ts';
import { violationsOn } from './axe.ts';
import { resize, sizes } from './boxes.ts';
import { faultsAt } from './page-faults.ts';
import { breakfast, createSharedBoard, logFromElsewhere, openLive, signUpPlayer } from './players.ts';
import { expect, startServer, test } from './server.ts';

test('two people choose a gesture in secret on Sunday, and on Monday the recap tells both, who say thank you', async ({ browser }) => {
  const clock = new MovingClock('2026-11-18T12:00:00+01:00');
  const server = await startServer({ NODE_OPTIONS: `${clock.settings().NODE_OPTIONS} ${dateHeader}` });
  const comeTo = (time: string) => clock.setAhead(Date.parse(time) - Date.now());
  try {
    const léa = await signUpPlayer(browser, server, 'Léa', { hasTouch: true, viewport: { width: 390, height: 844 } });
    const max = await signUpPlayer(browser, server, 'Max', { viewport: { width: 1280, height: 800 } });
    const board = await createSharedBoard([léa, max], 'Nous deux');
    for (const player of [léa, max]) await logFromElsewhere(player, board.id, breakfast.title);
    // His browser keeps the boards as they are before Sunday, and reads them again all the same.
    await openLive(max.page, '/dashboard');
    comeTo('2026-11-22T18:00:30+01:00');
    const sheetOn = ({ page }: typeof léa) => page.getByRole('dialog', { name: 'Le geste de la semaine' });

    await test.step('the line of Accueil opens the sheet, in which Léa chooses with a few words', async () => {
      await openLive(léa.page, '/dashboard');
      await léa.page.getByRole('button', { name: /Le geste de la semaine/ }).click();
      const sheet = sheetOn(léa);
      await sheet.getByRole('radio', { name: /Petit-déj au lit/ }).check();
      await sheet.getByRole('textbox', { name: 'Un petit mot' }).fill('Les croissants !');
      for (const theme of ['dark', 'light']) {
        await léa.page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme);
        expect(await violationsOn(léa.page, {}, '[role="dialog"]'), theme).toEqual([]);
      }
      for (const [width, height] of sizes) {
        await resize(léa.page, { width, height });
        await expect.poll(() => léa.page.evaluate(faultsAt, '16px'), { message: `${width} × ${height}` }).toEqual([]);
      }
      await resize(léa.page, { width: 390, height: 844 });
      await sheet.getByRole('button', { name: 'Choisir en secret' }).click();
      await expect(léa.page.getByRole('button', { name: /C'est choisi/ })).toBeVisible();
    });

    await test.step('the pill of the board has Max choose, who learns how many have and nothing else', async () => {
      await openLive(max.page, `/board/${board.id}`);
      const pill = max.page.getByRole('button', { name: 'Un geste à choisir' });
      await pill.click();
      const sheet = sheetOn(max);
      await expect(sheet).toContainText(/1\spersonne a choisi/);
      await expect(sheet).not.toContainText('croissants');
      await sheet.getByRole('radio', { name: /Petit-déj au lit/ }).check();
      await sheet.getByRole('button', { name: 'Choisir en secret' }).click();
      await expect(max.page.getByRole('button', { name: 'Geste choisi' })).toBeVisible();
      await expect(pill).toBeHidden();
    });

    comeTo('2026-11-23T08:00:30+01:00');
    tamper(server.dataDir, "update job set due = 0 where id = 'announce_recaps'");

    await test.step('on Monday the card after the numbers tells who chose what, and Léa answers by one press', async () => {
      await expect
        .poll(async () => (await léa.does('GET /api/boards')).boards[0]?.recap, { message: 'the recap is announced' })
        .toBe('2026-11-16');
      await openLive(léa.page, '/dashboard');
      await expect(léa.page.getByRole('button', { name: /C'est choisi/ })).toBeHidden();
      await expect(léa.page.getByRole('img', { name: 'Geste de la semaine' }).first()).toBeVisible();
      await léa.page.getByRole('button', { name: /Le récap de la semaine est là/ }).click();
      const recap = léa.page.getByRole('dialog');
      await recap.getByRole('button', { name: 'Suivant' }).click();
      await recap.getByRole('button', { name: 'Suivant' }).click();
      await expect(recap).toContainText(`${max.name} a retenu`);
      expect(await violationsOn(léa.page, {}, '[role="dialog"]')).toEqual([]);
      await recap.getByRole('button', { name: /Merci/ }).click();
      await expect(recap).toContainText(/C.est dit\s: merci/);
      await recap.getByRole('button', { name: 'Précédent' }).click();
      await expect(recap).toContainText(/Vous avez retenu\s:.*Les croissants\s!/);
      await léa.page.keyboard.press('Escape');
    });

    await test.step('Max sees the thanks under his activity of Léa, and Palmarès keeps both', async () => {
      await openLive(max.page, `/board/${board.id}?tab=scores`);
      await max.page.getByRole('button', { name: 'Palmarès' }).click();
      const hall = max.page.getByRole('dialog', { name: 'Palmarès' });
      await expect(hall.getByRole('listitem')).toHaveCount(2);
      await expect(hall).toContainText(/Semaine du 16 au 22 novembre/);
      await expect(hall).toContainText(/Les croissants\s!/);
      expect(await violationsOn(max.page, {}, '[role="dialog"]')).toEqual([]);
    });
  } finally {
    await server.stop();
    rmSync(server.dataDir, { recursive: true, force: true });
    clock.remove();
  }
});
