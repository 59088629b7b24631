/** A long list is drawn a few items at a time, and who reads it, jumps in it or walks through it notices nothing. */
import type { Browser, Locator, Page } from '@playwright/test';
import { makeBoard, newActivityId } from '../people.ts';
import {
  type Absentee,
  breakfast,
  createSharedBoard,
  logFromElsewhere,
  openLive,
  type Player,
  signUpAbsentee,
  signUpPlayer,
} from './players.ts';
import { expect, type RunningServer, test } from './server.ts';

test.use({ viewport: { width: 390, height: 844 } });

const rows = (page: Page) => page.getByRole('main').locator('ol > [data-key]');
/** The places of items that are not drawn yet. */
const undrawn = (page: Page) => page.getByRole('main').locator(':is(ol, ul) > [aria-hidden]');

test('150 activities are read to the last, a jump shows rows in their place, and news on top moves neither what is read nor the focus', async ({
  browser,
  server,
}) => {
  const { page, other, boardId } = await readerOf(150, browser, server);
  await goDown(page, 150);
  await expect(page.getByText('Tout a commencé ici.')).toBeVisible();
  for (const part of [0.7, 0.2, 0.5, 0]) {
    await jumpTo(page, part);
    expect(await isFilled(page), `at ${part} nothing is missing`).toBe(true);
    expect(await partOfPage(page), 'and one stays there').toBeCloseTo(part, 1);
  }
  await expect(rows(page).first()).toBeInViewport();

  const undo = rows(page)
    .nth(1)
    .getByRole('button', { name: /Annuler/ });
  await undo.focus();
  const focused = await undo.elementHandle();

  await test.step('news moves nothing that is read further down', async () => {
    await jumpTo(page, 0.6);
    const read = await rowRead(page);
    await logFromElsewhere(other, boardId, breakfast.title);
    await expect(rows(page)).toHaveCount(151);
    expect(Math.abs((await topOf(page, read)) - read.top)).toBeLessThanOrEqual(1);
  });

  await test.step('nor do several at once in a hidden tab', async () => {
    const read = await rowRead(page);
    // A hidden tab hears what comes, but is given no frame.
    const frames = await page.evaluateHandle(() => requestAnimationFrame);
    await page.evaluate(() => Object.assign(globalThis, { requestAnimationFrame: () => 0 }));
    await Promise.all(Array.from({ length: 30 }, () => logFromElsewhere(other, boardId, breakfast.title)));
    await expect(rows(page)).toHaveCount(181);
    // The page scrolls by whole pixels, and thirty rows that came are no whole number of them.
    expect(Math.abs((await topOf(page, read)) - read.top)).toBeLessThanOrEqual(1.5);
    await page.evaluate((shown) => Object.assign(globalThis, { requestAnimationFrame: shown }), frames);
  });

  await test.step('the focus is where it was, and the Tab key goes on from there', async () => {
    expect(await focused?.evaluate((button) => button === document.activeElement)).toBe(true);
    await rows(page).nth(32).getByRole('button').last().focus();
    await page.keyboard.press('Tab');
    await expect(rows(page).nth(33)).toBeInViewport();
    expect(
      await rows(page)
        .nth(33)
        .evaluate((row) => row.contains(document.activeElement)),
    ).toBe(true);
  });
});

test('news on top moves nothing that is read in a browser without scroll anchoring', async ({ browser, server }) => {
  const { page, other, boardId } = await readerOf(60, browser, server, () => {
    // As in Safari. This runs before any script of the page.
    CSS.supports = () => false;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { overflow-anchor: none !important }');
    document.adoptedStyleSheets.push(sheet);
  });
  await goDown(page, 60);
  await jumpTo(page, 0.5);
  const read = await rowRead(page);
  await logFromElsewhere(other, boardId, breakfast.title);
  await expect(rows(page)).toHaveCount(61);
  expect(Math.abs((await topOf(page, read)) - read.top)).toBeLessThanOrEqual(1);
});

test('few of 300 actions are drawn at first, all are found, and the end of them is reached; a request that is scrolled in is there at once', async ({
  browser,
  server,
}) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  const actions = Array.from({ length: 300 }, (_, index) => ({ title: `Vase numéro ${index} apporté`, points: 5 }));
  const board = await makeBoard('Poterie', [léa], actions);
  const { page } = léa;
  const tiles = page.getByRole('main').locator('ul > [data-key]');
  await page.addInitScript(watchTiles);
  await page.goto(`/board/${board.id}`);
  await expect(tiles.first()).toContainText('Vase numéro 0 ');
  // A jump that does not wait until all are drawn.
  await jumpTo(page, 1);
  await expect(page.getByRole('button', { name: 'Vase numéro 299 apporté' })).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Ajouter une action' })).toBeInViewport();
  await expect(tiles).toHaveCount(300);
  await expect(undrawn(page)).toHaveCount(0);
  const drawn = await page.evaluate(() => (globalThis as unknown as { drawn: number[] }).drawn);
  expect(drawn[0], 'those at the start come first').toBe(24);
  expect(Math.max(...drawn.slice(1)), 'and the others a few at a time').toBeLessThanOrEqual(24);
  await jumpTo(page, 0.5);
  expect(await partOfPage(page)).toBeCloseTo(0.5, 1);

  await page.getByRole('searchbox').fill('150');
  await expect(page.getByRole('button', { name: 'Vase numéro 150 apporté' })).toBeInViewport();
  await expect(tiles).toHaveCount(1);
  await page.getByRole('searchbox').fill('');
  await expect(page.getByRole('button', { name: 'Vase numéro 0 apporté' })).toBeInViewport();
  await expect(tiles).toHaveCount(300);

  await test.step('a request that is scrolled in is there at once', async () => {
    const max = await signUpAbsentee(server, 'Max');
    const invite = (_: unknown, index: number) =>
      max.does('POST /api/boards', { body: { title: `Tableau ${index}`, actions: [breakfast], invited: [léa.name] } });
    await Promise.all(Array.from({ length: 70 }, invite));
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto('/requests');
    await expect(rows(page)).toHaveCount(70);
    const announced = (row: Locator) => row.evaluate((one) => getComputedStyle(one).animationName !== 'none');
    expect(await announced(rows(page).first())).toBe(true);
    await jumpTo(page, 1);
    await expect(rows(page).last()).toBeInViewport();
    expect(await announced(rows(page).last())).toBe(false);
  });
});

interface Reader extends Player {
  other: Absentee;
  boardId: string;
}

/** Somebody who looks at the Notifications of a board with so many activities, all their own. */
async function readerOf(count: number, browser: Browser, server: RunningServer, before?: () => void): Promise<Reader> {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa'), await signUpAbsentee(server, 'Max')];
  const board = await createSharedBoard([léa, max], 'Long');
  const [actionId = ''] = board.actions.map(({ id }) => id);
  const log = () =>
    léa.does('POST /api/boards/:boardId/activities', { params: { boardId: board.id }, body: { id: newActivityId(), actionId } });
  for (let logged = 0; logged < count; logged += 30) await Promise.all(Array.from({ length: 30 }, log));
  if (before) await léa.page.addInitScript(before);
  await openLive(léa.page, `/board/${board.id}?tab=notifications`);
  await expect(rows(léa.page).first()).toBeVisible();
  return { ...léa, other: max, boardId: board.id };
}

interface ReadRow {
  key: string | null;
  top: number;
}

/** The first row that is seen whole below the bars. */
function rowRead(page: Page): Promise<ReadRow> {
  return page.evaluate(() => {
    const row = [...document.querySelectorAll('main ol > [data-key]')].find((one) => one.getBoundingClientRect().top > 200);
    if (!row) throw new Error('nothing is read');
    return { key: row.getAttribute('data-key'), top: row.getBoundingClientRect().top };
  });
}

async function topOf(page: Page, { key }: ReadRow): Promise<number> {
  return (await page.locator(`[data-key="${key}"]`).boundingBox())?.y ?? Number.NaN;
}

async function jumpTo(page: Page, part: number): Promise<void> {
  await page.evaluate((to) => scrollTo({ top: document.documentElement.scrollHeight * to, behavior: 'instant' }), part);
}

/** Goes down to the last of so many, a page after the other. */
async function goDown(page: Page, count: number): Promise<void> {
  await expect(async () => {
    await jumpTo(page, 1);
    expect(await rows(page).count()).toBe(count);
    await expect(rows(page).last()).toBeInViewport({ timeout: 500 });
  }).toPass({ intervals: [100] });
}

/** Runs in the page: how many tiles came together each time. */
function watchTiles(): void {
  const drawn: number[] = [];
  Object.assign(globalThis, { drawn });
  new MutationObserver(() => {
    const known = drawn.reduce((sum, count) => sum + count, 0);
    const now = document.querySelectorAll('main ul > [data-key]').length;
    if (now > known) drawn.push(now - known);
  }).observe(document, { childList: true, subtree: true });
}

function partOfPage(page: Page): Promise<number> {
  return page.evaluate(() => scrollY / document.documentElement.scrollHeight);
}

/** Whether rows are seen, and no place of one that is not drawn. */
function isFilled(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const inSight = [...document.querySelectorAll('main ol > *')].filter((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    });
    return inSight.length > 0 && inSight.every((one) => one.hasAttribute('data-key'));
  });
}
