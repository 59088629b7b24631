/** Back closes what lies on top, and only that. */
import type { Locator, Page } from '@playwright/test';
import { resize } from './boxes.ts';
import { breakfast, createSharedBoard, openLive, signUpPlayer } from './players.ts';
import { expect, test } from './server.ts';
import { asksToConfirm } from './words.ts';

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name, exact: true });
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const searchField = (page: Page) => page.getByRole('searchbox', { name: 'Rechercher une action' });

/** Entries of the history that lie above the screen's own. */
const depth = (page: Page) => page.evaluate(() => (history.state as { backButton?: { depth: number } } | null)?.backButton?.depth);

/** What is opened on a screen, each over the one before: each kind of what Back closes (`useClosedByBack`), and each way to it. */
const ways: Record<string, [path: string, steps: [open: (page: Page) => Promise<void>, opened: (page: Page) => Locator][]]> = {
  'a search among the actions of a board, and an action found': [
    '/board',
    [
      [
        // Letter by letter, and one step back.
        (page) => searchField(page).pressSequentially('petit'),
        (page) => page.getByRole('button', { name: 'Effacer la recherche' }),
      ],
      [(page) => page.getByRole('main').getByRole('button', { name: breakfast.title }).click(), (page) => dialog(page, asksToConfirm)],
    ],
  ],
  'the icons of a board': [
    '/board',
    [
      [(page) => press(page, 'Réglages du tableau'), (page) => page.getByRole('textbox', { name: 'Nom du tableau' })],
      [(page) => press(page, /Changer l'icône/), (page) => dialog(page, 'Choisir une icône')],
    ],
  ],
  'logging from Accueil': ['/dashboard', [[(page) => press(page, 'Noter une action'), (page) => dialog(page, 'Noter une action')]]],
  'the menu of Tableaux': ['/boards', [[(page) => press(page, 'Nouveau tableau'), (page) => page.getByRole('menu')]]],
  'joining a board': [
    '/boards',
    [
      [
        async (page) => {
          await press(page, 'Nouveau tableau');
          await page.getByRole('menuitem', { name: 'Rejoindre un tableau' }).click();
        },
        (page) => page.getByRole('dialog'),
      ],
    ],
  ],
  'the account, down to its deletion': [
    '/requests',
    [
      [(page) => press(page, 'Ouvrir le menu du profil'), (page) => page.getByRole('button', { name: 'Déconnexion' })],
      [(page) => press(page, 'Confidentialité'), (page) => dialog(page, 'Confidentialité')],
      [(page) => press(page, 'Supprimer mon compte'), (page) => dialog(page, 'Confirmer la suppression')],
    ],
  ],
};

test('Back closes what lies on top one by one, and then leads to the screen before, also from a search with its filter and from a changed profile', async ({
  browser,
  server,
}) => {
  const max = await signUpPlayer(browser, server, 'Max', { viewport: { width: 390, height: 844 } });
  const { id } = await createSharedBoard([max], 'Nous deux');
  const { page } = max;
  await test.step('Back closes dialogs, menus, searches and questions one by one, and then leads to the screen before', async () => {
    for (const screen of new Set(Object.values(ways).map(([path]) => path))) {
      await page.goto('/boards?avant=1');
      await page.goto(screen === '/board' ? `/board/${id}` : screen);
      const address = page.url();
      for (const [way, [, steps]] of Object.entries(ways).filter(([, [path]]) => path === screen)) {
        for (const [open, opened] of steps) {
          await open(page);
          await expect(opened(page), way).toBeVisible();
        }
        await expect.poll(() => depth(page), { message: way }).toBe(steps.length);
        for (const [index, [, opened]] of [...steps.entries()].toReversed()) {
          await page.goBack();
          await expect(opened(page), way).toBeHidden();
          if (index > 0) await expect(steps[index - 1]?.[1](page) ?? page.locator('body'), way).toBeVisible();
          expect(page.url(), way).toBe(address);
        }
        // Closed by Escape they leave nothing to go back through.
        const [open, opened] = steps[0] ?? [];
        await open?.(page);
        // The menu before has an entry as well: Escape is for what it led to.
        await expect(opened?.(page) ?? page.locator('body'), way).toBeVisible();
        await expect.poll(() => depth(page), { message: way }).toBe(1);
        await page.keyboard.press('Escape');
        await expect.poll(() => depth(page), { message: way }).toBe(0);
        await expect(opened?.(page) ?? page.locator('i'), way).toBeHidden();
      }
      await page.goBack();
      await expect(page, screen).toHaveURL('/boards?avant=1');
    }
  });

  await resize(page, { width: 1280, height: 720 });

  await test.step('Back ends a search with its filter, and whoever leaves the tab meanwhile finds no dead step', async () => {
    const gains = page.getByRole('button', { name: 'Gains', exact: true });
    const narrow = async () => {
      await gains.click();
      await searchField(page).pressSequentially('rien de tel');
      await expect.poll(() => depth(page)).toBe(1);
    };
    await page.goto('/boards');
    await page
      .getByRole('main')
      .getByRole('link', { name: /^NOUS DEUX/ })
      .click();
    await narrow();
    await page.goBack();
    await expect(searchField(page)).toHaveValue('');
    await expect(gains).toHaveAttribute('aria-pressed', 'false');
    await expect(page).toHaveURL(`/board/${id}`);

    await narrow();
    await page.getByRole('tab', { name: 'Scores' }).click();
    await expect(page).toHaveURL(`/board/${id}?tab=scores`);
    await expect(searchField(page)).toBeHidden();
    await expect.poll(() => depth(page)).toBe(0);
    await page.goBack();
    await expect(page).toHaveURL(`/board/${id}`);
    await expect(searchField(page)).toHaveValue('');
    await page.goBack();
    await expect(page).toHaveURL('/boards');
  });

  await test.step('Back from a changed profile asks, Back once more stays, and giving up leads where Back led', async () => {
    await openLive(page, '/boards');
    await press(page, 'Ouvrir le menu du profil');
    await press(page, 'Modifier le profil');
    await page.getByLabel('Pseudo', { exact: true }).fill('Autrement');
    const question = dialog(page, 'Quitter sans enregistrer ?');
    await page.goBack();
    await expect(question).toBeVisible();
    await expect(page).toHaveURL('/edit-profile');
    await expect.poll(() => depth(page)).toBe(1);
    await page.goBack();
    await expect(question).toBeHidden();
    await expect(page.getByLabel('Pseudo', { exact: true })).toHaveValue('Autrement');
    await page.goBack();
    await expect.poll(() => depth(page)).toBe(1);
    await question.getByRole('button').last().click();
    await expect(page).toHaveURL('/boards');
    await expect(page.getByRole('heading', { level: 1, name: 'Mes tableaux' })).toBeVisible();
  });
});
