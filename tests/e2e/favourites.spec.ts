/** Actions that one keeps at hand: first among the tiles, and on Accueil logged by one press (B15, U7). */
import type { Locator, Page } from '@playwright/test';
import type { OpenedBoard } from '#shared/boards';
import { tellInBrowser } from '../figures.ts';
import { violationsOn } from './axe.ts';
import { boxOf, overlaps, resize, sizes } from './boxes.ts';
import {
  followFromElsewhere,
  breakfast,
  createSharedBoard,
  dishes,
  keepNothing,
  logFromElsewhere,
  openLive,
  type Player,
  signUpPlayer,
} from './players.ts';
import { expect, test } from './server.ts';
import { asksToConfirm } from './words.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
const tiles = (page: Page) => page.getByRole('tabpanel', { name: 'Actions' }).getByRole('listitem');
const bubbles = (page: Page) => page.getByRole('region', { name: 'Activités récentes' }).getByRole('listitem');
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' });
const total = (page: Page) => page.getByRole('paragraph').filter({ hasText: 'Score du tableau' });
const quick = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const logged = async (player: Player, boardId: string) => {
  const { activities } = await player.call<OpenedBoard>('GET', `/api/boards/${boardId}`);
  return activities.activities.filter(({ undone }) => !undone).map(({ title }) => title);
};
const pathOf = async (player: Player, boardId: string, title: string) => {
  const { actions } = await player.call<OpenedBoard>('GET', `/api/boards/${boardId}`);
  return `/api/boards/${boardId}/actions/${actions.find((action) => action.title === title)?.id}`;
};
const mark = async (player: Player, boardId: string, title: string, method: 'PUT' | 'DELETE' = 'PUT') =>
  await player.call(method, `${await pathOf(player, boardId, title)}/favourite`);
/** Leaves Accueil and comes back. */
const visitAgain = async (page: Page) => {
  await page.getByRole('link', { name: 'Voir mes tableaux' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mes tableaux' })).toBeVisible();
  await page.getByRole('link', { name: 'Accueil' }).click();
};
/** Holds back what is logged from Accueil by one press, until it is let go. */
const holdQuick = async (page: Page) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/favourites', async (route) => {
    await held;
    await route.continue();
  });
  return () => release();
};

test('a star puts an action first, and on Accueil one press logs it, which can be undone', async ({ browser, server }) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa', phone), await signUpPlayer(browser, server, 'Max')];
  const board = await createSharedBoard([léa, max], 'Nous deux');
  await openLive(max.page, `/board/${board.id}`);
  const { page } = léa;
  await page.goto(`/board/${board.id}`);
  await expect(page.getByRole('heading', { name: 'Mes favorites' })).toHaveCount(0);
  await page.getByRole('button', { name: dishes.title }).click();
  const dialog = page.getByRole('dialog', { name: asksToConfirm });
  const star = dialog.getByRole('button', { name: 'Ajouter aux favorites', exact: true });
  await star.click();
  const unstar = dialog.getByRole('button', { name: 'Retirer des favorites', exact: true });
  await expect(unstar).toBeVisible();
  // The name says what a press does: a state beside it would say the opposite.
  await expect(unstar).not.toHaveAttribute('aria-pressed');
  await page.keyboard.press('Escape');
  const inOrder = ['Mes favorites', dishes.title, 'Les autres actions', breakfast.title, 'Ajouter une action'];
  await expect(tiles(page)).toContainText(inOrder);
  // The tile that was moved is the one that was pressed.
  await expect(page.getByRole('button', { name: dishes.title })).toBeFocused();

  await page.getByRole('link', { name: 'Accueil' }).click();
  await expect(page.getByRole('heading', { name: 'Mes favorites' })).toBeVisible();
  await quick(page, 'Vaisselle oubliée, −15, NOUS DEUX').click();
  await expect(bubbles(page)).toHaveCount(1);
  await expect(messages(page)).toContainText('Noté, merci pour la franchise : −15');
  await expect(total(max.page)).toHaveText('Score du tableau −15');
  // It came after whatever had been told of the star.
  await expect(max.page.getByRole('heading', { name: 'Mes favorites' })).toHaveCount(0);
  await messages(page).getByRole('button', { name: 'Annuler' }).click();
  await expect(total(max.page)).toHaveText('Score du tableau 0');

  await page.goto(`/board/${board.id}`);
  await page.getByRole('button', { name: dishes.title }).click();
  await unstar.click();
  await expect(star).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Mes favorites' })).toHaveCount(0);
});

test('from opening the app to a logged favourite it takes one tap, and a double one logs once (U7)', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa', phone);
  const board = await createSharedBoard([léa], 'Nous deux');
  await mark(léa, board.id, breakfast.title);
  await mark(léa, board.id, dishes.title);
  const { page } = léa;
  let taps = 0;
  const tap = async (what: Locator) => {
    taps += 1;
    await what.tap();
  };
  // What the icon of the installed app opens.
  await page.goto('/dashboard');
  await tap(quick(page, 'Petit-déj au lit, +20, NOUS DEUX'));
  await expect(messages(page)).toContainText("C'est noté : +20");
  await expect.poll(() => logged(léa, board.id)).toEqual([breakfast.title]);
  tellInBrowser(test.info(), 'U7', `${taps} tap`);
  expect(taps).toBe(1);

  await quick(page, 'Vaisselle oubliée, −15, NOUS DEUX').dblclick();
  await expect(bubbles(page)).toHaveCount(2);
  // Sent in order: whatever had been logged with the double press is there before it.
  // The mouse presses here: a browser takes a tap that comes so soon after the first one for the second half of a double tap.
  await quick(page, 'Petit-déj au lit, +20, NOUS DEUX').click();
  await expect.poll(() => logged(léa, board.id)).toEqual([breakfast.title, dishes.title, breakfast.title]);
});

test('no tile of Accueil changes under the finger, and the first press after an edit logs nothing (D5)', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa', phone);
  const board = await createSharedBoard([léa], 'Nous deux');
  await léa.call('POST', `/api/boards/${board.id}/actions`, { actions: [{ title: 'Câlin', points: 5 }] });
  const { page } = léa;
  await mark(léa, board.id, dishes.title);
  await mark(léa, board.id, breakfast.title);
  await openLive(page, '/dashboard');
  const row = page.getByRole('region', { name: 'Mes favorites' }).getByRole('button');
  const [vaisselle, petitDej] = [quick(page, 'Vaisselle oubliée, −15, NOUS DEUX'), quick(page, 'Petit-déj au lit, +20, NOUS DEUX')];
  await expect(petitDej).toBeVisible();

  const release = await holdQuick(page);
  const asked = page.waitForRequest('**/api/favourites');
  const path = await pathOf(léa, board.id, breakfast.title);
  await léa.call('PATCH', await pathOf(léa, board.id, dishes.title), { retired: true });
  await léa.call('PATCH', path, { title: 'Petit-déj raté', points: -25 });
  await mark(léa, board.id, 'Câlin');
  await asked;
  await expect(vaisselle).toBeEnabled();
  release();
  await expect(vaisselle).toBeDisabled();
  await expect(row).toHaveText([/Vaisselle oubliée/, /Petit-déj au lit/]);

  // Its first press shows what it is now.
  await petitDej.tap();
  const raté = quick(page, 'Petit-déj raté, −25, NOUS DEUX');
  await expect(raté).toBeVisible();
  await expect(messages(page)).toContainText("Cette action vient d'être modifiée.");
  // Until then it would be the second half of a double press.
  await page.waitForFunction((pressed) => performance.now() > pressed + 500, await page.evaluate(() => performance.now()));
  // For a finger it is a button like the others; what is pressed after it is logged after it.
  await vaisselle.tap({ force: true });
  await raté.tap();
  await expect.poll(() => logged(léa, board.id)).toEqual(['Petit-déj raté']);
  await expect(row).toHaveText([/Vaisselle oubliée/, /Petit-déj raté/]);

  await visitAgain(page);
  await expect(row).toHaveText([/Petit-déj raté/, /Câlin/]);
});

test('what stands above the feed moves nothing, at any size, and is not there without favourites or habits', async ({
  browser,
  server,
}) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  // What it kept of an earlier visit would be shown at once.
  await keepNothing(léa);
  const board = await createSharedBoard([léa], 'Nous deux');
  await logFromElsewhere(léa, board.id, breakfast.title);
  const { page } = léa;
  await openLive(page, '/dashboard');
  await expect(bubbles(page)).toHaveCount(1);
  const heading = page.getByRole('heading', { name: /favorites|habitudes/ });
  await expect(heading).toHaveCount(0);
  // Marked elsewhere while one looks, it comes at the next visit.
  const told = page.waitForResponse('**/api/favourites');
  await mark(léa, board.id, dishes.title);
  await told;
  await logFromElsewhere(léa, board.id, breakfast.title);
  await expect(bubbles(page)).toHaveCount(2);
  await expect(heading).toHaveCount(0);
  await visitAgain(page);
  await expect(heading).toHaveText('Mes favorites');
  await mark(léa, board.id, dishes.title, 'DELETE');
  for (let times = 2; times < 10; times += 1) await logFromElsewhere(léa, board.id, breakfast.title);

  const release = await holdQuick(page);
  const feed = page.waitForResponse('**/api/activities*');
  await followFromElsewhere(page, `${server.origin}/dashboard`);
  await feed;
  await expect(page.getByRole('region', { name: 'Activités récentes' }).getByRole('status')).toBeAttached();
  release();
  await expect(bubbles(page)).toContainText(['Petit-déj au lit 🥐 ×10']);
  // It came with the feed, not after it.
  expect(await page.getByRole('heading', { name: 'Mes habitudes' }).isVisible()).toBe(true);
  const habit = quick(page, 'Petit-déj au lit, +20, NOUS DEUX');
  for (const [width, height] of sizes) {
    await resize(page, { width, height });
    const at = `${width} × ${height}`;
    const [tile, bubble] = [await boxOf(habit), await boxOf(bubbles(page).first())];
    expect(overlaps(tile, bubble), at).toBe(false);
    expect(tile.height, at).toBeGreaterThanOrEqual(44);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), at).toBeLessThanOrEqual(0);
  }
  expect(await violationsOn(page, {}, 'main')).toEqual([]);
});
