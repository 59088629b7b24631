/** U2: the main job by keyboard alone, with the focus always in sight. */
import type { Locator, Page } from '@playwright/test';
import type { OpenedBoard } from '#shared/boards';
import { breakfast, createSharedBoard, dishes, logFromElsewhere, openLive, password, signUpAbsentee, signUpPlayer } from './players.ts';
import { expect, test } from './server.ts';
import { confirms } from './words.ts';

test('signing in, logging an action and reading the scores, by keyboard alone', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  const max = await signUpAbsentee(server, 'Max');
  await createSharedBoard([léa, max], 'Clavier');
  await léa.call('DELETE', '/api/session');
  const { page } = léa;

  await page.goto('/login');
  await walkTo(page, page.getByRole('textbox', { name: 'Email ou pseudo' }));
  await page.keyboard.type(léa.name);
  await walkTo(page, page.getByLabel('Mot de passe', { exact: true }));
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  const home = page.getByRole('heading', { level: 1, name: 'Activités récentes' });
  await expect(home).toBeVisible();
  await expect(home).toBeFocused();

  await page.keyboard.press('Shift+Tab');
  await walkTo(page, page.getByRole('link', { name: 'Tableaux', exact: true }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Mes tableaux' })).toBeFocused();
  await walkTo(page, page.getByRole('link', { name: /CLAVIER/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'CLAVIER' })).toBeFocused();

  const tile = page.getByRole('button', { name: breakfast.title });
  await walkTo(page, tile);
  await page.keyboard.press('Enter');
  const confirm = page.getByRole('button', { name: confirms });
  await expect(confirm).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(tile).toBeFocused();

  await walkTo(page, page.getByRole('button', { name: dishes.title }));
  await page.keyboard.press('Space');
  await expect(confirm).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('button', { name: dishes.title })).toBeFocused();

  await walkTo(page, page.getByRole('tab', { name: 'Actions' }), 'Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Scores' })).toBeFocused();
  await expect(page.getByText('Vous menez de 20 points')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('Home');
  await expect(page.getByRole('tab', { name: 'Actions' })).toHaveAttribute('aria-selected', 'true');
});

test('two presses of Noter +20, Enter held on it or on a form, and a press on Noter while its dialog leaves, count once', async ({
  browser,
  server,
}) => {
  const { page, ...léa } = await signUpPlayer(browser, server, 'Léa');
  const board = await createSharedBoard([léa], 'Une fois');
  await page.goto(`/board/${board.id}`);
  const tile = page.getByRole('button', { name: breakfast.title });
  const confirm = page.getByRole('button', { name: confirms });
  const total = page.getByRole('paragraph').filter({ hasText: 'Score du tableau' });
  await tile.click();
  await confirm.dblclick();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(total).toHaveText('Score du tableau +20');

  // Wherever the focus goes meanwhile.
  await tile.press('Space');
  await expect(confirm).toBeFocused();
  // Down again without having been up is a repetition.
  await page.keyboard.down('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(tile).toBeFocused();
  for (let time = 0; time < 10; time += 1) {
    await page.keyboard.down('Enter');
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.up('Enter');
  await expect(total).toHaveText('Score du tableau +40');
  // The key is nobody's enemy: pressed anew, it presses.
  await page.keyboard.press('Enter');
  await expect(confirm).toBeFocused();

  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Noter une action' }).click();
  const dialog = page.getByRole('dialog', { name: 'Noter une action' });
  await dialog.getByRole('radio', { name: breakfast.title }).click();
  // There is no other.
  await expect(dialog.getByRole('checkbox', { name: 'UNE FOIS' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Noter', exact: true }).evaluate(async (button: HTMLButtonElement) => {
    button.click();
    await new Promise(requestAnimationFrame);
    button.click();
  });
  await expect(dialog).toBeHidden();
  await expect(page.getByText("En attente d'envoi")).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Activités récentes' }).getByRole('listitem')).toHaveCount(3);
  const { board: now } = await léa.call<OpenedBoard>('GET', `/api/boards/${board.id}`);
  expect(now.totalPoints).toBe(60);

  await test.step('a held Enter sends a form once', async () => {
    await page.goto('/edit-profile');
    await page.locator('summary', { hasText: 'Mot de passe' }).press('Enter');
    await page.getByLabel('Mot de passe actuel').fill('faux et faux');
    await page.getByLabel('Nouveau mot de passe').fill('grêle tiède 77');
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent += 1;
    });
    // Each further `down` of a key that is down repeats it.
    await page.keyboard.down('Enter');
    await expect(page.getByLabel('Mot de passe actuel')).toHaveAttribute('aria-invalid', 'true');
    await page.keyboard.down('Enter');
    await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await page.evaluate(() => fetch('/healthz'));
    expect(sent).toBe(1);
  });
});

test('the focus stays where the work goes on, or near what had it and is gone', async ({ browser, server }) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa'), await signUpAbsentee(server, 'Max')];
  const { page } = léa;

  await test.step('what is pressed away leaves the focus where the work goes on', async () => {
    const board = await createSharedBoard([léa], 'Suite');
    await page.goto(`/board/${board.id}`);
    const tile = page.getByRole('button', { name: breakfast.title });
    await tile.press('Enter');
    await expect(page.getByRole('button', { name: confirms })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(tile).toBeFocused();
    const messages = page.getByRole('region', { name: 'Messages' });
    await messages.getByRole('button', { name: 'Annuler' }).press('Enter');
    await expect(messages.getByText('Action annulée')).toBeVisible();
    await expect(page.getByRole('paragraph').filter({ hasText: 'Score du tableau' })).toHaveText('Score du tableau 0');
    await expect(tile).toBeFocused();

    await logFromElsewhere(léa, board.id, dishes.title);
    await page.getByRole('tab', { name: 'Notifications' }).press('Enter');
    await page.getByRole('button', { name: `Annuler « ${dishes.title} »` }).press('Enter');
    // Which of the two stands first depends on which reached the server first.
    const row = page.getByRole('list', { name: 'Notifications' }).getByRole('listitem').filter({ hasText: dishes.title });
    await expect(row).toContainText('Annulée par vous');
    await expect(row).toBeFocused();

    await page.getByRole('button', { name: 'Ouvrir le menu du profil' }).press('Enter');
    await page.getByRole('button', { name: 'Modifier le profil' }).press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: 'Modifier le profil' })).toBeFocused();

    // Opened anew, the first Tab offers the way past the bars.
    await openLive(page, '/dashboard');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Aller au contenu' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await expect(page).toHaveURL('/dashboard');
  });

  await test.step('where what had the focus is gone, the focus stays near', async () => {
    const board = await createSharedBoard([léa, max], 'Réglée');
    await page.goto(`/board/${board.id}`);
    const opener = page.getByRole('button', { name: 'Réglages du tableau' });
    await opener.press('Enter');
    const settings = page.getByRole('dialog', { name: 'Réglages du tableau' });
    const options = settings.getByRole('button', { name: `Options pour ${max.name}` });
    await options.press('Enter');
    await expect(settings.getByRole('menuitem').first()).toBeFocused();
    // Escape closes the menu, and not the dialog around it.
    await page.keyboard.press('Escape');
    await expect(options).toBeFocused();
    await options.press('Enter');
    await expect(settings.getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.press('End');
    await expect(settings.getByRole('menuitem', { name: `Retirer ${max.name}` })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Retirer', exact: true }).press('Enter');
    await expect(settings.getByText(max.name)).toHaveCount(0);
    await expect(page.getByRole('dialog', { name: `Retirer ${max.name}` })).toBeHidden();
    await expect(settings.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();

    await page.goto('/create-board');
    const write = page.getByRole('button', { name: 'Écrire une action' });
    await write.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Écrire une action' });
    await dialog.getByRole('textbox', { name: "Nom de l'action" }).fill('Café au lit');
    await dialog.getByRole('textbox', { name: 'Points' }).fill('5');
    await page.keyboard.press('Enter');
    // What lies behind a dialog takes no key until the dialog is away.
    await expect(dialog).toBeHidden();
    await page.getByRole('checkbox', { name: 'Café au lit' }).press('Space');
    await expect(page.getByRole('checkbox', { name: 'Café au lit' })).toHaveCount(0);
    await expect(write).toBeFocused();
  });
});

/** Presses `key` until `target` has the focus; at every stop the focus must be in sight and drawn. */
async function walkTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor();
  const stops: string[] = [];
  for (let step = 0; step < 80; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
    const { name } = await page.evaluate(focusState);
    stops.push(name);
    // While one screen gives way to the next, the browser shows pictures of both, which nothing can be found under.
    await expect.poll(() => page.evaluate(focusState), `the focus on ${name}`).toMatchObject({ inSight: true, drawn: true });
  }
  throw new Error(`never came to it, only to: ${stops.join(', ')}`);
}

/** Runs in the page. `drawn`: an outline on the element, or on the box around a field. `inSight`: in the window, and not under a bar. */
function focusState(): { name: string; inSight: boolean; drawn: boolean } {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body) return { name: 'the page', inSight: true, drawn: true };
  const around = [element, element.parentElement, element.parentElement?.parentElement].filter((one) => one instanceof HTMLElement);
  const drawn = around.some((one) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  });
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + Math.min(height / 2, 40)];
  const onTop = document.elementFromPoint(x, y);
  const inSight = onTop !== null && around.some((one) => one.contains(onTop));
  const name = element.getAttribute('aria-label') ?? element.textContent ?? element.tagName;
  return { name: name.trim().slice(0, 40) || element.tagName, inSight, drawn };
}
