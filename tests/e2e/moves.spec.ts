/** The moves of others on the board that is open, and that one message stands there at a time. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { OpenedBoard } from '#shared/boards';
import { violationsOn } from './axe.ts';
import { boxOf, overlaps, resize, sizes } from './boxes.ts';
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
import { confirms } from './words.ts';

const riposte = (page: Page) => page.locator('[data-riposte]');
const header = (page: Page) => page.getByRole('main').locator('header');
const toasts = (page: Page) => page.locator('[data-toast]');

async function log(page: Page, title: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: title }).click();
  await page.getByRole('dialog').getByRole('button', { name: confirms }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

async function logNamed(player: Absentee, boardId: string): Promise<string> {
  const { actions } = await player.call<OpenedBoard>('GET', `/api/boards/${boardId}`);
  const id = randomUUID();
  await player.call('POST', `/api/boards/${boardId}/activities`, { id, actionId: actions[0]?.id });
  return id;
}

/** On another board they unlock what a gain by night, and the same after somebody else, are worth: its medal would take the place of a toast. */
async function unlockBefore(...people: readonly [Absentee, ...Absentee[]]): Promise<void> {
  const board = await createSharedBoard(people, 'Ailleurs');
  for (const one of people) await logNamed(one, board.id);
}

/** Records what the page only shows for a moment. */
async function recordMoves(page: Page): Promise<() => Promise<{ crowns: number; hops: number; rains: number; scores: string[] }>> {
  await page.addInitScript(() => {
    const seen = { crowns: 0, hops: 0, rains: 0, scores: [] as string[] };
    Object.assign(globalThis, { seen });
    new MutationObserver((changes) => {
      const score = document.querySelector('main header [data-member] [data-score]')?.textContent;
      if (score && score !== seen.scores.at(-1)) seen.scores.push(score);
      for (const { addedNodes } of changes)
        for (const node of addedNodes) {
          if (!(node instanceof HTMLElement)) continue;
          if (node.matches('[data-crown-flight]')) seen.crowns += 1;
          if (node.matches('[data-rain]')) seen.rains += 1;
        }
    }).observe(document, { childList: true, subtree: true, characterData: true });
    const { animate } = Element.prototype;
    Element.prototype.animate = function (this: Element, ...given: Parameters<typeof animate>) {
      if (this.matches('[data-face]')) seen.hops += 1;
      return animate.apply(this, given);
    };
  });
  return () =>
    page.evaluate(() => (globalThis as unknown as { seen: { crowns: number; hops: number; rains: number; scores: string[] } }).seen);
}

test('what another logs on the open board is told above the scores, on every tab; a press offers the reactions', async ({
  browser,
  server,
}) => {
  const viewport = { width: 390, height: 844 };
  const léa = await signUpPlayer(browser, server, 'Léa', { viewport, reducedMotion: 'no-preference' });
  const max = await signUpAbsentee(server, 'Max');
  const board = await createSharedBoard([léa, max], 'Nous deux');
  const { page } = léa;
  const seen = await recordMoves(page);
  await openLive(page, `/board/${board.id}?tab=scores`);
  const id = await logNamed(max, board.id);
  const button = riposte(page).getByRole('button', { name: 'Réagir', description: `${max.name} : ${breakfast.title} +20` });
  await expect(button).toBeVisible();
  await expect(page.locator('[aria-live="polite"]').filter({ hasText: `${max.name} : ${breakfast.title} +20` })).toHaveCount(1);
  await expect(header(page)).toContainText(/Max\S* \+20/);
  expect((await seen()).hops).toBe(1);
  await expect(riposte(page)).toContainText(`+20 🥐${breakfast.title}`);
  // In the bar above the header, over none of its parts.
  await expect(async () => {
    const [box, bar] = [await boxOf(button), await boxOf(page.getByRole('banner'))];
    expect(Math.round(box.height)).toBeGreaterThanOrEqual(44);
    expect(box.y >= bar.y && box.y + box.height <= bar.y + bar.height).toBe(true);
    expect(overlaps(box, await boxOf(header(page)))).toBe(false);
    expect(overlaps(box, await boxOf(page.getByRole('button', { name: 'Ouvrir le menu du profil' })))).toBe(false);
  }).toPass();

  // What is open stays, and what is chosen reaches the other.
  await button.click();
  await page.getByRole('menuitemcheckbox').first().click();
  await expect(riposte(page)).toHaveCount(0);
  await expect
    .poll(async () => {
      const { activities } = await max.call<OpenedBoard>('GET', `/api/boards/${board.id}`);
      return activities.activities.find((one) => one.id === id)?.reactions?.length;
    })
    .toBe(1);

  // The newest of several, and how many; what is undone is withdrawn.
  await page.getByRole('tab', { name: 'Notifications' }).click();
  const [first, second] = [await logNamed(max, board.id), await logNamed(max, board.id)];
  await expect(riposte(page)).toContainText('et 1 autre');
  for (const one of [first, second]) await max.call('POST', `/api/boards/${board.id}/activities/${one}/undo`);
  await expect(riposte(page)).toHaveCount(0);

  // Where the header is scrolled away, too.
  await page.getByRole('tab', { name: 'Actions' }).click();
  await resize(page, { width: 390, height: 480 });
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
  await logNamed(max, board.id);
  await expect(page.getByRole('banner').locator('[data-riposte]')).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  // After four seconds it is gone by itself, and so is one of a board that was lost.
  await expect(riposte(page)).toHaveCount(0);
  await logNamed(max, board.id);
  await expect(riposte(page)).toHaveCount(1);
  await léa.call('DELETE', `/api/boards/${board.id}`);
  await expect(page).toHaveURL('/boards');
  await expect(riposte(page)).toHaveCount(0);
});

test('the crown flies to who takes the lead once both have logged, and one card says so with what was noted; a reaction rains', async ({
  browser,
  server,
}) => {
  const léa = await signUpPlayer(browser, server, 'Léa', { reducedMotion: 'no-preference' });
  const max = await signUpAbsentee(server, 'Max');
  const board = await createSharedBoard([léa, max], 'Nous deux');
  await unlockBefore(max, léa);
  const { page } = léa;
  const seen = await recordMoves(page);
  await openLive(page, `/board/${board.id}`);
  const crowned = page.locator('[data-member]').filter({ has: page.locator('[data-crowned]') });
  const rope = header(page).locator('[data-rope]');
  const pull = () => rope.evaluate((element) => element.style.getPropertyValue('--pull'));
  expect(await pull()).toBe('0.5');

  // +20 against nothing is no lead.
  await log(page, breakfast.title);
  await expect(toasts(page).getByText("C'est noté : +20")).toBeVisible();
  await expect.poll(pull).toBe('1');
  await expect(crowned).toHaveCount(0);
  await logFromElsewhere(max, board.id, breakfast.title);
  await expect(header(page)).toContainText(/Max\S* \+20/);
  await expect(crowned).toHaveCount(0);
  await expect(page.getByText('vous prenez la tête', { exact: false })).toHaveCount(0);

  await toasts(page).getByRole('button', { name: 'Fermer le message' }).click();
  await log(page, breakfast.title);
  await expect(crowned).toContainText('Vous');
  await expect(toasts(page).filter({ hasText: "C'est noté : +20 · vous prenez la tête 👑" })).toBeVisible();
  await expect(toasts(page)).toHaveCount(1);
  await expect(page.locator('[data-crown-flight]')).toHaveCount(0);
  expect((await seen()).crowns).toBe(1);
  // Not once were the points taken back meanwhile.
  expect((await seen()).scores).toEqual(['0', '+20', '+40']);

  // Taken back, it is said no more.
  await toasts(page).getByRole('button', { name: 'Annuler' }).click();
  await expect(crowned).toHaveCount(0);
  await expect(page.getByText('vous prenez la tête', { exact: false })).toHaveCount(0);

  await test.step('a reaction to what one has logged rains from the bubble that tells of it', async () => {
    const mine = await logNamed(léa, board.id);
    await openLive(page, '/requests');
    await max.call('PUT', `/api/boards/${board.id}/activities/${mine}/reactions/${encodeURIComponent('😂')}`);
    await expect.poll(async () => (await seen()).rains).toBe(1);
    await expect(page.locator('[data-rain]')).toHaveCount(0);
  });
});

test('under reduced motion nothing hops, flies or rains, and all is said, also a lead that is taken before the code has come that tells of it', async ({
  browser,
  server,
}) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  const max = await signUpAbsentee(server, 'Max');
  const { page } = léa;

  await test.step('a lead that is taken before the code has come that tells of it is told all the same', async () => {
    const board = await createSharedBoard([léa, max], 'Tard');
    await logFromElsewhere(max, board.id, breakfast.title);
    await logFromElsewhere(max, board.id, dishes.title);
    await logFromElsewhere(léa, board.id, breakfast.title);
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/assets/board-moves-*.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`/board/${board.id}`);
    const total = page.getByRole('paragraph').filter({ hasText: 'Score du tableau' });
    await expect(total).toHaveText('Score du tableau +25');
    await logFromElsewhere(max, board.id, breakfast.title);
    await expect(total).toHaveText('Score du tableau +45');
    release();
    await expect(page.getByText(`${max.name} prend la tête !`)).toHaveCount(1);
  });

  await page.unrouteAll();

  await test.step('nothing hops, flies or rains, and all is said', async () => {
    const board = await createSharedBoard([léa, max], 'Calme');
    await logFromElsewhere(max, board.id, dishes.title);
    const mine = await logNamed(léa, board.id);
    const seen = await recordMoves(page);
    await openLive(page, `/board/${board.id}`);
    await logNamed(max, board.id);
    await expect(riposte(page)).toBeVisible();
    await logNamed(max, board.id);
    // The bubble that shows what was logged says it, and no card beside it; it is announced, once.
    await expect(riposte(page)).toContainText(`${max.name} prend la tête 👑`);
    await expect(page.getByRole('status').getByText(`${max.name} prend la tête !`, { exact: true })).toHaveCount(1);
    await expect(page.getByText(`${max.name} prend la tête !`)).toHaveCount(1);
    await expect(toasts(page)).toHaveCount(0);
    // Looked for in each frame from before it comes: it stands for some seconds.
    const told = page
      .getByRole('banner')
      .getByRole('link', { name: `${max.name} a réagi 😂` })
      .waitFor();
    await max.call('PUT', `/api/boards/${board.id}/activities/${mine}/reactions/${encodeURIComponent('😂')}`);
    await told;
    expect(await seen()).toMatchObject({ crowns: 0, hops: 0, rains: 0 });
  });
});

test('the only button of a screen is covered by no message, with one, two and five, at any size', async ({ browser, server }) => {
  test.slow();
  const léa = await signUpPlayer(browser, server, 'Léa');
  const board = await createSharedBoard([léa], 'Seule');
  await unlockBefore(léa);
  const { page } = léa;
  await openLive(page, `/board/${board.id}`);
  const invite = page.getByRole('button', { name: "Inviter quelqu'un" });
  let logs = 0;
  for (const count of [1, 2, 5]) {
    await page.getByRole('tab', { name: 'Actions' }).click();
    for (; logs < count; logs += 1) await log(page, breakfast.title);
    await page.getByRole('tab', { name: 'Scores' }).click();
    // A focus holds it.
    await toasts(page).getByRole('button', { name: 'Annuler' }).first().focus();
    await expect(toasts(page)).toHaveCount(1);
    for (const [width, height] of sizes) {
      await resize(page, { width, height });
      await expect(async () => {
        expect(overlaps(await boxOf(invite), await boxOf(toasts(page)))).toBe(false);
      }, `${count} at ${width} × ${height}`).toPass({ timeout: 20_000 });
    }
    await page.getByRole('heading', { level: 1 }).focus();
  }
});
