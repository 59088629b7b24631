/** Reactions (B5): two people on their phones, live; by keyboard; told to the author. */
import { createSharedBoard, breakfast, logFromElsewhere, openLive, signUpPlayer } from './players.ts';
import { expect, test } from './server.ts';

const phone = { viewport: { width: 390, height: 844 } };

test('a reaction is seen live by both, by keyboard too, and its author hears of it', async ({ browser, server }) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa', phone), await signUpPlayer(browser, server, 'Max', phone)];
  const board = await createSharedBoard([léa, max], 'Nous deux');
  await logFromElsewhere(léa, board.id, breakfast.title);
  await openLive(léa.page, '/requests');
  await openLive(max.page, '/dashboard');

  // By keyboard: the arrows go through the eight, Escape and Back close them.
  const add = max.page.getByRole('button', { name: `Réagir à « ${breakfast.title} »` });
  const menu = max.page.getByRole('menu', { name: `Réagir à « ${breakfast.title} »` });
  await add.focus();
  await max.page.keyboard.press('Enter');
  await expect(menu.getByRole('menuitemcheckbox', { name: 'Cœur' })).toBeFocused();
  await expect(menu.getByRole('menuitemcheckbox')).toHaveCount(8);
  await max.page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(add).toBeFocused();
  await max.page.keyboard.press('Enter');
  await expect(menu).toBeVisible();
  await max.page.goBack();
  await expect(menu).toBeHidden();
  await expect(max.page).toHaveURL('/dashboard');
  await add.focus();
  await max.page.keyboard.press('Enter');
  await max.page.keyboard.press('ArrowRight');
  await max.page.keyboard.press('ArrowDown');
  await expect(menu.getByRole('menuitemcheckbox', { name: 'Surprise' })).toBeFocused();
  await max.page.keyboard.press('Enter');
  const maxs = max.page.getByRole('button', { name: 'Surprise, 1 réaction, dont la vôtre' });
  await expect(maxs).toHaveAttribute('aria-pressed', 'true');

  // The author, elsewhere, is told and finds it.
  const news = léa.page.getByRole('link', { name: `${max.name} a réagi 😮 à « ${breakfast.title} »` });
  await expect(news).toBeVisible();
  await expect(léa.page.getByRole('link', { name: 'Accueil', exact: true })).toHaveAccessibleDescription('du nouveau');
  await news.click();
  await expect(léa.page).toHaveURL(`/board/${board.id}`);
  await léa.page.getByRole('tab', { name: 'Notifications' }).click();
  await léa.page.getByRole('button', { name: 'Surprise, 1 réaction', exact: true }).click();
  await expect(léa.page.getByRole('button', { name: 'Surprise, 2 réactions, dont la vôtre' })).toBeVisible();
  const both = max.page.getByRole('button', { name: 'Surprise, 2 réactions, dont la vôtre' });
  await expect(both).toBeVisible();
  const box = await both.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await both.click();
  await expect(léa.page.getByRole('button', { name: 'Surprise, 1 réaction, dont la vôtre' })).toBeVisible();

  // Without a network it is as before, and a sentence says so.
  await max.context.setOffline(true);
  await max.page.getByRole('button', { name: 'Surprise, 1 réaction', exact: true }).click();
  await expect(max.page.getByText("Votre réaction n'a pas été enregistrée.")).toBeVisible();
  await expect(max.page.getByRole('button', { name: 'Surprise, 1 réaction', exact: true })).toBeVisible();
});
