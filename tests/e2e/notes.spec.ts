/** Notes under activities (D37): with a log, later, live on the other phone, without a network, and taken away. */
import { violationsOn } from './axe.ts';
import { breakfast, createSharedBoard, openLive, signUpPlayer } from './players.ts';
import { expect, test } from './server.ts';
import { confirms } from './words.ts';

const phone = { viewport: { width: 390, height: 844 } };

test('a note comes with a log, is seen live, changed and taken away by its author alone, and written without a network it is sent once there is one', async ({
  browser,
  server,
}) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa', phone), await signUpPlayer(browser, server, 'Max', phone)];
  const board = await createSharedBoard([léa, max], 'Nous deux');
  await openLive(max.page, `/board/${board.id}?tab=notifications`);
  await openLive(léa.page, `/board/${board.id}`);

  await léa.page.getByRole('button', { name: breakfast.title }).click();
  const confirmation = léa.page.getByRole('dialog', { name: 'On le note ?' });
  await confirmation.getByRole('button', { name: 'Ajouter un mot' }).click();
  await expect(confirmation.getByLabel('Votre mot')).toBeFocused();
  await confirmation.getByLabel('Votre mot').fill('Avec des fraises');
  expect(await violationsOn(léa.page)).toEqual([]);
  await confirmation.getByRole('button', { name: confirms }).click();
  const seen = max.page.getByRole('list', { name: 'Notifications' }).getByRole('listitem').filter({ hasText: breakfast.title });
  await expect(seen.getByText('Avec des fraises')).toBeVisible();
  await max.page.getByRole('button', { name: `Réagir à « ${breakfast.title} »` }).click();
  await expect(max.page.getByRole('menuitemcheckbox')).toHaveCount(8);
  await expect(max.page.getByRole('menuitem')).toHaveCount(0);

  await léa.page.getByRole('tab', { name: 'Notifications' }).click();
  const open = async (what: string) => {
    await léa.page.getByRole('button', { name: `Réagir à « ${breakfast.title} »` }).click();
    await léa.page.getByRole('menuitem', { name: what }).click();
    return léa.page.getByRole('dialog', { name: what });
  };
  const changing = await open('Modifier votre mot');
  await expect(changing.getByLabel('Votre mot')).toHaveValue('Avec des fraises');
  await changing.getByLabel('Votre mot').fill('Avec des fraises et sans râler');
  expect(await violationsOn(léa.page)).toEqual([]);
  await léa.page.keyboard.press('Enter');
  await expect(changing).toBeHidden();
  await expect(seen.getByText('Avec des fraises et sans râler')).toBeVisible();

  const again = await open('Modifier votre mot');
  await again.getByLabel('Votre mot').fill(' ');
  await again.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(seen.getByText('fraises')).toHaveCount(0);
  await expect(léa.page.getByText('fraises')).toHaveCount(0);

  const offline = await open('Ajouter un mot');
  await offline.getByLabel('Votre mot').fill('Promis, demain');
  await léa.context.setOffline(true);
  await offline.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(léa.page.getByRole('listitem').getByText('Promis, demain')).toBeVisible();
  await expect(max.page.getByText('Promis, demain')).toHaveCount(0);
  await léa.context.setOffline(false);
  await expect(max.page.getByText('Promis, demain')).toBeVisible();
});
