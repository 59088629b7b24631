/** U4: dialogs on phones: title, cross and buttons stay in view on one held sideways, and no keyboard rises by itself. */
import type { Locator, Page } from '@playwright/test';
import { boxOf, isFree, resize } from './boxes.ts';
import { faultsAt } from './page-faults.ts';
import { breakfast, createSharedBoard, type Player, signUpAbsentee, signUpPlayer } from './players.ts';
import { expect, type RunningServer, test } from './server.ts';
import { confirms } from './words.ts';

const phone = { viewport: { width: 844, height: 390 }, isMobile: true, hasTouch: true };

test('on a phone held sideways a dialog keeps title, cross and buttons in view, with large text too', async ({ browser, server }) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa', phone), await signUpAbsentee(server, 'Max')];
  const board = await createSharedBoard([léa, max], 'Nous deux');
  const { page } = léa;
  const open = async (path: string, opener: string, title: string, buttons: readonly (string | RegExp)[]) => {
    await page.goto(path);
    await page.getByRole('button', { name: opener }).first().click();
    const dialog = page.getByRole('dialog', { name: title });
    const kept = [
      dialog.getByRole('heading', { name: title }),
      dialog.getByRole('button', { name: 'Fermer' }),
      ...buttons.map((name) => dialog.getByRole('button', { name, exact: true })),
    ];
    for (const text of ['32px', '16px']) {
      await expect.poll(() => page.evaluate(faultsAt, text), { message: `${title}, text of ${text}` }).toEqual([]);
      for (const one of kept) await expect.poll(() => isFree(one), { message: `${title}, text of ${text}: ${String(one)}` }).toBe(true);
    }
    return dialog;
  };
  const boardPath = `/board/${board.id}`;
  const confirm = await open(boardPath, breakfast.title, 'On le note ?', ['Annuler', confirms]);
  // The emoji stands beside the words, and all of it is in view.
  for (const words of [breakfast.title, '+20 points']) expect(await isFree(confirm.getByText(words, { exact: true }))).toBe(true);
  expect((await boxOf(confirm.getByText(breakfast.title, { exact: true }))).x).toBeGreaterThan(
    (await boxOf(confirm.getByText(breakfast.emoji ?? '', { exact: true }))).x + 40,
  );
  await open(boardPath, 'Réglages du tableau', 'Réglages du tableau', []);
  await open(boardPath, 'Partager le tableau', 'Partager le tableau', []);
  await open('/dashboard', 'Noter une action', 'Noter une action', ['Noter']);

  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Ouvrir le menu du profil' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu du profil' });
  await expect(menu.getByRole('button', { name: 'Déconnexion' })).toBeVisible();
  const choices = ['Fermer', 'Modifier le profil', 'Mode clair', 'Succès', 'Confidentialité', 'Partager', 'Déconnexion'];
  for (const name of choices) await expect.poll(() => isFree(menu.getByRole('button', { name })), { message: name }).toBe(true);
  expect(await isFree(menu.getByRole('switch', { name: 'Sons' }))).toBe(true);
  // There is no keyboard to have shortcuts on.
  await expect(menu.getByRole('switch')).toHaveCount(1);
  // The smallest phone, held sideways.
  await resize(page, { width: 568, height: 320 });
  for (const name of choices) await expect.poll(() => isFree(menu.getByRole('button', { name })), { message: name }).toBe(true);
});

test('a dialog that a finger opens has no field in focus, so no keyboard rises; one that a mouse or a key opens has', async ({
  browser,
  server,
}) => {
  const touched = await onBoards(server, () =>
    signUpPlayer(browser, server, 'Léa', { hasTouch: true, viewport: { width: 390, height: 844 } }),
  );
  await throughDialogs(touched, async (opener, dialog) => {
    await opener.tap();
    await expect(dialog()).toBeVisible();
    await expect(dialog().locator('input:is([type="text"], [type="search"])').first()).toBeVisible();
    await expect.poll(() => focusIsIn(dialog())).toBe(true);
    expect(await fieldInFocus(touched.player.page)).toBe(null);
  });
  const clicked = await onBoards(server, () => signUpPlayer(browser, server, 'Zoé'));
  await throughDialogs(clicked, async (opener, dialog) => {
    await opener.click();
    await expect(dialog().locator('input:is([type="text"], [type="search"])').first()).toBeFocused();
  });
  const { page } = clicked.player;
  await page.goto(`/board/${clicked.ownId}`);
  await page.getByRole('button', { name: 'Réglages du tableau' }).press('Enter');
  const settings = page.getByRole('dialog', { name: 'Réglages du tableau' });
  await expect(settings.locator('input:is([type="text"], [type="search"])').first()).toBeFocused();
});

interface OnBoards {
  player: Player;
  /** One that the player administers, and one that somebody else does. */
  ownId: string;
  otherId: string;
}

async function onBoards(server: RunningServer, signUp: () => Promise<Player>): Promise<OnBoards> {
  const [player, max] = [await signUp(), await signUpAbsentee(server, 'Max')];
  const [own, other] = [await createSharedBoard([player], 'À moi'), await createSharedBoard([max, player], 'À Max')];
  return { player, ownId: own.id, otherId: other.id };
}

/** The code of each is loaded with the press, or comes from a menu. */
async function throughDialogs(
  { player: { page }, ownId, otherId }: OnBoards,
  open: (opener: Locator, dialog: () => Locator) => Promise<void>,
): Promise<void> {
  const called = (name: string) => () => page.getByRole('dialog', { name });
  await page.goto(`/board/${ownId}`);
  await open(page.getByRole('button', { name: 'Réglages du tableau' }), called('Réglages du tableau'));
  await page.goto(`/board/${otherId}`);
  await open(page.getByRole('button', { name: 'Proposer une action' }), called('Proposer une action'));
  await page.goto('/dashboard');
  await open(page.getByRole('button', { name: 'Noter une action' }), called('Noter une action'));
  await page.goto('/boards');
  const menu = page.getByRole('button', { name: 'Nouveau tableau' });
  const join = page.getByRole('menuitem', { name: 'Rejoindre un tableau' });
  const isTouched = await page.evaluate(() => navigator.maxTouchPoints > 0);
  if (isTouched) await menu.tap();
  else await menu.click();
  await open(join, called('Rejoindre un tableau'));
}

async function focusIsIn(dialog: Locator): Promise<boolean> {
  return await dialog.evaluate((element) => element.contains(document.activeElement));
}

async function fieldInFocus(page: Page): Promise<string | null> {
  return await page.evaluate(() => document.activeElement?.closest('input, textarea, select')?.outerHTML ?? null);
}
