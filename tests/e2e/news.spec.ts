/** What others log while one looks elsewhere: a bubble that passes, and a dot on Accueil until the feed has been seen. */
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { OpenedBoard } from '#shared/boards';
import { stopClock } from './clock.ts';
import { breakfast, createSharedBoard, dishes, logFromElsewhere, openLive, type Player, signUpPlayer } from './players.ts';
import { expect, test } from './server.ts';

const sizes = [
  [320, 568],
  [390, 844],
  [844, 390],
  [768, 1024],
  [1280, 800],
  [1920, 1080],
] as const;
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

async function logAndUndo(player: Player, boardId: string): Promise<() => Promise<void>> {
  const { actions } = await player.call<OpenedBoard>('GET', `/api/boards/${boardId}`);
  const id = randomUUID();
  await player.call('POST', `/api/boards/${boardId}/activities`, { id, actionId: actions[0]?.id });
  return () => player.call('POST', `/api/boards/${boardId}/activities/${id}/undo`);
}

test('a bubble tells what another member logs, wherever one is, covers nothing and leads to the board', async ({ browser, server }) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa'), await signUpPlayer(browser, server, 'Max')];
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
  await expect(page.locator('[aria-live="polite"]').filter({ has: one })).toHaveCount(1);
  expect(await one.evaluate((link) => link === document.activeElement)).toBe(false);
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await expect(async () => {
      const box = await boxOf(one);
      expect(box.height).toBeGreaterThanOrEqual(44);
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      for (const bar of [page.getByRole('navigation'), page.getByRole('banner')]) expect(overlaps(box, await boxOf(bar))).toBe(false);
    }, `${width} × ${height}`).toPass({ timeout: 20_000 });
  }
  await page.clock.resume();
  await one.click();
  await expect(page).toHaveURL(`/board/${board.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'NOUS DEUX' })).toBeVisible();
  await expect(one).toHaveCount(0);
});

test('who knocks, a bubble and a toast are there at once and cover neither each other nor the bars', async ({ browser, server }) => {
  const signUp = (name: string) => signUpPlayer(browser, server, name);
  const [léa, max, zoé] = [await signUp('Léa'), await signUp('Max'), await signUp('Zoé')];
  const [shared, wanted] = [await createSharedBoard([léa, max], 'Nous deux'), await createSharedBoard([zoé], 'Coloc')];
  const { request } = await léa.call<{ request: { id: string } }>('POST', `/api/boards/${wanted.id}/requests`, { type: 'request' });
  const { page } = léa;
  await openHeld(page, '/boards');
  await zoé.call('POST', `/api/boards/${shared.id}/requests`, { type: 'request' });
  const knock = page.getByRole('region', { name: `${zoé.name} frappe à la porte` });
  await comes(page, knock);
  await zoé.call('POST', `/api/requests/${request.id}/acceptance`);
  const toast = page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Ouvrir le tableau' });
  await comes(page, toast);
  await logFromElsewhere(max, shared.id, breakfast.title);
  const news = bubble(page, `${max.name} : ${breakfast.title} +20`);
  await comes(page, news);
  const floating = [knock, news, toast];
  const bars = [page.getByRole('banner'), page.getByRole('navigation')];
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await expect(async () => {
      const [boxes, fixed] = [await Promise.all(floating.map(boxOf)), await Promise.all(bars.map(boxOf))];
      const covered = boxes.flatMap((box, index) => [...boxes.slice(index + 1), ...fixed].filter((other) => overlaps(box, other)));
      expect(covered).toEqual([]);
    }, `${width} × ${height}`).toPass({ timeout: 20_000 });
  }
  await page.clock.resume();
  // Put off, it is still one that waits.
  await knock.getByRole('button', { name: 'Plus tard' }).click();
  await expect(knock).toHaveCount(0);
  await expect(page.getByRole('navigation').getByRole('link', { name: /^Demandes/ })).toContainText('1');
});

test('several are gathered, one that is undone is gone, and nothing is told where it is seen anyway', async ({ browser, server }) => {
  const signUp = (name: string) => signUpPlayer(browser, server, name);
  const [léa, max, zoé] = [await signUp('Léa'), await signUp('Max'), await signUp('Zoé')];
  const [one, other] = [await createSharedBoard([léa, max, zoé], 'Un'), await createSharedBoard([léa, max], 'Deux')];
  const { page } = léa;
  await openHeld(page, '/requests');
  const undo = await logAndUndo(max, one.id);
  await comes(page, bubble(page, max.name));
  await undo();
  await expect(bubble(page, max.name)).toHaveCount(0);

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

test('the dot of all tabs goes when the feed has been seen in one', async ({ browser, server }) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa'), await signUpPlayer(browser, server, 'Max')];
  const board = await createSharedBoard([léa, max], 'Nous deux');
  const { page } = léa;
  await openLive(page, '/requests');
  const second = await léa.context.newPage();
  await second.goto('/boards');
  await logFromElsewhere(max, board.id, breakfast.title);
  for (const tab of [page, second]) await expect(home(tab)).toHaveAccessibleDescription('du nouveau');
  await page.reload();
  await expect(home(page)).toHaveAccessibleDescription('du nouveau');
  await home(second).click();
  await expect(second.getByRole('heading', { level: 1, name: 'Activités récentes' })).toBeVisible();
  for (const tab of [page, second]) await expect(home(tab)).not.toHaveAccessibleDescription(/nouveau/);
});

async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox();
  if (!box) throw new Error('not on the page');
  return box;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
