/** U3: the whole game by two people in two browsers, live. */
import type { Page } from '@playwright/test';
import { breakfast, dishes, freshName, password } from './players.ts';
import { expect, test } from './server.ts';
import { asksToConfirm, confirms } from './words.ts';

test('two people sign up, share a board, play, and see each other play', async ({ browser, server }) => {
  const [léa, max] = [freshName('Léa'), freshName('Max')];
  const open = async () => (await browser.newContext({ baseURL: server.origin })).newPage();
  const [léasPage, maxsPage] = [await open(), await open()];

  await test.step('both sign up', async () => {
    await signUp(léasPage, léa);
    await signUp(maxsPage, max);
  });

  await test.step('Léa makes a board and invites Max', async () => {
    await léasPage.goto('/create-board');
    await léasPage.getByRole('textbox', { name: 'Nom du tableau' }).fill('Nous deux');
    for (const action of [breakfast, dishes]) await writeAction(léasPage, action);
    await léasPage.getByRole('textbox', { name: 'Pseudo' }).fill(max);
    await léasPage.getByRole('button', { name: 'Ajouter', exact: true }).click();
    await expect(léasPage.getByRole('button', { name: `Retirer ${max}` })).toBeVisible();
    await léasPage.getByRole('button', { name: 'Créer le tableau' }).click();
    await expect(léasPage.getByRole('heading', { level: 1, name: 'NOUS DEUX' })).toBeVisible();
    await expect(léasPage.getByText('1 membre', { exact: true })).toBeVisible();
  });
  // Survives only as long as the page is never loaded again.
  await léasPage.evaluate(() => Object.assign(globalThis, { neverReloaded: true }));

  await test.step('Max accepts, and Léa sees him come', async () => {
    await maxsPage.goto('/requests');
    await expect(maxsPage.getByText(`${léa} vous invite à rejoindre le tableau "NOUS DEUX"`)).toBeVisible();
    await maxsPage.getByRole('button', { name: 'Accepter' }).click();
    await expect(maxsPage.getByText('Demande acceptée')).toBeVisible();
    await maxsPage.goto('/boards');
    await maxsPage.getByRole('link', { name: /NOUS DEUX/ }).click();
    await expect(maxsPage.getByRole('heading', { level: 1, name: 'NOUS DEUX' })).toBeVisible();
    await expect(léasPage.getByText('2 membres', { exact: true })).toBeVisible();
  });

  await test.step('Max logs, and Léa sees it on the open board, in all three tabs', async () => {
    await log(maxsPage, breakfast.title);
    await expect(total(maxsPage)).toHaveText('Score du tableau +20');
    await expect(total(léasPage)).toHaveText('Score du tableau +20');
    await léasPage.getByRole('tab', { name: 'Scores' }).click();
    await expect(léasPage.getByText(`${max} mène de 20 points`)).toBeVisible();
    await expect(léasPage.getByRole('listitem').filter({ hasText: max })).toHaveText(/1ʳᵉ place, Or.*\+20/);
    await léasPage.getByRole('tab', { name: 'Notifications' }).click();
    await expect(notifications(léasPage)).toHaveCount(1);
    await expect(notifications(léasPage).first()).toHaveText(new RegExp(`${max} ${breakfast.title}.*\\+20`));
    await log(maxsPage, dishes.title);
    await expect(notifications(léasPage).first()).toContainText(dishes.title);
    await expect(total(léasPage)).toHaveText('Score du tableau +5');
    await léasPage.goBack();
    await expect(léasPage.getByRole('tab', { name: 'Scores' })).toHaveAttribute('aria-selected', 'true');
    await expect(léasPage.getByText(`${max} mène de 5 points`)).toBeVisible();
  });

  await test.step('Léa finds it in the feed and on the grid', async () => {
    await léasPage.getByRole('link', { name: 'Accueil', exact: true }).click();
    await expect(léasPage.getByRole('heading', { level: 1, name: 'Activités récentes' })).toBeVisible();
    await expect(léasPage.getByRole('main').getByRole('listitem').filter({ hasText: breakfast.title })).toContainText(max);
    await léasPage.getByRole('link', { name: 'Tableaux', exact: true }).click();
    await expect(léasPage.getByRole('heading', { level: 1, name: 'Mes tableaux' })).toBeVisible();
    await expect(léasPage.getByRole('link', { name: /NOUS DEUX/ })).toContainText('+5');
  });

  await test.step('Léa logs on Accueil, and it is the same for both', async () => {
    await léasPage.getByRole('link', { name: 'Accueil', exact: true }).click();
    await léasPage.getByRole('button', { name: 'Noter une action' }).click();
    const dialog = léasPage.getByRole('dialog', { name: 'Noter une action' });
    await dialog.getByRole('radio', { name: breakfast.title }).check();
    await dialog.getByRole('checkbox', { name: 'NOUS DEUX' }).check();
    await dialog.getByRole('button', { name: 'Noter', exact: true }).click();
    await expect(léasPage.getByRole('main').getByRole('listitem').first()).toContainText('Vous');
    await léasPage.getByRole('link', { name: 'Tableaux', exact: true }).click();
    await expect(léasPage.getByRole('heading', { level: 1, name: 'Mes tableaux' })).toBeVisible();
    await expect(léasPage.getByRole('link', { name: /NOUS DEUX/ })).toContainText('+25');
    await léasPage.getByRole('link', { name: /NOUS DEUX/ }).click();
    await léasPage.getByRole('tab', { name: 'Scores' }).click();
    await maxsPage.getByRole('tab', { name: 'Scores' }).click();
    for (const page of [léasPage, maxsPage]) await expect(total(page)).toHaveText('Score du tableau +25');
    await expect(léasPage.getByText('Vous menez de 15 points')).toBeVisible();
    await expect(maxsPage.getByText(`${léa} mène de 15 points`)).toBeVisible();
    expect(await léasPage.evaluate(() => 'neverReloaded' in globalThis)).toBe(true);
  });
});

async function signUp(page: Page, name: string): Promise<void> {
  await page.goto('/signup');
  await page.getByRole('textbox', { name: 'Pseudo' }).fill(name);
  await page.getByRole('textbox', { name: 'Email' }).fill(`${name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()}@exemple.fr`);
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Créer un compte' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Activités récentes' })).toBeVisible();
}

async function writeAction(page: Page, { title, points }: { title: string; points: number }): Promise<void> {
  await page.getByRole('button', { name: 'Écrire une action' }).click();
  const dialog = page.getByRole('dialog', { name: 'Écrire une action' });
  await dialog.getByRole('textbox', { name: "Nom de l'action" }).fill(title);
  await dialog.getByRole('textbox', { name: 'Points' }).fill(String(points));
  await dialog.getByRole('button', { name: 'Ajouter' }).click();
  await expect(dialog).toBeHidden();
}

/** Logs an action from the Actions tab of the open board. */
async function log(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: title }).click();
  const dialog = page.getByRole('dialog', { name: asksToConfirm });
  await dialog.getByRole('button', { name: confirms }).click();
  await expect(dialog).toBeHidden();
}

function total(page: Page) {
  return page.getByRole('main').getByRole('paragraph').filter({ hasText: 'Score du tableau' });
}

function notifications(page: Page) {
  return page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');
}
