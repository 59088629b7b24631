/** The grid of boards and the form of a new one. */
import type { Locator, Page } from '@playwright/test';
import type { BoardCard } from '#shared/boards';
import {
  breakfast,
  logFromElsewhere,
  createSharedBoard,
  openLive,
  signUpAbsentee,
  signUpPlayer,
  password,
  type Player,
} from './players.ts';
import { boxOf, resize } from './boxes.ts';
import { expect, test } from './server.ts';

const placeOnCard = /^(En solo|À 20.points|\d\S* (sur 3|à égalité))$/;
const nameField = (page: Page) => page.getByRole('textbox', { name: 'Nom du tableau' });
const inviteField = (page: Page) => page.getByRole('textbox', { name: 'Pseudo' });
const submit = (page: Page) => page.getByRole('button', { name: 'Créer le tableau' });
const boardsOf = async (player: Player) => (await player.call<{ boards: BoardCard[] }>('GET', '/api/boards')).boards;

test('each card and tile keeps its place on small phones, and a session that ends in the middle of the form of a new board takes nothing away', async ({
  browser,
  server,
}) => {
  const léa = await signUpPlayer(browser, server, 'Léa', { viewport: { width: 844, height: 390 } });
  const [max, zoé] = [await signUpAbsentee(server, 'Max'), await signUpAbsentee(server, 'Zoé')];
  const { page } = léa;

  await test.step('on a phone held sideways two rows of cards are in view, each with the place under the title', async () => {
    for (const others of [[], [max], [max, zoé], [zoé]]) {
      const { id } = await createSharedBoard([léa, ...others], `À ${others.length + 1}`);
      await logFromElsewhere(others.at(-1) ?? léa, id, breakfast.title);
    }
    await openLive(page, '/boards');
    const cards = page.getByRole('main').getByRole('link');
    await expect(cards).toHaveCount(4);
    const linesOf = async (card: Locator) => {
      const [title, place, whole] = [
        await boxOf(card.locator('[data-title]')),
        await boxOf(card.getByText(placeOnCard).last()),
        await boxOf(card),
      ];
      return { top: Math.round(whole.y), isUnder: place.y > title.y, end: whole.y + whole.height };
    };
    const [first, second, third, fourth] = await Promise.all((await cards.all()).map(linesOf));
    expect([first?.top, third?.top]).toEqual([second?.top, fourth?.top]);
    expect(third?.top).toBeGreaterThan(first?.top ?? Number.NaN);
    for (const card of [first, second, third, fourth]) {
      expect(card?.isUnder).toBe(true);
      expect(card?.end).toBeLessThanOrEqual(390);
    }
  });

  await test.step('a session that ends in the middle of the form takes nothing of it away', async () => {
    await resize(page, { width: 1280, height: 720 });
    await page.goto('/create-board');
    await nameField(page).fill('Toujours là');
    await page.getByRole('checkbox').first().check();
    await inviteField(page).fill(max.name);
    await inviteField(page).press('Enter');
    await expect(page.getByRole('button', { name: `Retirer ${max.name}` })).toBeVisible();
    await inviteField(page).fill('à moitié');
    await page.getByRole('radio', { name: 'Bleu' }).click();

    await léa.context.clearCookies();
    // At once or not at all: what goes on in the background may find out first, and then there is nothing left to press.
    await page.evaluate(() =>
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Créer le tableau')?.click(),
    );
    await expect(page).toHaveURL(/\/login\?/);
    await page.getByRole('textbox', { name: 'Email ou pseudo' }).fill(léa.name);
    await page.getByLabel('Mot de passe', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Se connecter', exact: true }).click();

    await expect(page).toHaveURL(/\/create-board$/);
    await expect(nameField(page)).toHaveValue('TOUJOURS LÀ');
    await expect(page.getByText('1 action choisie')).toBeVisible();
    await expect(page.getByRole('button', { name: `Retirer ${max.name}` })).toBeVisible();
    await expect(inviteField(page)).toHaveValue('à moitié');
    await expect(page.getByRole('radio', { name: 'Bleu' })).toBeChecked();
    await submit(page).click();
    await expect(page).toHaveURL(/\/board\/[^/]+$/);
    expect(await boardsOf(léa)).toContainEqual(expect.objectContaining({ title: 'TOUJOURS LÀ', theme: 'blue' }));
  });

  await test.step('what shows that an action is chosen covers none of its points', async () => {
    await resize(page, { width: 320, height: 800 });
    await page.goto('/create-board');
    for (const [title, points] of [
      ['Grand ménage', '1000'],
      ['Chaussette orpheline', '5'],
    ] as const) {
      await page.getByRole('button', { name: 'Écrire une action' }).click();
      const dialog = page.getByRole('dialog', { name: 'Écrire une action' });
      await dialog.getByRole('textbox', { name: "Nom de l'action" }).fill(title);
      await dialog.getByRole('textbox', { name: 'Points' }).fill(points);
      await dialog.getByRole('button', { name: 'Ajouter' }).click();
      await expect(dialog).toBeHidden();
    }
    await page.getByRole('checkbox', { name: breakfast.title }).check();
    for (const title of ['Grand ménage', 'Chaussette orpheline', breakfast.title]) {
      const tile = page.locator('label').filter({ has: page.getByRole('checkbox', { name: title }) });
      await expect(tile.getByRole('checkbox')).toBeChecked();
      const mark = tile.locator('svg').locator('..');
      await expect(mark).toHaveCSS('opacity', '1');
      await expect(mark).toHaveCSS('scale', '1');
      const [markBox, pointsBox, tileBox] = [
        await mark.boundingBox(),
        await tile.locator('[data-sign]').boundingBox(),
        await tile.boundingBox(),
      ];
      if (!markBox || !pointsBox || !tileBox) throw new Error(`${title} is not shown`);
      expect(overlap(markBox, pointsBox), title).toBe(false);
      expect(markBox.x + markBox.width, title).toBeLessThanOrEqual(tileBox.x + tileBox.width);
    }
  });
});

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

function overlap(one: Box, other: Box): boolean {
  const along = (start: 'x' | 'y', length: 'width' | 'height') =>
    one[start] < other[start] + other[length] && other[start] < one[start] + one[length];
  return along('x', 'width') && along('y', 'height');
}
