/** D36: the recap of a week, from Accueil through all its cards to the picture that is shared, by keyboard, by press and by swipe (U10). */
import { readFileSync } from 'node:fs';
import type { OpenedBoard } from '#shared/boards';
import { daysAfter, defaultTimeZone, startOfDay } from '#shared/calendar';
import { newestRecapWeek } from '#shared/recap-weeks';
import { tamper } from '../database-state.ts';
import { violationsOn } from './axe.ts';
import { boxOf, resize, sizes } from './boxes.ts';
import { faultsAt } from './page-faults.ts';
import { breakfast, createSharedBoard, dishes, logFromElsewhere, openLive, type Player, signUpAbsentee, signUpPlayer } from './players.ts';
import { expect, type RunningServer, test } from './server.ts';

const day = 24 * 60 * 60 * 1000;

/** A board on which two people played last week, and its Monday has come. */
async function playedBoard(léa: Player, server: RunningServer, name = 'Nous deux') {
  const max = await signUpAbsentee(server, 'Max');
  const board = await createSharedBoard([léa, max], name);
  for (const title of [breakfast.title, breakfast.title, dishes.title]) await logFromElsewhere(max, board.id, title);
  await logFromElsewhere(léa, board.id, breakfast.title);
  const week = newestRecapWeek(defaultTimeZone, Date.now());
  const noon = (days: number) => startOfDay(defaultTimeZone, daysAfter(week, days)) + day / 2;
  const { dataDir } = server;
  const ofBoard = (statement: string, ...values: unknown[]) => tamper(dataDir, `${statement} where board_id = ?`, ...values, board.id);
  ofBoard('update activity set logged_at = ?', noon(2));
  ofBoard('update member_day set day = ?', daysAfter(week, 2));
  ofBoard('update board_member set joined_at = ?', noon(0));
  // Half of it on another day: then one is the best.
  tamper(
    dataDir,
    `insert into member_day (board_id, user_id, day, gained, lost, actions, streak)
     select board_id, user_id, ?, 10, 0, 1, 1 from board_member where board_id = ?`,
    daysAfter(week, 4),
    board.id,
  );
  tamper(dataDir, 'update board set recap_week = ? where id = ?', week, board.id);
  return { board, week, max };
}

test('a recap leads from Accueil through all cards to a picture, and is told once', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa', { hasTouch: true, viewport: { width: 390, height: 844 } });
  const { page } = léa;
  const { board, max, week } = await playedBoard(léa, server);
  await openLive(page, '/dashboard');
  const line = page.getByRole('button', { name: /Le récap de la semaine est là/ });
  await line.click();
  const dialog = page.getByRole('dialog');
  const place = (number: number) => expect(dialog.getByText(`Carte ${number} sur`)).toBeAttached();
  await place(1);
  for (const theme of ['dark', 'light']) {
    await page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme);
    await page.keyboard.press('Home');
    for (let number = 1; ; number += 1) {
      await place(number);
      expect(await violationsOn(page, {}, '[role="dialog"]'), `card ${number}, ${theme}`).toEqual([]);
      if (await dialog.getByRole('switch').isVisible()) break;
      await page.keyboard.press('ArrowRight');
    }
  }
  await page.keyboard.press('Home');
  await expect(dialog).toContainText('points');
  await dialog.getByRole('button', { name: 'Suivant' }).click();
  await expect(dialog).toContainText(max.name);
  // A press on the card itself leads on at its right, and back at its left.
  await page.mouse.click(340, 420);
  await expect(dialog).toContainText('Le plus beau jour');
  await page.mouse.click(40, 420);
  await place(2);
  // A swipe leads to both sides.
  for (const [from, to, then] of [
    [300, 80, 3],
    [80, 300, 2],
  ] as const) {
    await page.mouse.move(from, 420);
    await page.mouse.down();
    await page.mouse.move(to, 425, { steps: 4 });
    await page.mouse.up();
    await place(then);
  }
  await page.keyboard.press('End');
  await expect(dialog.getByRole('img', { name: 'La semaine en une image' })).toBeVisible();
  for (const names of [false, true]) {
    if (names) await dialog.getByRole('switch', { name: 'Montrer les noms' }).click();
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: "Télécharger l'image", disabled: false }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`recap-${week}.png`);
    const picture = readFileSync(await file.path());
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1080, 1920]);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(line).toBeHidden();
  await page.reload();
  await expect(page.getByText('Petit-déj au lit').first()).toBeVisible();
  await expect(line).toBeHidden();

  await test.step('an address opens it on its board, Back closes it, and nothing is cut from 320 to 1920', async () => {
    // The dialog hides the bars, for which openLive waits.
    await page.goto(`/board/${board.id}?recap=${week}`);
    await expect(dialog.getByText('Carte 1 sur')).toBeAttached();
    await expect(page).toHaveURL(`${server.origin}/board/${board.id}`);
    for (const [width, height, text] of [
      [320, 568, '16px'],
      [320, 568, '32px'],
      [844, 390, '16px'],
      [768, 1024, '16px'],
      [1920, 1080, '16px'],
    ] as const) {
      await resize(page, { width, height });
      await page.keyboard.press('Home');
      for (let number = 1; ; number += 1) {
        await expect(dialog.getByText(`Carte ${number} sur`)).toBeAttached();
        await expect.poll(() => page.evaluate(faultsAt, text), { message: `card ${number}, ${width} × ${height}, ${text}` }).toEqual([]);
        if (await dialog.getByRole('switch').isVisible()) break;
        await page.keyboard.press('ArrowRight');
      }
    }
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(`${server.origin}/board/${board.id}`);
    // It stays readable.
    await page.getByRole('tab', { name: 'Scores' }).click();
    await page.getByRole('region', { name: 'Récaps' }).getByRole('button').click();
    await expect(dialog.getByText('Carte 1 sur')).toBeAttached();
  });
});

test('the recaps of several boards stand in one row above the feed, and the navigation keeps its places', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  const titles = ['DÉFI VERT', 'LA COLOC', 'LES COPAINS', 'NOUS DEUX'];
  for (const title of titles) {
    const { board } = await playedBoard(léa, server, title);
    const { actions } = await léa.call<OpenedBoard>('GET', `/api/boards/${board.id}`);
    await léa.call('PUT', `/api/boards/${board.id}/actions/${actions[0]?.id}/favourite`);
  }
  const { page } = léa;
  await openLive(page, '/dashboard');
  const recaps = page.getByRole('region', { name: 'Vos récaps' }).getByRole('button');
  await expect(recaps).toHaveCount(titles.length);
  const bar = page.getByRole('navigation').last();
  const links = async () => await Promise.all((await bar.getByRole('link').all()).map(boxOf));
  const feed = page.getByRole('region', { name: 'Activités récentes' });
  const bubbles = feed.getByRole('listitem').filter({ hasText: 'Petit-déj au lit' });
  const places = [];
  for (const [width, height] of sizes) {
    await resize(page, { width, height });
    const at = `${width} × ${height}`;
    const rows = await Promise.all(titles.map(async (name) => (await boxOf(recaps.and(page.getByRole('button', { name })))).y));
    expect(new Set(rows).size, at).toBe(1);
    const [row, first] = [await boxOf(recaps.first()), await boxOf(bubbles.first())];
    expect(row.y + row.height, at).toBeLessThanOrEqual(first.y);
    await expect.poll(() => page.evaluate(faultsAt, '16px'), { message: at }).toEqual([]);
    places.push(await links());
  }
  await openLive(page, '/boards');
  for (const [index, [width, height]] of sizes.entries()) {
    await resize(page, { width, height });
    expect(await links(), `${width} × ${height}`).toEqual(places[index]);
  }
});
