/** U3: the whole game by two people in two browsers, live. */
import type { Page } from '@playwright/test';
import type { OpenedBoard } from '#shared/boards';
import {
  breakfast,
  dishes,
  freshName,
  keepNothing,
  logFromElsewhere,
  createSharedBoard,
  openLive,
  signUpAbsentee,
  signUpPlayer,
  password,
} from './players.ts';
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

test('a server that goes away is said so, a log waits for it, and its return brings what happened meanwhile', async ({
  browser,
  server,
}) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  const max = await signUpAbsentee(server, 'Max');
  const board = await createSharedBoard([léa, max], 'Panne');
  const { page } = léa;
  await openLive(page, `/board/${board.id}`);
  await expect(total(page)).toHaveText('Score du tableau 0');

  await server.stop();
  await expect(page.getByText('Connexion perdue')).toBeVisible();
  await log(page, breakfast.title);
  await expect(total(page)).toHaveText('Score du tableau +20');
  await expect(page.getByText('Hors ligne, 1 action en attente')).toBeVisible();

  await server.restart();
  await logFromElsewhere(max, board.id, dishes.title);
  await expect(total(page)).toHaveText('Score du tableau +5');
  await expect(page.getByText(/Connexion perdue|Hors ligne/)).toHaveCount(0);
  await page.getByRole('tab', { name: 'Notifications' }).click();
  await expect(notifications(page)).toHaveCount(2);
  await expect(notifications(page).filter({ hasText: "En attente d'envoi" })).toHaveCount(0);
});

test('where nothing can be kept, a log that fails is undone visibly, and Réessayer counts it once', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  const board = await createSharedBoard([léa], 'Reprise');
  const { page } = léa;
  await keepNothing(léa);
  let fail: () => void = () => undefined;
  const seenWaiting = new Promise<void>((resolve) => (fail = resolve));
  await page.route('**/api/boards/*/activities', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await seenWaiting;
    return route.abort();
  });
  await page.goto(`/board/${board.id}`);

  await log(page, breakfast.title);
  await expect(total(page)).toHaveText('Score du tableau +20');
  await page.getByRole('tab', { name: 'Notifications' }).click();
  await expect(notifications(page)).toContainText(["En attente d'envoi"]);
  fail();
  await expect(page.getByText(`L'action « ${breakfast.title} » n'a pas été notée. Votre score n'a pas bougé.`)).toBeVisible();
  await expect(total(page)).toHaveText('Score du tableau 0');
  await expect(notifications(page)).toHaveCount(0);

  await page.unroute('**/api/boards/*/activities');
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect(total(page)).toHaveText('Score du tableau +20');
  await expect(notifications(page)).toHaveCount(1);
  await expect(notifications(page)).not.toContainText(["En attente d'envoi"]);
  expect(await léa.call<OpenedBoard>('GET', `/api/boards/${board.id}`)).toMatchObject({ board: { totalPoints: 20 } });
});

test('a log whose reply is lost counts once', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  const board = await createSharedBoard([léa], 'Réponse perdue');
  const { page } = léa;
  let posts = 0;
  await page.route('**/api/boards/*/activities', async (route) => {
    posts += 1;
    if (posts > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  // Without the stream nothing but the repeated reply tells that it is logged.
  await page.route('**/api/live', (route) => route.abort());
  await page.goto(`/board/${board.id}`);
  await log(page, breakfast.title);
  await expect.poll(() => posts).toBe(2);
  await page.getByRole('tab', { name: 'Notifications' }).click();
  await expect(notifications(page)).not.toContainText(["En attente d'envoi"]);
  await expect(notifications(page)).toHaveCount(1);
  await expect(total(page)).toHaveText('Score du tableau +20');
  expect(await léa.call<OpenedBoard>('GET', `/api/boards/${board.id}`)).toMatchObject({ board: { totalPoints: 20 } });
});

test('the administrator adds actions to the board, from the catalogue and her own', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  const max = await signUpPlayer(browser, server, 'Max');
  const board = await createSharedBoard([léa, max], 'Règles du jeu');
  // What was read last would be shown at the reload below, in its order.
  await keepNothing(max);
  await logFromElsewhere(max, board.id, dishes.title);
  await openLive(max.page, `/board/${board.id}`);
  const maxsTiles = max.page.getByRole('tabpanel', { name: 'Actions' }).getByRole('listitem');
  // What he logs most comes first, and nothing moves while he looks.
  await expect(maxsTiles).toHaveText([new RegExp(dishes.title), new RegExp(breakfast.title)]);
  await expect(max.page.getByRole('button', { name: 'Ajouter une action' })).toHaveCount(0);
  for (const title of [breakfast.title, breakfast.title]) await logFromElsewhere(max, board.id, title);
  await expect(total(max.page)).toHaveText('Score du tableau +25');
  await expect(maxsTiles).toHaveText([new RegExp(dishes.title), new RegExp(breakfast.title)]);

  const { page } = léa;
  await page.goto(`/board/${board.id}`);
  await page.getByRole('button', { name: 'Ajouter une action' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ajouter une action' });
  await expect(dialog.getByRole('button', { name: 'Ajouter au tableau' })).toBeDisabled();
  const taken = dialog.getByText('Déjà sur le tableau');
  await expect(taken.first()).toBeVisible();
  const takenBefore = await taken.count();
  const two = dialog.getByRole('checkbox', { disabled: false });
  await two.nth(0).check();
  await two.nth(1).check();
  await expect(dialog.getByText('2 actions choisies')).toBeVisible();
  await dialog.getByRole('button', { name: 'Ajouter au tableau' }).click();
  await expect(page.getByText('2 actions ajoutées')).toBeVisible();
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Ajouter une action' }).click();
  await expect(taken).toHaveCount(takenBefore + 2);
  await dialog.getByRole('tab', { name: 'Écrire une action' }).click();
  await dialog.getByRole('button', { name: 'Ajouter au tableau' }).click();
  await expect(dialog.getByText("Le nom de l'action est requis")).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: "Nom de l'action" })).toBeFocused();
  await dialog.getByRole('textbox', { name: "Nom de l'action" }).fill('Chaussette orpheline');
  await dialog.getByRole('radio', { name: 'Perte' }).check();
  await dialog.getByRole('textbox', { name: 'Points' }).fill('5');
  await dialog.getByRole('button', { name: 'Ajouter au tableau' }).click();
  // Max has it at once, behind those that the board had before.
  await expect(max.page.getByRole('button', { name: 'Chaussette orpheline' })).toContainText('−5');
  await expect(maxsTiles.nth(0)).toContainText(dishes.title);
  await expect(maxsTiles.nth(4)).toContainText('Chaussette orpheline');
  await max.page.reload();
  await expect(maxsTiles.nth(0)).toContainText(breakfast.title);
  await expect(maxsTiles.nth(1)).toContainText(dishes.title);
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
