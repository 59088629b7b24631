/** S17: who may make an account, by the screens (decision D44). */
import { breakfast, createSharedBoard, signUpPlayer } from './players.ts';
import { expect, startServer, test } from './server.ts';

test('with closed sign-ups the first person comes in, and no page offers what would be refused', async ({ browser }) => {
  const server = await startServer({ SIGN_UPS: 'closed' });
  const page = await (await browser.newContext({ baseURL: server.origin })).newPage();
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Créer un compte' }).first()).toBeVisible();
  await signUpPlayer(browser, server, 'Léa');
  await page.reload();
  await expect(page.getByText('Les inscriptions sont fermées ici. Vous avez déjà un compte ? Connectez-vous.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Créer un compte' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Commencer à jouer' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await page.getByRole('link', { name: /S'inscrire/ }).click();
  await expect(page.getByText('Les inscriptions sont fermées ici.')).toBeVisible();
  await expect(page.getByLabel('Pseudo')).toHaveCount(0);
  await server.stop();
});

test('where one signs up by invitation the landing page says so without script, and a link for one person leads onto the board', async ({
  browser,
}) => {
  const server = await startServer({ SIGN_UPS: 'invited' });
  const léa = await signUpPlayer(browser, server, 'Léa');
  const scriptless = await (await browser.newContext({ baseURL: server.origin, javaScriptEnabled: false })).newPage();
  await scriptless.goto('/');
  await expect(scriptless.getByText("Ici, on s'inscrit sur invitation : ouvrez le lien qu'on vous a envoyé.")).toBeVisible();
  await expect(scriptless.getByRole('link', { name: 'Créer un compte' })).toHaveCount(0);
  const board = await createSharedBoard([léa], 'Patience');
  const made = await léa.page.request.post(`${server.origin}/api/boards/${board.id}/single-links`, { headers: { origin: server.origin } });
  const { link } = (await made.json()) as { link: { token: string } };
  const page = await (await browser.newContext({ baseURL: server.origin })).newPage();
  await page.goto(`/invite/${link.token}`);
  await page.getByRole('link', { name: /S'inscrire/ }).click();
  await page.getByLabel('Pseudo').fill('Max');
  await page.getByLabel('Email').fill('max@example.org');
  await page.getByLabel('Mot de passe').fill('orage violet 42');
  await page.getByRole('button', { name: 'Créer un compte' }).click();
  await expect(page).toHaveURL(new RegExp(`/board/${board.id}$`));
  await expect(page.getByRole('button', { name: new RegExp(breakfast.title) }).first()).toBeVisible();
  await server.stop();
});
