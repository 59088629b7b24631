/** How two people come together: who knocks, who opens, and links that open to one (decisions D21, D22). */
import { createSharedBoard, freshName, openLive, password, signUpPlayer } from './players.ts';
import { expect, test } from './server.ts';

test.afterEach(async ({ browser }) => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});

test('who knocks after signing up is let in from the card, over an open dialog and by keyboard', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa', { viewport: { width: 390, height: 844 } });
  const board = await createSharedBoard([léa], 'Nous deux');
  await openLive(léa.page, `/board/${board.id}`);
  await léa.page.getByRole('button', { name: 'Partager le tableau' }).click();
  const share = léa.page.getByRole('dialog', { name: 'Partager le tableau' });
  await expect(share.getByRole('button', { name: 'Copier le lien' })).toBeFocused();

  const page = await (await browser.newContext({ baseURL: server.origin, viewport: { width: 390, height: 844 } })).newPage();
  await page.goto(`/invite/${board.id}`);
  await page.getByRole('link', { name: "Pas encore de compte ? S'inscrire" }).click();
  const name = freshName('Alex');
  await page.getByLabel(/Pseudo|Nom d.utilisateur/).fill(name);
  await page.getByRole('textbox', { name: 'Email' }).fill(`${name}@exemple.fr`);
  await page.getByRole('textbox', { name: 'Mot de passe' }).fill(password);
  await page.getByRole('button', { name: 'Créer un compte' }).click();
  await expect(page.getByText("Demande envoyée. La porte s'ouvre dès qu'on vous accepte.")).toBeVisible();

  await expect(share.getByRole('heading', { name: `${name} frappe à la porte` })).toBeVisible();
  // Heard although a dialog hides what is outside it.
  await expect(léa.page.locator('p[aria-live]:not([aria-hidden])', { hasText: `${name} frappe à la porte` })).toHaveCount(1);
  // From the cross of the dialog's end, round to what stands in it.
  const accept = share.getByRole('button', { name: 'Accepter' });
  await expect(async () => {
    await léa.page.keyboard.press('Tab');
    await expect(accept).toBeFocused({ timeout: 50 });
  }).toPass();
  await léa.page.keyboard.press('Enter');
  await expect(léa.page.getByText(new RegExp(`^${name} rejoint`))).toBeVisible();
  await expect(accept).toHaveCount(0);
  await expect(share).toBeVisible();

  await expect(page).toHaveURL(`/board/${board.id}`);
  await expect(page.getByText('Bienvenue sur « NOUS DEUX » !')).toBeVisible();
});

test('several who knock are one card, which goes when they are answered elsewhere', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  const [max, zoé] = [await signUpPlayer(browser, server, 'Max'), await signUpPlayer(browser, server, 'Zoé')];
  const board = await createSharedBoard([léa], 'Coloc');
  await openLive(léa.page, '/dashboard');
  for (const one of [max, zoé]) await one.call('POST', `/api/boards/${board.id}/requests`, { type: 'request' });
  const card = (name: string) => léa.page.getByRole('region', { name: `${name} frappe à la porte` });
  await expect(card(max.name)).toContainText('1 autre attend');
  await openLive(zoé.page, '/boards');
  await card(max.name).getByRole('button', { name: 'Refuser' }).click();
  await expect(card(zoé.name)).toBeVisible();
  const { received } = await léa.call<{ received: { id: string; status: string }[] }>('GET', '/api/requests');
  await léa.call('POST', `/api/requests/${received.find(({ status }) => status === 'pending')?.id}/acceptance`);
  await expect(card(zoé.name)).toHaveCount(0);
  // In the middle of something: told, and not taken away.
  await expect(zoé.page.getByText('La porte de « COLOC » vous est ouverte')).toBeVisible();
  await expect(zoé.page).toHaveURL('/boards');
  await zoé.page.getByRole('button', { name: 'Ouvrir le tableau' }).click();
  await expect(zoé.page).toHaveURL(`/board/${board.id}`);
});
