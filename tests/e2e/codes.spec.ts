/** Stickers: made on the doors, scanned by whoever lives there, pressed once. */
import type { ReplyOf } from '#shared/api';
import { violationsOn } from './axe.ts';
import { boxOf, resize, sizes } from './boxes.ts';
import { breakfast, createSharedBoard, freshName, openLive, password, type Player, signUpPlayer } from './players.ts';
import { expect, test } from './server.ts';

const scoreOf = async (player: Player, boardId: string) => {
  const { members } = await player.does('GET /api/boards/:boardId', { params: { boardId } });
  return members.find(({ username }) => username === player.name)?.score;
};
type Made = ReplyOf<'POST /api/codes'>;

test('a sticker is made, printed, scanned by another member, logs on one press, is undone, and asks at a second press', async ({
  browser,
  server,
}) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa'), await signUpPlayer(browser, server, 'Max')];
  const board = await createSharedBoard([léa, max], 'Nous deux');
  const { page: hers } = léa;
  await openLive(hers, '/doors');
  const section = hers.getByRole('region', { name: 'Codes et autocollants' });
  await section.getByRole('button', { name: 'Créer un code' }).click();
  const form = hers.getByRole('dialog', { name: 'Nouveau code' });
  await form.getByRole('combobox', { name: "Ce que fait l'appui" }).selectOption({ label: `🥐 ${breakfast.title}, +20 pts` });
  await form.getByRole('textbox', { name: 'Nom du code' }).fill('Cuisine');
  expect(await violationsOn(hers)).toEqual([]);
  await form.getByRole('button', { name: 'Créer le code' }).click();
  await expect(form).toBeHidden();
  await section.getByRole('button', { name: /^QR code et adresse/ }).click();
  const dialog = hers.getByRole('dialog', { name: 'Cuisine' });
  const address = await dialog.getByRole('textbox', { name: 'Adresse' }).inputValue();
  expect(address).toMatch(new RegExp(`^${server.origin}/l/[a-z2-9]{20}$`));
  expect(await violationsOn(hers)).toEqual([]);

  await hers.evaluate(() => {
    globalThis.print = () => undefined;
  });
  await dialog.getByRole('button', { name: 'Imprimer une feuille de huit' }).click();
  await hers.emulateMedia({ media: 'print' });
  await expect(hers.getByText("Scannez, appuyez : c'est noté.").first()).toBeVisible();
  await expect(hers.getByRole('img', { name: 'QR code' })).toHaveCount(8);
  await expect(section).toBeHidden();
  const sheet = await hers.pdf({ format: 'A4' }).then((pdf) => pdf.toString('latin1'));
  expect(sheet.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await hers.emulateMedia({ media: 'screen' });
  await hers.evaluate(() => void dispatchEvent(new Event('afterprint')));
  await expect(hers.getByRole('img', { name: 'QR code' })).toHaveCount(1);

  const { page } = max;
  await openLive(page, new URL(address).pathname);
  const press = page.getByRole('button', { name: new RegExp(`^${breakfast.title}`) });
  await expect(press).toBeVisible();
  for (const [width, height] of sizes) {
    await resize(page, { width, height });
    const { width: wide, height: high } = await boxOf(press);
    expect(Math.min(wide, high), `${width} × ${height}`).toBeGreaterThanOrEqual(44);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} × ${height}`).toBe(true);
  }
  expect(await violationsOn(page)).toEqual([]);
  expect(await scoreOf(max, board.id)).toBe(0);
  const said = page.getByText(/c'est noté\.$/);
  await press.click();
  await expect(said).toBeVisible();
  await expect.poll(() => scoreOf(max, board.id)).toBe(20);
  await page.getByRole('button', { name: 'Annuler' }).click();
  await expect(said).toBeHidden();
  await expect.poll(() => scoreOf(max, board.id)).toBe(0);

  await press.click();
  await expect(said).toBeVisible();
  await expect.poll(() => scoreOf(max, board.id)).toBe(20);
  // Scanned once more: what was logged a moment ago is known to the server.
  await page.reload();
  await press.click();
  const question = page.getByRole('dialog', { name: 'Encore ?' });
  await question.getByRole('button', { name: 'Noter encore' }).click();
  await expect.poll(() => scoreOf(max, board.id)).toBe(40);
  await page.getByRole('link', { name: /^Voir/ }).click();
  await expect(page).toHaveURL(new RegExp(`/board/${board.id}`));
  expect(await scoreOf(léa, board.id)).toBe(0);
});

test('a code leads somebody signed out through signing in and back, a stranger nowhere, and works without a network once opened', async ({
  browser,
  server,
}) => {
  const [léa, zoé] = [await signUpPlayer(browser, server, 'Léa'), await signUpPlayer(browser, server, 'Zoé')];
  const board = await createSharedBoard([léa], 'Chez moi');
  const actionId = board.actions[0]?.id;
  const { code } = await léa.call<Made>('POST', '/api/codes', { name: 'Cuisine', boardId: board.id, actionId });
  const press = léa.page.getByRole('button', { name: new RegExp(`^${breakfast.title}`) });

  await léa.page.goto(`/l/${code}`);
  await press.waitFor();
  await léa.context.setOffline(true);
  await press.click();
  await expect(léa.page.getByText(/c'est noté\.$/)).toBeVisible();
  await léa.context.setOffline(false);
  await expect.poll(() => scoreOf(léa, board.id)).toBe(20);
  await expect.poll(async () => (await léa.does('GET /api/codes')).codes[0]?.usedOn).not.toBeNull();

  await léa.call('DELETE', '/api/session');
  await léa.page.goto(`/l/${code}`);
  await expect(léa.page).toHaveURL(/\/login\?redirect=/);
  await léa.page.getByLabel('Email ou pseudo').fill(léa.name);
  await léa.page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await léa.page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(léa.page).toHaveURL(`${server.origin}/l/${code}`);
  await expect(press).toBeVisible();

  const missing = zoé.page.getByRole('heading', { name: 'Ce code ne mène nulle part' });
  await zoé.page.goto(`/l/${code}`);
  await expect(missing).toBeVisible();
  const seen = await zoé.page.locator('main').textContent();
  await zoé.page.goto('/l/abcdefghjkmnpqrstuvw');
  await expect(missing).toBeVisible();
  expect(await zoé.page.locator('main').textContent()).toBe(seen);
});

test('what a preview of a code is sent says nothing of it', async ({ request, server }) => {
  const page = async (path: string) => await (await request.get(`${server.origin}${path}`)).text();
  const nonce = freshName('rien');
  expect(await page(`/l/${nonce}`)).not.toContain(nonce);
  expect(await page('/l/abcdefghjkmnpqrstuvw')).toBe(await page('/l/mnpqrstuvwxyz2345678'));
});
