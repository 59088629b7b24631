/** 'Modifier le profil': username and avatar, and leaving with or without them saved. */
import type { Page } from '@playwright/test';
import type { Account } from '#shared/accounts';
import { stopClock } from './clock.ts';
import { createSharedBoard, signUpPlayer, type Player } from './players.ts';
import { expect, test } from './server.ts';

// Pages left open would go on listening, and slow down the tests after them.
test.afterEach(async ({ browser }) => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});

const heading = (page: Page, name: string | RegExp) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
const username = (page: Page) => page.getByLabel('Pseudo', { exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Enregistrer', exact: true });
const menuButton = (page: Page) => page.getByRole('button', { name: 'Ouvrir le menu du profil' });
const unsaved = (page: Page) => page.getByText('Modifications non enregistrées');
const question = (page: Page) => page.getByRole('dialog', { name: 'Quitter sans enregistrer ?' });
const me = ({ call }: Player) => call<{ user: Account }>('GET', '/api/session').then(({ user }) => user);

async function openProfile({ page }: Player): Promise<void> {
  await page.goto('/edit-profile');
  await heading(page, 'Modifier le profil');
}

/** By way of Tableaux and the menu, so that there is something to go back to. */
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

test('each change has its own words, and sends nothing else', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  const { page } = léa;
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.postDataJSON());
  });
  await openProfile(léa);
  await username(page).fill(`  ${léa.name}.2 `);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Pseudo mis à jour avec succès')).toBeVisible();
  // Opened by its address, it has nothing to go back to.
  await expect(page).toHaveURL('/dashboard');

  await openProfile(léa);
  await page.getByRole('radio', { name: 'Étoile' }).check();
  await save(page).click();
  await expect(page.getByText('Avatar mis à jour avec succès')).toBeVisible();
  expect(sent).toEqual([{ username: `${léa.name}.2` }, { avatar: '⭐' }]);
});

test('whoever goes on typing after saving is not taken away', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  const { page } = léa;
  await page.clock.install();
  await openProfile(léa);
  await page.getByRole('radio', { name: 'Étoile' }).check();
  // Before it is saved: what is saved takes one away after a moment.
  await stopClock(page);
  await save(page).click();
  await expect(page.getByText('Avatar mis à jour avec succès')).toBeVisible();
  await page.getByLabel('Mot de passe actuel').fill('o');
  await page.clock.runFor(5000);
  await heading(page, 'Modifier le profil');
});

test('nothing is saved while nothing has changed', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  const { page } = léa;
  await openProfile(léa);
  let patches = 0;
  page.on('request', (request) => {
    if (request.method() === 'PATCH') patches += 1;
  });
  await expect(page.getByRole('radio', { name: 'Personne' })).toBeChecked();
  await expect(username(page)).toHaveValue(léa.name);
  await expect(save(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(unsaved(page)).toHaveCount(0);
  await save(page).click({ force: true });
  await username(page).fill(`${léa.name}x`);
  await expect(unsaved(page)).toBeVisible();
  await expect(save(page)).toHaveAttribute('aria-disabled', 'false');
  await username(page).fill(`${léa.name} `);
  await expect(unsaved(page)).toHaveCount(0);
  await username(page).press('Enter');
  expect(patches).toBe(0);
  // Without changes there is nothing to ask.
  await page.getByRole('button', { name: 'Annuler' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('a name that is taken, looks like another, is empty or none is refused beside its field', async ({ browser, server }) => {
  const [léa, paco] = [await signUpPlayer(browser, server, 'Léa'), await signUpPlayer(browser, server, 'paco')];
  const { page } = léa;
  await openProfile(léa);
  const taken = 'Ce pseudo est déjà utilisé. Veuillez en choisir un autre.';
  for (const [typed, sentence] of [
    [paco.name.toUpperCase(), taken],
    // Its first letters are Cyrillic.
    [paco.name.replace('paco', 'расо'), taken],
    ['   ', "Le nom d'utilisateur est requis"],
    ['L éa', 'Choisissez de 2 à 30 lettres, chiffres, points, tirets ou tirets bas, dont au moins une lettre ou un chiffre'],
  ] as const) {
    await username(page).fill(typed);
    await save(page).click();
    await expect(username(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(username(page)).toHaveAccessibleDescription(sentence);
    await expect(username(page)).toBeFocused();
    await expect(username(page)).toHaveValue(typed);
  }
  expect((await me(léa)).username).toBe(léa.name);
});

test('what fails is named, keeps what was typed, and can be repeated', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  const { page } = léa;
  await openProfile(léa);
  await page.route('**/api/account', (route) => route.fulfill({ status: 500, json: { code: 'server_error', message: 'Oh' } }));
  const [name, avatar] = ['Impossible de mettre à jour le pseudo', "Impossible de mettre à jour l'avatar"];
  await username(page).fill(`${léa.name}.2`);
  await save(page).click();
  await expect(page.getByRole('alert')).toHaveText(name);
  await page.getByRole('radio', { name: 'Gemme' }).check();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await save(page).click();
  await expect(page.getByRole('alert')).toHaveText(`${name}${avatar}`);
  await username(page).fill(léa.name);
  await save(page).click();
  await expect(page.getByRole('alert')).toHaveText(avatar);
  await expect(page.getByRole('radio', { name: 'Gemme' })).toBeChecked();
  await page.unroute('**/api/account');
  await save(page).click();
  await expect(page.getByText('Avatar mis à jour avec succès')).toBeVisible();
  expect((await me(léa)).avatar).toBe('💎');
});

test('leaving with changes asks first, by whatever way', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  const { page } = léa;
  const ways = {
    link: () => page.getByRole('link', { name: 'Accueil' }).click(),
    back: async () => {
      await page.goBack();
    },
    cancel: () => page.getByRole('button', { name: 'Annuler' }).click(),
  };
  for (const [way, leave] of Object.entries(ways)) {
    await openProfileFromBoards(léa);
    await username(page).fill(`${léa.name}.${way}`);
    await leave();
    await question(page).getByRole('button', { name: 'Continuer à modifier' }).click();
    await expect(question(page)).toHaveCount(0);
    await expect(page).toHaveURL('/edit-profile');
    await expect(username(page)).toHaveValue(`${léa.name}.${way}`);

    await leave();
    await question(page).getByRole('button', { name: 'Quitter sans enregistrer' }).click();
    await expect(page).toHaveURL(way === 'link' ? '/dashboard' : '/boards');
    await heading(page, way === 'link' ? 'Activités récentes' : 'Mes tableaux');
  }
  // Given up is given up.
  await openProfile(léa);
  await expect(username(page)).toHaveValue(léa.name);
  await expect(unsaved(page)).toHaveCount(0);
});

test('typed passwords are changes too, and nothing takes them away unasked', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  const { page } = léa;
  await openProfile(léa);
  const next = page.getByLabel('Nouveau mot de passe');
  await next.fill('grêle tiède 77');
  await page.getByRole('link', { name: 'Mot de passe oublié ?' }).click();
  await question(page).getByRole('button', { name: 'Continuer à modifier' }).click();
  await expect(question(page)).toHaveCount(0);
  await expect(next).toHaveValue('grêle tiède 77');

  await page.getByRole('link', { name: 'Mot de passe oublié ?' }).click();
  await question(page).getByRole('button', { name: 'Quitter sans enregistrer' }).click();
  await heading(page, 'Mot de passe oublié');
  await page.goBack();
  await heading(page, 'Modifier le profil');
  await expect(next).toHaveValue('');
  // Nobody is asked about what is not there.
  await page.getByRole('link', { name: 'Accueil' }).click();
  await heading(page, 'Activités récentes');
});

test('closing the tab with changes asks in the words of the browser', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  const { page } = léa;
  await openProfile(léa);
  await username(page).press('End');
  await username(page).pressSequentially('x');
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await expect(username(page)).toHaveValue(`${léa.name}x`);
});

test('a session that ends keeps what was typed for the same person', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
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

test('what another tab saves is followed where nothing was touched, and nowhere else', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  await openProfile(léa);
  const other = await léa.context.newPage();
  await other.goto('/edit-profile');
  await username(other).fill(`${léa.name}.tapé`);
  await léa.page.getByRole('radio', { name: 'Gemme' }).check();
  await username(léa.page).fill(`${léa.name}.2`);
  await save(léa.page).click();
  await expect(other.getByRole('radio', { name: 'Gemme' })).toBeChecked();
  await expect(menuButton(other)).toContainText('💎');
  await expect(username(other)).toHaveValue(`${léa.name}.tapé`);
  await expect(unsaved(other)).toBeVisible();
});
