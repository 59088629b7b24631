/** 'Modifier le profil': username and avatar, and leaving with or without them saved. */
import type { Page } from '@playwright/test';
import { createSharedBoard, signUpPlayer, type Player } from './players.ts';
import { expect, test } from './server.ts';

const heading = (page: Page, name: string | RegExp) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
const username = (page: Page) => page.getByLabel('Pseudo', { exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Enregistrer', exact: true });
const menuButton = (page: Page) => page.getByRole('button', { name: 'Ouvrir le menu du profil' });
const unsaved = (page: Page) => page.getByText('Modifications non enregistrées');

async function openProfile({ page }: Pick<Player, 'page'>): Promise<void> {
  await page.goto('/edit-profile');
  await heading(page, 'Modifier le profil');
}

/** Goes by way of Tableaux and the menu, so that there is something to go back to. */
async function openProfileFromBoards({ page }: Player): Promise<void> {
  await page.goto('/boards');
  await heading(page, 'Mes tableaux');
  await menuButton(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Modifier le profil' }).click();
  await heading(page, 'Modifier le profil');
}

test('a new name and avatar are saved together, and everybody sees them at once', async ({ browser, server }) => {
  const [léa, max, zoé] = await Promise.all(['Léa', 'Max', 'Zoé'].map((name) => signUpPlayer(browser, server, name)));
  if (!léa || !max || !zoé) throw new Error('three people play');
  const board = await createSharedBoard([max, léa], 'Nous deux');
  const { board: other } = await léa.call<{ board: { id: string } }>('POST', '/api/boards', {
    title: 'Coloc',
    actions: [{ title: 'Café', points: 5 }],
    invited: [zoé.name],
  });
  expect(other.id).not.toBe(board.id);
  await max.page.goto(`/board/${board.id}?tab=scores`);
  await expect(max.page.getByRole('list', { name: 'Classement' })).toContainText(léa.name);
  await zoé.page.goto('/requests');
  await expect(zoé.page.getByText(`${léa.name} vous invite`)).toBeVisible();

  await openProfileFromBoards(léa);
  const { page } = léa;
  await expect(page).toHaveTitle(/Modifier le profil/);
  const newName = `${léa.name}.bis`;
  await username(page).fill(newName);
  await page.getByRole('radio', { name: 'Licorne' }).check();
  await save(page).click();
  await expect(page.getByRole('status').filter({ hasText: 'Modifications enregistrées avec succès' })).toBeVisible();
  await expect(menuButton(page)).toContainText('🦄');
  await expect(max.page.getByRole('list', { name: 'Classement' })).toContainText(newName);
  await expect(max.page.getByRole('list', { name: 'Classement' })).toContainText('🦄');
  await expect(zoé.page.getByText(`${newName} vous invite`)).toBeVisible();
  // After 1.5 s the way leads back.
  await expect(page).toHaveURL('/boards');
  await menuButton(page).click();
  await expect(page.getByRole('dialog').getByText(newName, { exact: true })).toBeVisible();
});

test('what is changed and not saved is asked about by the browser, kept over a session that ends, and overwritten by no other tab', async ({
  browser,
  server,
}) => {
  const léa = await signUpPlayer(browser, server, 'Léa');

  await test.step('closing the tab with changes asks in the words of the browser', async () => {
    const page = await léa.context.newPage();
    await openProfile({ page });
    await username(page).press('End');
    await username(page).pressSequentially('x');
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await expect(username(page)).toHaveValue(`${léa.name}x`);
  });

  await test.step('a session that ends keeps what was typed for the same person', async () => {
    const { page, context } = léa;
    await openProfile(léa);
    await username(page).fill(`${léa.name}.2`);
    await context.clearCookies();
    // At once or not at all: what goes on in the background may find out first, and then there is nothing left to press.
    await page.evaluate(() => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Enregistrer')?.click());
    // It is not held up by the question about the changes.
    await expect(page).toHaveURL('/login?redirect=%2Fedit-profile');
    await page.getByLabel('Email ou pseudo').fill(léa.name);
    await page.getByLabel('Mot de passe', { exact: true }).fill('orage violet 42');
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await heading(page, 'Modifier le profil');
    await expect(username(page)).toHaveValue(`${léa.name}.2`);
    await expect(unsaved(page)).toBeVisible();
  });

  await test.step('what another tab saves is followed where nothing was touched, and nowhere else', async () => {
    const page = await léa.context.newPage();
    await openProfile({ page });
    const other = await léa.context.newPage();
    await other.goto('/edit-profile');
    await username(other).fill(`${léa.name}.tapé`);
    await page.getByRole('radio', { name: 'Gemme' }).check();
    await username(page).fill(`${léa.name}.2`);
    await save(page).click();
    await expect(other.getByRole('radio', { name: 'Gemme' })).toBeChecked();
    await expect(menuButton(other)).toContainText('💎');
    await expect(username(other)).toHaveValue(`${léa.name}.tapé`);
    await expect(unsaved(other)).toBeVisible();
  });
});
