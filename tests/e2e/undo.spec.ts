/** Taking an activity back (decision B1): by the toast right after it, later by its row, seen live by everybody. */
import type { Page } from '@playwright/test';
import type { Account } from '#shared/accounts';
import type { OpenedBoard } from '#shared/boards';
import { breakfast, dishes, logFromElsewhere, createSharedBoard, openLive, signUpPlayer, type Player } from './players.ts';
import { expect, test } from './server.ts';
import { asksToConfirm, confirms } from './words.ts';

test('a member who undoes what she just logged undoes every number, before the eyes of the other', async ({ browser, server }) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa'), await signUpPlayer(browser, server, 'Max')];
  const board = await createSharedBoard([max, léa], 'Regrets');
  await logFromElsewhere(max, board.id, breakfast.title);
  await openLive(max.page, `/board/${board.id}?tab=scores`);
  await léa.page.goto(`/board/${board.id}`);

  await log(léa.page, breakfast.title);
  await expect(toast(léa.page, 'Action enregistrée')).toBeVisible();
  await expect(max.page.getByText('Égalité parfaite')).toBeVisible();
  await expect(total(max.page)).toHaveText('Score du tableau +40');

  await toast(léa.page, 'Action enregistrée').getByRole('button', { name: 'Annuler' }).click();
  await expect(toast(léa.page, 'Action annulée')).toBeVisible();
  await expect(total(léa.page)).toHaveText('Score du tableau +20');
  await expect(max.page.getByText('Vous menez de 20 points')).toBeVisible();
  await expect(total(max.page)).toHaveText('Score du tableau +20');
  const ranking = max.page.getByRole('list', { name: 'Classement' });
  await expect(ranking.getByRole('listitem').filter({ hasText: léa.name })).toHaveText(/2ᵉ place(?!, Argent).*0/);

  await max.page.getByRole('tab', { name: 'Notifications' }).click();
  await expect(notifications(max.page).first()).toContainText(`Annulée par ${léa.name} à l'instant`);
  await léa.page.getByRole('tab', { name: 'Notifications' }).click();
  const row = notifications(léa.page).first();
  await expect(row).toContainText(`Annulée par vous à l'instant`);
  await expect(row.locator('s')).toHaveText([breakfast.title, '+20']);
  await expect(row.getByRole('button')).toHaveCount(0);
  await expectCounters(léa, board.id, { totalPoints: 20, points: 0, actionsCount: 0 });

  await léa.page.reload();
  await expect(row).toContainText('Annulée par vous');
  await expect(total(léa.page)).toHaveText('Score du tableau +20');
  await léa.page.goto('/dashboard');
  const bubbles = léa.page.getByRole('main').getByRole('listitem');
  await expect(bubbles.first()).toContainText('Annulée par vous');
  await expect(bubbles.nth(1)).not.toContainText('Annulée');

  await test.step('nobody takes the lead by what another undoes', async () => {
    const rivals = await createSharedBoard([léa, max], 'Fausse joie');
    await logFromElsewhere(max, rivals.id, breakfast.title);
    await logFromElsewhere(léa, rivals.id, dishes.title);
    await logFromElsewhere(léa, rivals.id, breakfast.title);
    for (const { page } of [léa, max]) await openLive(page, `/board/${rivals.id}`);
    await expect(total(max.page)).toHaveText('Score du tableau +25');
    await log(léa.page, breakfast.title);
    const overtaken = max.page.getByRole('status').getByText(`${léa.name} prend la tête !`);
    await expect(overtaken).toHaveCount(1);

    await toast(léa.page, 'Action enregistrée').getByRole('button', { name: 'Annuler' }).click();
    await expect(overtaken).toHaveCount(0);
    for (const { page } of [léa, max]) await page.getByRole('tab', { name: 'Scores' }).click();
    await expect(léa.page.getByText(`${max.name} mène de 15 points`)).toBeVisible();
    await expect(max.page.getByText('Vous menez de 15 points')).toBeVisible();
    await expect(toast(léa.page, `${max.name} prend la tête !`)).toHaveCount(0);
    await expect(toast(max.page, 'Vous prenez la tête !')).toHaveCount(0);
  });
});

test('the administrator undoes what another logged; a plain member only their own', async ({ browser, server }) => {
  const [léa, max, zoé] = [
    await signUpPlayer(browser, server, 'Léa'),
    await signUpPlayer(browser, server, 'Max'),
    await signUpPlayer(browser, server, 'Zoé'),
  ];
  const board = await createSharedBoard([léa, max, zoé], 'Arbitre');
  await logFromElsewhere(max, board.id, breakfast.title);
  await logFromElsewhere(zoé, board.id, dishes.title);
  await max.page.goto('/dashboard');
  for (const { page } of [léa, zoé]) await page.goto(`/board/${board.id}?tab=notifications`);

  const undoes = zoé.page.getByRole('button', { name: /^Annuler / });
  await expect(undoes).toHaveCount(1);
  await expect(undoes).toHaveAccessibleName(`Annuler « ${dishes.title} »`);
  // Apart from the buttons of the row: a slip of the thumb is not to take somebody's day back.
  await léa.page.getByRole('button', { name: `Réagir à « ${breakfast.title} »` }).click();
  await léa.page.getByRole('menuitem', { name: `Annuler « ${breakfast.title} »` }).click();
  await expect(notifications(léa.page).last()).toContainText('Annulée par vous');
  await expect(notifications(zoé.page).last()).toContainText(`Annulée par ${léa.name}`);
  for (const { page } of [léa, zoé]) await expect(total(page)).toHaveText('Score du tableau −15');
  await expect(max.page.getByRole('main').getByRole('listitem').filter({ hasText: breakfast.title })).toContainText(
    `Annulée par ${léa.name}`,
  );
  await expectCounters(max, board.id, { totalPoints: -15, points: 0, actionsCount: 0 });
});

test('without a server it is undone at once, and sent when the server is back', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  const board = await createSharedBoard([léa], 'Panne');
  await logFromElsewhere(léa, board.id, dishes.title);
  const { page } = léa;
  await openLive(page, `/board/${board.id}`);
  await expect(total(page)).toHaveText('Score du tableau −15');
  await server.stop();
  await expect(page.getByText(/Connexion perdue|Hors ligne/)).toBeVisible();

  // A log that was never sent would leave no trace once it is undone.
  const tried = page.waitForEvent('requestfailed', (request) => request.method() === 'POST');
  await log(page, breakfast.title);
  await expect(total(page)).toHaveText('Score du tableau +5');
  await tried;
  await toast(page, "C'est gardé : l'envoi se fera au retour du réseau").getByRole('button', { name: 'Annuler' }).click();
  await expect(total(page)).toHaveText('Score du tableau −15');
  await page.getByRole('tab', { name: 'Notifications' }).click();
  await page.getByRole('button', { name: `Annuler « ${dishes.title} »` }).click();
  await expect(total(page)).toHaveText('Score du tableau 0');
  const waiting = "Annulée par vous En attente d'envoi";
  await expect(notifications(page)).toContainText([waiting, waiting]);

  // In somebody's hands the toast stays; what it says does not outlast what it tells of.
  await page.getByRole('tab', { name: 'Actions' }).click();
  await log(page, breakfast.title);
  const undo = toast(page, "C'est gardé : l'envoi se fera au retour du réseau").getByRole('button', { name: 'Annuler' });
  await undo.focus();
  await expect(undo).toBeFocused();
  await server.restart();
  await expect(toast(page, 'Action enregistrée')).toContainText("C'est noté : +20");
  await expect(toast(page, "C'est gardé")).toHaveCount(0);
  const sameUndo = toast(page, 'Action enregistrée').getByRole('button', { name: 'Annuler' });
  await expect(sameUndo).toBeFocused();
  await sameUndo.press('Enter');
  await page.getByRole('tab', { name: 'Notifications' }).click();
  // The log may have reached the server before its reply was lost: it is sent again, and then undone.
  const done = "Annulée par vous à l'instant";
  await expect(notifications(page)).toContainText([done, done, done]);
  await expectCounters(léa, board.id, { totalPoints: 0, points: 0, actionsCount: 0 });
});

/** Logs an action from the Actions tab of the open board. */
async function log(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: title }).click();
  const dialog = page.getByRole('dialog', { name: asksToConfirm });
  await dialog.getByRole('button', { name: confirms }).click();
  await expect(dialog).toBeHidden();
}

function toast(page: Page, message: string) {
  return page.locator('[data-toast]').filter({ hasText: message });
}

function total(page: Page) {
  return page.getByRole('main').getByRole('paragraph').filter({ hasText: 'Score du tableau' });
}

function notifications(page: Page) {
  return page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');
}

/** What the server keeps, asked as from another device. */
async function expectCounters(player: Player, boardId: string, wanted: { totalPoints: number; points: number; actionsCount: number }) {
  await expect
    .poll(async () => {
      const { board } = await player.call<OpenedBoard>('GET', `/api/boards/${boardId}`);
      const { user } = await player.call<{ user: Account }>('GET', '/api/session');
      return { totalPoints: board.totalPoints, points: user.points, actionsCount: user.actionsCount };
    })
    .toEqual(wanted);
}
