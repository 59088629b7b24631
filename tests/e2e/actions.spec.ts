/** What the administrator does with the actions of a board, and what members propose. */
import type { Page } from '@playwright/test';
import type { OpenedBoard } from '#shared/boards';
import { missingFile } from './missing-file.ts';
import { breakfast, createSharedBoard, dishes, openLive, type Absentee, type Player, signUpPlayer } from './players.ts';
import { expect, test } from './server.ts';

const manage = async ({ page }: Player, boardId: string) => {
  await page.goto(`/board/${boardId}`);
  await page.getByRole('button', { name: 'Gérer les actions' }).click();
  return page.getByRole('dialog', { name: 'Gérer les actions' });
};
const tiles = (page: Page) => page.getByRole('tabpanel', { name: 'Actions' }).getByRole('listitem');
const onServer = ({ call }: Absentee, boardId: string) => call<OpenedBoard>('GET', `/api/boards/${boardId}`);
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

  await test.step('an action that is half edited is still so on the page that its emoji had loaded anew', async () => {
    const { page } = léa;
    const { id } = await createSharedBoard([léa], 'Maison');
    const emojis = '**/assets/_virtual_emojis-*.js';
    await page.route(emojis, (route) => route.fulfill(missingFile));
    const again = await manage(léa, id);
    await again.getByRole('button', { name: `Modifier « ${breakfast.title} »` }).click();
    const editing = page.getByRole('dialog', { name: "Modifier l'action" });
    const title = editing.getByRole('textbox', { name: "Nom de l'action" });
    await title.fill('Brunch au lit');
    await editing.getByRole('button', { name: 'Choisir un emoji' }).click();
    const loaded = page.waitForEvent('load');
    await editing.getByRole('button', { name: 'Recharger' }).click();
    await loaded;
    await page.unroute(emojis);
    await page.getByRole('button', { name: 'Gérer les actions' }).click();
    await expect(title).toHaveValue('Brunch au lit');
    await editing.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(again.getByRole('listitem').filter({ hasText: 'Brunch au lit' })).toBeVisible();
    expect((await onServer(léa, id)).actions.map((action) => action.title)).toContain('Brunch au lit');
  });
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
