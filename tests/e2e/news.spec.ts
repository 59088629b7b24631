/** What others log while one looks elsewhere: a bubble that passes, and a dot on Accueil until the feed has been seen. */
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { OpenedBoard } from '#shared/boards';
import { violationsOn } from './axe.ts';
import { boxOf, overlaps, resize, sizes } from './boxes.ts';
import { stopClock } from './clock.ts';
import {
  type Absentee,
  breakfast,
  createSharedBoard,
  dishes,
  logFromElsewhere,
  openLive,
  signUpAbsentee,
  signUpPlayer,
} from './players.ts';
import { expect, test } from './server.ts';

const home = (page: Page) => page.getByRole('link', { name: 'Accueil', exact: true });
const bubble = (page: Page, text: string | RegExp) => page.getByRole('link', { name: text });

async function openHeld(page: Page, path: string): Promise<void> {
  await openLive(page, path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Time stands still: the bubble stays.
  await page.clock.install();
  await stopClock(page);
}

/** Time goes on until it is there, by less than it stays. */
async function comes(page: Page, locator: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(350);
    expect(await locator.isVisible()).toBe(true);
  }).toPass();
}

async function logAndUndo(player: Absentee, boardId: string): Promise<() => Promise<void>> {
  const { actions } = await player.call<OpenedBoard>('GET', `/api/boards/${boardId}`);
  const id = randomUUID();
  await player.call('POST', `/api/boards/${boardId}/activities`, { id, actionId: actions[0]?.id });
  return () => player.call('POST', `/api/boards/${boardId}/activities/${id}/undo`);
}

test('a bubble tells what another member logs, wherever one is, covers nothing and leads to the board', async ({ browser, server }) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa'), await signUpAbsentee(server, 'Max')];
  const board = await createSharedBoard([léa, max], 'Nous deux');
  const { page } = léa;
  await openHeld(page, '/requests');
  await expect(home(page)).not.toHaveAccessibleDescription(/nouveau/);
  // One's own, from another phone, is no news.
  await logFromElsewhere(léa, board.id, dishes.title);
  await logFromElsewhere(max, board.id, breakfast.title);
  const one = bubble(page, `${max.name} : ${breakfast.title} +20`);
  await comes(page, one);
  await expect(home(page)).toHaveAccessibleDescription('du nouveau');
  await expect(page.locator('[role="status"]').filter({ has: one })).toHaveCount(1);
  expect(await one.evaluate((link) => link === document.activeElement)).toBe(false);
  for (const [width, height] of sizes) {
    await resize(page, { width, height });
    await expect(async () => {
      const box = await boxOf(one);
      expect(box.height).toBeGreaterThanOrEqual(44);
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      const banner = page.getByRole('banner');
      const others = [
        page.getByRole('navigation'),
        page.getByRole('heading', { level: 1 }),
        banner.getByRole('link').first(),
        banner.getByRole('button'),
      ];
      for (const other of others) expect(overlaps(box, await boxOf(other)), await other.innerText()).toBe(false);
    }, `${width} × ${height}`).toPass({ timeout: 20_000 });
  }
  // The focus holds it.
  await one.focus();
  await page.clock.runFor(6500);
  await expect(one).toBeVisible();
  await page.clock.resume();
  for (const theme of ['dark', 'light']) {
    await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
    // Colours on their way from one theme to the other are neither's.
    await expect.poll(() => page.evaluate(() => document.getAnimations().some((motion) => motion instanceof CSSTransition))).toBe(false);
    expect(await violationsOn(page), theme).toEqual([]);
  }
  await one.click();
  await expect(page).toHaveURL(`/board/${board.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'NOUS DEUX' })).toBeVisible();
  await expect(one).toHaveCount(0);
});

test('a person who knocks waits for a toast, and neither they nor the bubble of news cover each other or what one is here for', async ({
  browser,
  server,
}) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  const [max, zoé] = [await signUpAbsentee(server, 'Max'), await signUpAbsentee(server, 'Zoé')];
  const [shared, wanted] = [await createSharedBoard([léa, max], 'Nous deux'), await createSharedBoard([zoé], 'Coloc')];
  await logFromElsewhere(max, shared.id, breakfast.title);
  const { request } = await léa.call<{ request: { id: string } }>('POST', `/api/boards/${wanted.id}/requests`, { type: 'request' });
  const { page } = léa;
  await openHeld(page, '/dashboard');
  await zoé.call('POST', `/api/boards/${shared.id}/requests`, { type: 'request' });
  const knock = page.getByRole('region', { name: `${zoé.name} frappe à la porte` });
  await comes(page, knock);
  const bars = [page.getByRole('banner'), page.getByRole('navigation'), page.getByRole('button', { name: 'Noter une action' })];
  const expectNoneCovered = async (floating: Locator) => {
    for (const [width, height] of sizes) {
      await resize(page, { width, height });
      await expect(async () => {
        const above = await boxOf(floating);
        expect((await Promise.all(bars.map(boxOf))).filter((below) => overlaps(above, below))).toEqual([]);
      }, `${width} × ${height}`).toPass({ timeout: 20_000 });
    }
  };
  await expectNoneCovered(knock);
  // They share one place, and the toast comes first (decision D61).
  await zoé.call('POST', `/api/requests/${request.id}/acceptance`);
  const messages = page.getByRole('region', { name: 'Messages' });
  await comes(page, messages.getByRole('button', { name: 'Ouvrir le tableau' }));
  await expect(knock).toBeHidden();
  await expectNoneCovered(messages.locator('[data-toast]'));
  await messages.getByRole('button', { name: 'Fermer le message' }).click();
  await comes(page, knock);

  await page.getByRole('navigation').getByRole('link', { name: 'Tableaux', exact: true }).click();
  await comes(page, page.getByRole('link', { name: /NOUS DEUX/ }));
  await logFromElsewhere(max, shared.id, breakfast.title);
  const news = bubble(page, `${max.name} : ${breakfast.title} +20`);
  await comes(page, news);
  await expect(home(page)).toHaveAccessibleDescription('du nouveau');
  for (const [width, height] of sizes) {
    await resize(page, { width, height });
    expect(overlaps(await boxOf(news), await boxOf(knock)), `${width} × ${height}`).toBe(false);
  }
  // Put off, it is still one that waits.
  await knock.getByRole('button', { name: 'Plus tard' }).click();
  await expect(knock).toHaveCount(0);
  await expect(page.getByRole('navigation').getByRole('link', { name: /^Demandes/ })).toContainText('1');

  await test.step('on its board it is an answer to give in the head, and covers none of its buttons, nor its tabs', async () => {
    // Not in a card besides: on its board a question stands once (decision D61).
    await page.clock.resume();
    await openLive(page, `/board/${shared.id}`);
    const question = page.getByRole('button', { name: 'Une réponse à donner' });
    for (const [width, height] of sizes) {
      await resize(page, { width, height });
      const free = [
        page.getByRole('tablist', { name: 'Vues du tableau' }),
        page.getByRole('button', { name: 'Partager le tableau' }),
        page.getByRole('button', { name: 'Réglages du tableau' }),
      ];
      await expect(async () => {
        for (const one of free) expect(overlaps(await boxOf(question), await boxOf(one))).toBe(false);
      }, `${width} × ${height}`).toPass({ timeout: 20_000 });
      // What lies at the end of the page can be reached.
      await page.getByRole('button', { name: 'Ajouter une action' }).click({ trial: true });
    }
    await expect(page.getByRole('region', { name: `${zoé.name} frappe à la porte` })).toHaveCount(0);
    await question.click();
    await expect(page.getByRole('dialog')).toContainText(`${zoé.name} frappe à la porte`);
  });
});

test('several are gathered, one that is undone is gone, and nothing is told where it is seen anyway', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  const [max, zoé] = [await signUpAbsentee(server, 'Max'), await signUpAbsentee(server, 'Zoé')];
  const [one, other] = [await createSharedBoard([léa, max, zoé], 'Un'), await createSharedBoard([léa, max], 'Deux')];
  const { page } = léa;
  await openHeld(page, '/requests');
  const undo = await logAndUndo(max, one.id);
  const first = bubble(page, max.name);
  await comes(page, first);
  const { x, y, width, height } = await boxOf(first);
  await page.mouse.move(x + width / 2, y + height / 2);
  await first.focus();
  await undo();
  await expect(first).toHaveCount(0);

  // What held the first one does not hold the next, which comes under a pointer that lies still.
  for (const player of [max, zoé, max]) await logFromElsewhere(player, one.id, breakfast.title);
  await logFromElsewhere(max, other.id, dishes.title);
  await comes(page, bubble(page, `${max.name} et ${zoé.name} : 4 actions`));
  // After some seconds it is gone by itself; the dot stays.
  await page.clock.runFor(6500);
  await expect(bubble(page, /actions$/)).toHaveCount(0);
  await expect(home(page)).toHaveAccessibleDescription('du nouveau');

  await page.clock.resume();
  await page.getByRole('link', { name: 'Tableaux', exact: true }).click();
  await page.getByRole('link', { name: /UN/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'UN' })).toBeVisible();
  await logFromElsewhere(max, one.id, breakfast.title);
  await expect(page.getByRole('main')).toContainText('+80');
  await page.clock.runFor(1000);
  await expect(bubble(page, max.name)).toHaveCount(0);
});
