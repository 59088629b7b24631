/** What the administrator does with the actions of a board, and what it is to whoever is about to log one. */
import type { Page } from '@playwright/test';
import type { OpenedBoard } from '#shared/boards';
import { missingFile } from './missing-file.ts';
import { breakfast, createSharedBoard, dishes, openLive, type Absentee, type Player, signUpAbsentee, signUpPlayer } from './players.ts';
import { expect, test } from './server.ts';
import { asksToConfirm, confirms } from './words.ts';

const manage = async ({ page }: Player, boardId: string) => {
  await page.goto(`/board/${boardId}`);
  await page.getByRole('button', { name: 'Gérer les actions' }).click();
  return page.getByRole('dialog', { name: 'Gérer les actions' });
};
const tiles = (page: Page) => page.getByRole('tabpanel', { name: 'Actions' }).getByRole('listitem');
const onServer = ({ call }: Absentee, boardId: string) => call<OpenedBoard>('GET', `/api/boards/${boardId}`);
const change = async ({ call }: Absentee, boardId: string, title: string, body: object) => {
  const { actions } = await call<OpenedBoard>('GET', `/api/boards/${boardId}`);
  await call('PATCH', `/api/boards/${boardId}/actions/${actions.find((action) => action.title === title)?.id}`, body);
};

test('an action is edited, moved, retired and brought back, and the other phone shows it at once', async ({ browser, server }) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa'), await signUpPlayer(browser, server, 'Max')];
  const board = await createSharedBoard([léa, max], 'À deux');
  await openLive(max.page, `/board/${board.id}`);
  await expect(max.page.getByRole('button', { name: 'Gérer les actions' })).toHaveCount(0);
  const dialog = await manage(léa, board.id);

  await dialog.getByRole('button', { name: `Modifier « ${breakfast.title} »` }).click();
  const form = léa.page.getByRole('dialog', { name: "Modifier l'action" });
  await form.getByRole('textbox', { name: "Nom de l'action" }).fill('Brunch au lit');
  await form.getByRole('button', { name: '+30' }).click();
  await form.getByRole('button', { name: 'Un point de plus' }).click();
  await form.getByRole('textbox', { name: 'Catégorie' }).fill('Douceurs');
  await form.getByRole('button', { name: 'Choisir un emoji' }).click();
  await form.getByRole('searchbox', { name: 'Rechercher un emoji' }).fill('crepes');
  await form.getByRole('radio', { name: 'pancakes' }).check();
  await expect(form.getByRole('textbox', { name: 'Emoji', exact: true })).toHaveValue('🥞');
  await form.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(tiles(max.page).filter({ hasText: 'Brunch au lit' })).toContainText('+31');
  // Where one was before.
  await expect(dialog.getByRole('button', { name: 'Modifier « Brunch au lit »' })).toBeFocused();

  const down = dialog.getByRole('button', { name: 'Descendre « Brunch au lit »' });
  // Another of the same title would have a button of the same name.
  await expect(down).toHaveAccessibleDescription(/\+31/);
  await down.press('Enter');
  await expect(dialog.getByRole('listitem').first()).toContainText(dishes.title);
  await expect(down).toBeFocused();
  await expect(tiles(max.page).first()).toContainText(dishes.title);

  await dialog.getByRole('button', { name: `Retirer « ${dishes.title} »` }).click();
  await expect(tiles(max.page)).toHaveCount(1);
  await dialog.getByRole('button', { name: `Remettre « ${dishes.title} » en jeu` }).click();
  await expect(tiles(max.page)).toHaveCount(2);
  await expect(dialog.getByRole('heading', { name: 'Actions retirées' })).toHaveCount(0);
  expect((await onServer(max, board.id)).actions).toMatchObject([
    { title: dishes.title },
    { title: 'Brunch au lit', points: 31, emoji: '🥞', category: 'Douceurs' },
  ]);
});

test('a member who is about to log an action sees it change, and logs nothing once it is gone', async ({ browser, server }) => {
  const [léa, max] = [await signUpAbsentee(server, 'Léa'), await signUpPlayer(browser, server, 'Max')];
  const board = await createSharedBoard([léa, max], 'Trop tard');
  await openLive(max.page, `/board/${board.id}`);
  await tiles(max.page).getByRole('button', { name: breakfast.title }).click();
  const question = max.page.getByRole('dialog', { name: asksToConfirm });
  await expect(question).toContainText('+20');
  await change(léa, board.id, breakfast.title, { points: 25 });
  await expect(question).toContainText("Cette action vient d'être modifiée.");
  await expect(question).toContainText('+25');
  // It may have been on its way before the edit: it is answered, and logs nothing.
  await question.getByRole('button', { name: confirms }).click();
  await expect(question).toContainText('Elle a changé pendant que vous la lisiez.');
  expect((await onServer(léa, board.id)).activities.activities).toEqual([]);
  await question.getByRole('button', { name: confirms }).click();
  await expect(question).toBeHidden();
  await expect.poll(async () => (await onServer(léa, board.id)).board.totalPoints).toBe(25);

  await tiles(max.page).getByRole('button', { name: dishes.title }).click();
  await change(léa, board.id, dishes.title, { retired: true });
  await expect(question.getByText("Cette action n'existe plus.")).toBeVisible();
  await question.getByRole('button', { name: confirms }).click();
  await expect(question.getByText("Cette action n'existe plus.")).toBeVisible();
  await question.getByRole('button', { name: 'Annuler' }).click();
  await expect(question).toBeHidden();
  await expect(tiles(max.page)).toHaveCount(1);
  expect((await onServer(léa, board.id)).activities.activities).toHaveLength(1);
});

test('a log that waited without a network is refused when its action was retired or is worth something else', async ({
  browser,
  server,
}) => {
  const [léa, max] = [await signUpAbsentee(server, 'Léa'), await signUpPlayer(browser, server, 'Max')];
  const board = await createSharedBoard([léa, max], 'Hors ligne');
  const { page } = max;
  await page.route('**/api/live', (route) => route.abort());
  await page.route('**/activities', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  await page.goto(`/board/${board.id}`);
  for (const { title } of [breakfast, dishes]) {
    await tiles(page).getByRole('button', { name: title }).click();
    await page.getByRole('dialog').getByRole('button', { name: confirms }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  await expect(page.getByRole('banner').getByRole('status').first()).toContainText('2 actions en attente');
  await change(léa, board.id, breakfast.title, { retired: true });
  await change(léa, board.id, dishes.title, { points: -30 });
  await page.unroute('**/activities');
  await page.unroute('**/api/live');
  await page.evaluate(() => dispatchEvent(new Event('online')));

  const messages = page.getByRole('region', { name: 'Messages' });
  for (const { title } of [breakfast, dishes]) {
    const message = `L'action « ${title} » n'a pas été notée. Votre score n'a pas bougé. Cette action n'existe plus.`;
    await expect(messages).toContainText(message);
    // The first is the refusal; others say that actions wait.
    await messages.getByRole('button', { name: 'Fermer le message' }).first().click();
    await expect(messages).not.toContainText(message);
  }
  const { board: now, activities } = await onServer(léa, board.id);
  expect([now.totalPoints, activities.activities]).toEqual([0, []]);
});

test('a member proposes actions; the administrator accepts one and declines the other, and who proposed them is told', async ({
  browser,
  server,
}) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa'), await signUpPlayer(browser, server, 'Max')];
  const board = await createSharedBoard([léa, max], 'Idées');
  await openLive(léa.page, `/board/${board.id}`);
  await openLive(max.page, `/board/${board.id}`);
  const count = léa.page.getByRole('status').filter({ hasText: /proposées?$/ });
  const dialog = max.page.getByRole('dialog', { name: 'Proposer une action' });
  const write = async (title: string) => {
    await dialog.getByRole('textbox', { name: "Nom de l'action" }).fill(title);
    await dialog.getByRole('button', { name: '+15' }).click();
    await dialog.getByRole('button', { name: 'Proposer', exact: true }).click();
  };
  const propose = async (title: string) => {
    await max.page.getByRole('button', { name: 'Proposer une action' }).click();
    await write(title);
    await expect(dialog).toBeHidden();
  };
  await propose('Tour du parc');
  await expect(count).toHaveText('1 action proposée');
  await propose('Sieste');
  const waiting = (page: Page) => page.getByRole('region', { name: 'Vos propositions' }).getByRole('listitem');
  const asks = (name: string) => léa.page.getByRole('button', { name });
  await expect(waiting(max.page)).toContainText(['Vous proposez « Tour du parc »']);
  await max.page.getByRole('button', { name: "Voir l'autre" }).click();
  await expect(waiting(max.page)).toContainText(['Vous proposez « Tour du parc »', 'Vous proposez « Sieste »']);
  await expect(count).toHaveText('2 actions proposées');
  await asks('2 réponses à donner').click();
  await expect(léa.page.getByRole('dialog', { name: 'propose « Tour du parc »' })).toBeVisible();
  await expect(léa.page.getByRole('button', { name: 'Proposer une action' })).toHaveCount(0);

  // A passing message is looked for from before it is there.
  const told = (words: string) => expect(max.page.getByRole('region', { name: 'Messages' })).toContainText(words);
  await Promise.all([
    told('Bonne idée : « Tour du parc » est maintenant sur le tableau.'),
    léa.page.getByRole('button', { name: 'Accepter « Tour du parc »' }).click(),
  ]);
  // Only then: the tile may come before the card goes.
  await expect(waiting(max.page)).toHaveText([/Sieste/]);
  await expect(léa.page.getByRole('dialog', { name: 'propose « Sieste »' })).toBeVisible();
  await expect(tiles(max.page).filter({ hasText: 'Tour du parc' })).toContainText('+15');
  await Promise.all([
    told("« Sieste » reste dans les cartons. Merci pour l'idée !"),
    léa.page.getByRole('button', { name: 'Refuser « Sieste »' }).click(),
  ]);
  await expect(léa.page.getByRole('dialog')).toBeHidden();
  await expect(tiles(léa.page).filter({ hasText: 'Tour du parc' })).toContainText('+15');

  // The administrator is told elsewhere too.
  await léa.page.getByRole('link', { name: 'Accueil' }).click();
  await expect(léa.page.getByRole('heading', { level: 1, name: 'Activités récentes' })).toBeVisible();
  await max.page.getByRole('button', { name: 'Proposer une action' }).click();
  await dialog.getByRole('button', { name: 'Proposer', exact: true }).click();
  await expect(dialog.getByRole('textbox', { name: "Nom de l'action" })).toBeFocused();
  await max.context.setOffline(true);
  await write('Grasse matinée');
  await expect(dialog.getByRole('alert')).toContainText("La proposition n'est pas partie.");
  await max.context.setOffline(false);
  await Promise.all([
    léa.page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Voir' }).click(),
    dialog.getByRole('button', { name: 'Proposer', exact: true }).click(),
  ]);
  await expect(dialog).toBeHidden();
  await expect(asks('Une réponse à donner')).toBeVisible();
  await max.page.getByRole('button', { name: 'Retirer « Grasse matinée »' }).click();
  await expect(waiting(max.page)).toHaveCount(0);
  await expect(asks('Une réponse à donner')).toHaveCount(0);
  expect((await onServer(max, board.id)).actions.map(({ title }) => title)).toEqual([breakfast.title, dishes.title, 'Tour du parc']);
});

test('an action that is half edited is still so on the page that its emoji had loaded anew', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  const { page } = léa;
  const { id } = await createSharedBoard([léa], 'Maison');
  const emojis = '**/assets/_virtual_emojis-*.js';
  await page.route(emojis, (route) => route.fulfill(missingFile));
  const dialog = await manage(léa, id);
  await dialog.getByRole('button', { name: `Modifier « ${breakfast.title} »` }).click();
  const form = page.getByRole('dialog', { name: "Modifier l'action" });
  const title = form.getByRole('textbox', { name: "Nom de l'action" });
  await title.fill('Brunch au lit');
  await form.getByRole('button', { name: 'Choisir un emoji' }).click();
  const loaded = page.waitForEvent('load');
  await form.getByRole('button', { name: 'Recharger' }).click();
  await loaded;
  await page.unroute(emojis);
  await page.getByRole('button', { name: 'Gérer les actions' }).click();
  await expect(title).toHaveValue('Brunch au lit');
  await form.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Brunch au lit' })).toBeVisible();
  expect((await onServer(léa, id)).actions.map((action) => action.title)).toContain('Brunch au lit');
});
