/** What is noted for other members (D38, D52): gains, seen live, thanked for and undone by whom they count for, and losses, which are avowed, without a network too. */
import type { Page } from '@playwright/test';
import { violationsOn } from './axe.ts';
import { resize } from './boxes.ts';
import { breakfast, createSharedBoard, dishes, openLive, signUpPlayer } from './players.ts';
import { expect, test } from './server.ts';

const phone = { viewport: { width: 390, height: 844 } };

async function ask(page: Page, name: string) {
  await page.getByRole('button', { name: breakfast.title }).click();
  const confirmation = page.getByRole('dialog', { name: 'On le note ?' });
  await expect(confirmation.getByRole('radio', { name: 'Moi' })).toBeChecked();
  await confirmation.getByRole('radio', { name }).check();
  return confirmation;
}

async function noteFor(page: Page, name: string): Promise<void> {
  const confirmation = await ask(page, name);
  await confirmation.getByRole('button', { name: `Noter +20 pour ${name}` }).click();
}

const list = (page: Page) => page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');
const toasts = (page: Page) => page.locator('[data-toast]');
const total = (page: Page) => page.getByRole('main').getByRole('paragraph').filter({ hasText: 'Score du tableau' });

async function demand(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: dishes.title }).click();
  const confirmation = page.getByRole('dialog', { name: 'On avoue ?' });
  await confirmation.getByRole('button', { name: /^Pour qui/ }).click();
  await confirmation.getByRole('button', { name, exact: true }).click();
  await expect(confirmation.getByText(`Rien ne compte sans l'aveu de ${name}.`)).toBeVisible();
  await confirmation.getByRole('button', { name: `Demander à ${name}` }).click();
}

test('a gain noted for another is seen live by who gets it, thanked for and undone by them; a loss counts once they avow it, which they can do without a network', async ({
  browser,
  server,
}) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa', phone), await signUpPlayer(browser, server, 'Max', phone)];
  const board = await createSharedBoard([léa, max], 'Nous deux');
  await test.step('a loss counts once they avow it, which they can do without a network', async () => {
    await openLive(max.page, '/dashboard');
    await openLive(léa.page, `/board/${board.id}`);
    await demand(léa.page, max.name);
    await expect(toasts(léa.page)).toContainText(`C'est demandé : ${max.name} a un jour pour répondre`);
    const card = max.page.getByRole('region', { name: `${léa.name} demande : « ${dishes.title} », c'est vous ?` });
    await expect(card).toContainText(/c'est vous\s\?−15 · NOUS DEUX/);
    expect(await violationsOn(max.page)).toEqual([]);
    await expect(total(léa.page)).toHaveText('Score du tableau 0');

    await max.context.setOffline(true);
    await card.getByRole('button', { name: "J'avoue" }).click();
    await expect(card).toHaveCount(0);
    const his = max.page.getByRole('main').getByRole('listitem').filter({ hasText: dishes.title });
    await expect(his).toContainText(`noté par ${léa.name}`);
    await expect(total(léa.page)).toHaveText('Score du tableau 0');
    await max.context.setOffline(false);
    await expect(total(léa.page)).toHaveText('Score du tableau −15');
    await expect(his).toHaveCount(1);
    await expect(his).not.toContainText("En attente d'envoi");
    await expect(card).toHaveCount(0);
    await max.page.reload();
    await expect(his).toHaveCount(1);
    await expect(card).toHaveCount(0);
  });

  await test.step('a gain is noted for the other of two, seen live by them, thanked for by one tap, and undone by them', async () => {
    await openLive(max.page, '/boards');
    await openLive(léa.page, `/board/${board.id}`);

    const confirmation = await ask(léa.page, max.name);
    expect(await violationsOn(léa.page)).toEqual([]);
    await confirmation.getByRole('button', { name: `Noter +20 pour ${max.name}` }).click();
    await expect(toasts(léa.page)).toContainText(`C'est noté pour ${max.name} : +20`);
    await expect(total(léa.page)).toHaveText('Score du tableau +5');

    await expect(max.page.getByRole('status').filter({ hasText: `${léa.name} l'a remarqué : ${breakfast.title}` })).toBeVisible();
    const merci = max.page.getByRole('button', { name: `Merci à ${léa.name} pour « ${breakfast.title} »` });
    await merci.click();
    await expect(merci).toHaveCount(0);
    await léa.page.getByRole('tab', { name: 'Notifications' }).click();
    const hers = list(léa.page).filter({ hasText: breakfast.title });
    await expect(hers.getByRole('button', { name: /^Cœur, 1.réaction$/ })).toBeVisible();
    await max.page.goto(`/board/${board.id}?tab=notifications`);
    await expect(total(max.page)).toHaveText('Score du tableau +5');
    await expect(merci).toHaveCount(0);
    const row = list(max.page).filter({ hasText: `noté par ${léa.name}` });
    await row.getByRole('button', { name: `Annuler « ${breakfast.title} »` }).click();
    await expect(total(léa.page)).toHaveText('Score du tableau −15');
    await expect(list(léa.page).filter({ hasText: 'noté par vous' }).filter({ hasText: breakfast.title })).toContainText(
      `Annulée par ${max.name}`,
    );

    await max.page.getByRole('tab', { name: 'Actions' }).click();
    await noteFor(max.page, léa.name);
    await resize(léa.page, { width: 1280, height: 800 });
    await léa.page.getByRole('tab', { name: 'Scores' }).click();
    await expect(léa.page.getByRole('region', { name: "Tout ce qui s'est passé" })).toContainText(`noté par ${max.name}`);
  });
});
