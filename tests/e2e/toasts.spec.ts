/** That the messages at the foot of the page are in nobody's way. */
import type { Locator, Page } from '@playwright/test';
import { type Box, boxOf, overlaps, resize, sizes } from './boxes.ts';
import { breakfast, dishes, createSharedBoard, openLive, signUpPlayer } from './players.ts';
import { expect, test } from './server.ts';
import { confirms } from './words.ts';

const toasts = (page: Page) => page.locator('[data-toast]');
async function log(page: Page, title: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: title }).click();
  await page.getByRole('dialog').getByRole('button', { name: confirms }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

test('a toast is in the way of nobody', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa', { viewport: { width: 390, height: 844 } });
  const { page } = léa;

  await test.step('what the keyboard gives the focus to is not hidden behind toasts', async () => {
    const board = await createSharedBoard([léa], 'Touches');
    const vases = Array.from({ length: 20 }, (_, index) => ({ title: `Vase numéro ${index}`, points: 5 }));
    await léa.call('POST', `/api/boards/${board.id}/actions`, { actions: vases });
    await openLive(page, `/board/${board.id}`);
    await log(page, breakfast.title);
    // It stays as long as a pointer comes to it.
    const { x, y, width, height } = await boxOf(toasts(page));
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.move(x + width / 2 + 5, y + height / 2);
    await page.getByRole('searchbox').focus();
    const focused = page.locator('main :focus');
    let beyond = 0;
    for (let tabs = 0; tabs < 30; tabs += 1) {
      await page.keyboard.press('Tab');
      if ((await focused.count()) === 0) break;
      expect(await isUnderToast(page, await boxOf(focused))).toBe(false);
      beyond = await page.evaluate(() => scrollY);
    }
    // Tiles that were all in sight would prove nothing: none of them would have been hidden.
    expect(beyond).toBeGreaterThan(200);
  });

  await test.step('a toast stays where it appeared when a dialog opens', async () => {
    const board = await createSharedBoard([léa], 'Sur place');
    await page.clock.install();
    // What waits for its stream says so first, in more lines.
    await openLive(page, `/board/${board.id}`);
    await log(page, breakfast.title);
    const place = await boxOf(toasts(page));
    await page.getByRole('main').getByRole('button', { name: dishes.title }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    expect(await boxOf(toasts(page))).toEqual(place);
    // The dialog lies over it: its buttons can be pressed.
    await dialog.getByRole('button', { name: 'Annuler' }).click({ trial: true });
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    expect(await boxOf(toasts(page))).toEqual(place);
  });

  await test.step('all that lies under toasts can be scrolled clear of them, at every size', async () => {
    const board = await createSharedBoard([léa], 'Place');
    await page.goto(`/board/${board.id}`);
    await expect(page.getByRole('button', { name: breakfast.title })).toBeVisible();
    // Time stands still: the toasts stay.
    await page.clock.pauseAt(Date.now() + 60_000);
    for (const title of [breakfast.title, dishes.title, breakfast.title]) {
      await page.getByRole('main').getByRole('button', { name: title }).click();
      await page.clock.runFor(500);
      await page.getByRole('dialog').getByRole('button', { name: confirms }).click();
      await page.clock.runFor(500);
      await expect(page.getByRole('dialog')).toBeHidden();
    }
    const add = page.getByRole('button', { name: 'Noter une action' });
    for (const [open, lasts] of [
      [page.getByRole('tab', { name: 'Scores' }), [page.getByRole('button', { name: "Inviter quelqu'un" })]],
      [page.getByRole('link', { name: 'Tableaux', exact: true }), [page.getByRole('button', { name: 'Nouveau tableau' }).last()]],
      // The round button is in nobody's way, and nobody in its.
      [page.getByRole('link', { name: 'Accueil', exact: true }), [page.getByRole('main').getByRole('listitem').last(), add]],
    ] as const) {
      await open.click();
      for (const [width, height] of sizes.slice(0, 5)) {
        await resize(page, { width, height });
        for (const last of lasts) await expectClear(page, last);
        expect(await isUnderToast(page, await boxOf(page.getByRole('navigation')))).toBe(false);
      }
    }
    for (const [width, height] of sizes.slice(0, 5)) {
      await resize(page, { width, height });
      expect(overlaps(await boxOf(add), await boxOf(page.getByRole('banner')))).toBe(false);
    }
  });
});

async function isUnderToast(page: Page, box: Box): Promise<boolean> {
  const all = await toasts(page).all();
  // A test that finds none would find nothing covered.
  if (all.length === 0) throw new Error('no toast');
  const boxes = await Promise.all(all.map(boxOf));
  return boxes.some((toast) => overlaps(box, toast));
}

/** Scrolled to the end of the page, `last` is above all toasts. The page's time goes on by a little at each look. */
async function expectClear(page: Page, last: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(20);
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
    // Its box would be waited for while the page's time stands still.
    expect(await last.isVisible()).toBe(true);
    expect(await isUnderToast(page, await boxOf(last))).toBe(false);
  }).toPass({ timeout: 60_000 });
}
