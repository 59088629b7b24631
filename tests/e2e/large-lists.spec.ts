/** However long a list is, as much of it is drawn as can be seen, and who reads, hears or walks through it notices nothing. */
import type { Browser, Locator, Page } from '@playwright/test';
import { makeBoard, newActivityId } from '../people.ts';
import { breakfast, createSharedBoard, logFromElsewhere, openLive, type Player, signUpPlayer } from './players.ts';
import { expect, type RunningServer, test } from './server.ts';

test.use({ viewport: { width: 390, height: 844 } });

/** More than are ever drawn at once on a phone; each is some 150 pixels high. */
const most = 60;
/** What is seen, and some beside it. A page of the list has 30. */
const mostTogether = 15;
const rows = (page: Page) => page.getByRole('main').locator('ol > [data-key]');

test('of 150 activities that were read no more are drawn than lie around what is seen, each in its place', async ({ browser, server }) => {
  const { page } = await readerOf(150, browser, server);
  const watched = await page.evaluateHandle(watchRows);
  await goDown(page, 150);
  expect(await rows(page).count()).toBeLessThanOrEqual(most);
  await expect(page.getByText('Tout a commencé ici.')).toBeVisible();
  const heightBefore = await page.evaluate(() => document.documentElement.scrollHeight);

  // Up again, by jumps that nothing can foresee.
  for (const part of [0.7, 0.2, 0.5, 0]) {
    await page.evaluate((to) => scrollTo({ top: document.documentElement.scrollHeight * to, behavior: 'instant' }), part);
    await expect.poll(() => isFilled(page), `at ${part} nothing is missing`).toBe(true);
    expect(await partOfPage(page), 'and one stays there').toBeCloseTo(part, 1);
    expect(await rows(page).count()).toBeLessThanOrEqual(most);
  }
  expect((await watched.jsonValue()).most, 'a page that came, too, is drawn a few rows at a time').toBeLessThanOrEqual(mostTogether);
  await expect(rows(page).first()).toHaveAttribute('aria-posinset', '1');
  await expect(rows(page).first()).toHaveAttribute('aria-setsize', '150');
  expect(Math.abs((await page.evaluate(() => document.documentElement.scrollHeight)) - heightBefore)).toBeLessThanOrEqual(2);
});

test('what is read and what has the focus stay, whatever one scrolls to and whatever comes, also to a hidden tab', async ({
  browser,
  server,
}) => {
  const { page, other, boardId } = await readerOf(90, browser, server);
  await goDown(page, 90);
  await test.step('what has the focus stays while one scrolls away, and the way goes on from there', async () => {
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await expect(rows(page).first()).toBeInViewport();
    const undo = (place: number) => page.locator(`[aria-posinset="${place}"]`).getByRole('button', { name: /Annuler/ });
    await undo(2).focus();
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
    await expect(page.locator('[aria-posinset="90"]')).toBeInViewport();
    await expect(page.locator('[aria-posinset="20"]')).toHaveCount(0);
    await expect(undo(2)).toBeFocused();
    await page.locator('[aria-posinset="2"]').getByRole('button').last().focus();
    await page.keyboard.press('Tab');
    await expect(page.locator('[aria-posinset="3"]')).toBeInViewport();
    expect(await page.evaluate(() => document.activeElement?.closest('[aria-posinset]')?.getAttribute('aria-posinset'))).toBe('3');
  });

  await test.step('news on top moves nothing that is read further down', async () => {
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight * 0.6, behavior: 'instant' }));
    await expect.poll(() => isFilled(page)).toBe(true);
    const read = await rowRead(page);
    await logFromElsewhere(other, boardId, breakfast.title);
    const row = page.locator(`[data-key="${read.key}"]`);
    await expect(row).toHaveAttribute('aria-posinset', String(read.place + 1));
    await expect.poll(async () => Math.abs(((await row.boundingBox())?.y ?? 0) - read.top)).toBeLessThanOrEqual(1);

    // While a finger is on the page it is not scrolled by anybody else; once it rests, what has come is given its room.
    const touch = (type: 'touchstart' | 'touchend') =>
      page.evaluate((name) => {
        const touches = name === 'touchstart' ? [new Touch({ identifier: 0, target: document.body })] : [];
        document.body.dispatchEvent(new TouchEvent(name, { touches, bubbles: true }));
      }, type);
    const scrolled = () => page.evaluate(() => scrollY);
    const before = await scrolled();
    await touch('touchstart');
    await logFromElsewhere(other, boardId, breakfast.title);
    await expect(row).toHaveAttribute('aria-posinset', String(read.place + 2));
    expect(Math.abs(((await row.boundingBox())?.y ?? 0) - read.top)).toBeLessThanOrEqual(1);
    expect(await scrolled()).toBe(before);
    await touch('touchend');
    await expect.poll(scrolled).toBeGreaterThan(before + 50);
    expect(Math.abs(((await row.boundingBox())?.y ?? 0) - read.top)).toBeLessThanOrEqual(1);
  });

  await test.step('whatever came while the tab was hidden, what is read and what has the focus are still there', async () => {
    // First where all above is drawn, then far below it; the focus is in the first row, where one began.
    let [first, news] = [1, 0];
    for (const part of [0.06, 0.6]) {
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      await expect(rows(page).first()).toBeInViewport();
      const undo = page.locator(`[aria-posinset="${first}"]`).getByRole('button', { name: /Annuler/ });
      const focused = await undo.elementHandle();
      await undo.focus();
      await page.evaluate((to) => scrollTo({ top: document.documentElement.scrollHeight * to, behavior: 'instant' }), part);
      await expect.poll(() => isFilled(page)).toBe(true);
      const read = await rowRead(page);

      // A hidden tab hears what comes, but is given no frame.
      const frames = await page.evaluateHandle(() => requestAnimationFrame);
      await page.evaluate(() => Object.assign(globalThis, { requestAnimationFrame: () => 0 }));
      await Promise.all(Array.from({ length: 30 }, () => logFromElsewhere(other, boardId, breakfast.title)));
      const row = page.locator(`[data-key="${read.key}"]`);
      news += 30;
      first = news + 1;
      await expect(row).toHaveAttribute('aria-posinset', String(read.place + 30));
      // The page scrolls by whole pixels, and thirty rows that came are no whole number of them.
      expect(Math.abs(((await row.boundingBox())?.y ?? 0) - read.top)).toBeLessThanOrEqual(1.5);
      expect(await focused?.evaluate((button) => button === document.activeElement)).toBe(true);
      await page.evaluate((shown) => Object.assign(globalThis, { requestAnimationFrame: shown }), frames);
    }
  });
});

test('news on top of a list that was drawn whole takes nothing away', async ({ browser, server }) => {
  const { page, other, boardId } = await readerOf(most, browser, server);
  await expect(async () => {
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
    await expect(rows(page)).toHaveCount(most, { timeout: 500 });
  }).toPass();
  const undo = rows(page)
    .last()
    .getByRole('button', { name: /Annuler/ });
  await undo.focus();
  const focused = await undo.elementHandle();
  await logFromElsewhere(other, boardId, breakfast.title);
  await expect(page.locator(`[aria-posinset="${most + 1}"]`)).toBeInViewport();
  expect(await focused?.evaluate((button) => button === document.activeElement)).toBe(true);
});

test('of 300 actions the tiles that can be seen are drawn; all are found, and the end of them is reached', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  const actions = Array.from({ length: 300 }, (_, index) => ({ title: `Vase numéro ${index} apporté`, points: 5 }));
  const board = await makeBoard('Poterie', [léa], actions);
  const { page } = léa;
  await page.goto(`/board/${board.id}`);
  const tiles = page.getByRole('main').locator('ul > [data-key]');
  await expect(tiles.first()).toContainText('Vase numéro 0 ');
  expect(await tiles.count()).toBeLessThanOrEqual(most);

  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight / 2, behavior: 'instant' }));
  await expect.poll(() => isFilled(page)).toBe(true);
  expect(await partOfPage(page)).toBeCloseTo(0.5, 1);
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
  await expect(page.getByRole('button', { name: 'Vase numéro 299 apporté' })).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Ajouter une action' })).toBeInViewport();
  expect(await tiles.count()).toBeLessThanOrEqual(most);
  const last = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Ajouter une action' }) });
  await expect(last, 'all that is in the list is counted').toHaveAttribute('aria-posinset', '301');
  await expect(last).toHaveAttribute('aria-setsize', '301');

  await page.getByRole('searchbox').fill('150');
  await expect(page.getByRole('button', { name: 'Vase numéro 150 apporté' })).toBeInViewport();
  await expect(last, 'a list that is whole is told by the browser itself').not.toHaveAttribute('aria-posinset');
  // Whatever holds the place of a long list, nothing keeps the browser from doing so now.
  expect(
    await page.locator('main *').evaluateAll((all) => all.filter((one) => getComputedStyle(one).overflowAnchor === 'none').length),
  ).toBe(0);
  await page.getByRole('searchbox').fill('');
  await expect(page.getByRole('button', { name: 'Vase numéro 0 apporté' })).toBeInViewport();
});

test('a request that is scrolled in is there at once', async ({ browser, server }) => {
  const options = { reducedMotion: 'no-preference' } as const;
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa'), await signUpPlayer(browser, server, 'Max', options)];
  const invite = (_: unknown, index: number) =>
    léa.does('POST /api/boards', { body: { title: `Tableau ${index}`, actions: [breakfast], invited: [max.name] } });
  await Promise.all(Array.from({ length: 70 }, invite));
  const { page } = max;
  await page.goto('/requests');
  await expect(rows(page).first()).toHaveAttribute('aria-setsize', '70');
  const announced = (row: Locator) => row.evaluate((one) => getComputedStyle(one).animationName !== 'none');
  expect(await announced(rows(page).first())).toBe(true);
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
  await expect(page.locator('[aria-posinset="70"]')).toBeInViewport();
  expect(await announced(page.locator('[aria-posinset="70"]'))).toBe(false);
});

interface Reader extends Player {
  other: Player;
  boardId: string;
}

/** Somebody who looks at the Notifications of a board with so many activities, all their own. */
async function readerOf(count: number, browser: Browser, server: RunningServer): Promise<Reader> {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa'), await signUpPlayer(browser, server, 'Max')];
  const board = await createSharedBoard([léa, max], 'Long');
  const [actionId = ''] = board.actions.map(({ id }) => id);
  const log = () =>
    léa.does('POST /api/boards/:boardId/activities', { params: { boardId: board.id }, body: { id: newActivityId(), actionId } });
  for (let logged = 0; logged < count; logged += 30) await Promise.all(Array.from({ length: 30 }, log));
  await openLive(léa.page, `/board/${board.id}?tab=notifications`);
  await expect(rows(léa.page).first()).toBeVisible();
  return { ...léa, other: max, boardId: board.id };
}

interface ReadRow {
  key: string | null;
  place: number;
  top: number;
}

/** The first row that is seen whole below the bars. */
function rowRead(page: Page): Promise<ReadRow> {
  return page.evaluate(() => {
    const row = [...document.querySelectorAll('main ol > [data-key]')].find((one) => one.getBoundingClientRect().top > 200);
    if (!row) throw new Error('nothing is read');
    return { key: row.getAttribute('data-key'), top: row.getBoundingClientRect().top, place: Number(row.getAttribute('aria-posinset')) };
  });
}

/** To the last of so many, a page after the other. */
async function goDown(page: Page, count: number): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
    await expect(page.locator(`[aria-posinset="${count}"]`)).toBeInViewport({ timeout: 500 });
  }).toPass();
}

/** Runs in the page: how many rows come together, at most. */
function watchRows(): { most: number } {
  const watched = { most: 0 };
  new MutationObserver((changes) => {
    const rowsThatCame = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => (node as Element).matches?.('[data-key]'));
    watched.most = Math.max(watched.most, rowsThatCame.length);
  }).observe(document.body, { childList: true, subtree: true });
  return watched;
}

function partOfPage(page: Page): Promise<number> {
  return page.evaluate(() => scrollY / document.documentElement.scrollHeight);
}

/** Whether no hole is seen. */
function isFilled(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[data-hole]')].every((hole) => {
      const { top, bottom } = hole.getBoundingClientRect();
      return bottom <= 0 || top >= innerHeight;
    }),
  );
}
