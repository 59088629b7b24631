/** What a visitor pressed on an invitation, from the page to the answer. What else the page says and does: client/membership/invite-screen.test.tsx. */
import { createSharedBoard, signUpAbsentee, signUpPlayer, password } from './players.ts';
import { expect, test } from './server.ts';

test('what a visitor pressed is sent by itself after login, once, and the page says so', async ({ browser, server }) => {
  const léa = await signUpAbsentee(server, 'Léa');
  const max = await signUpPlayer(browser, server, 'Max');
  const board = await createSharedBoard([léa], 'Nous deux');
  await max.call('DELETE', '/api/session');
  const { page } = max;
  await page.goto(`/invite/${board.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'NOUS DEUX' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Demander à rejoindre' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Se connecter pour rejoindre' }).click();
  await expect(page).toHaveURL(/\/login\?redirect=/);
  // Held back, so that what is shown meanwhile can be seen.
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  let sent = 0;
  await page.route('**/requests', async (route) => {
    if (route.request().method() === 'POST') {
      sent += 1;
      await held;
    }
    await route.continue();
  });
  await page.getByRole('textbox', { name: 'Email ou pseudo' }).fill(max.name);
  await page.getByRole('textbox', { name: 'Mot de passe' }).fill(password);
  await page.getByRole('button', { name: 'Se connecter' }).click();

  await expect(page).toHaveURL(`/invite/${board.id}`);
  await expect(page.getByRole('button', { name: 'Envoi de la demande...' })).toBeVisible();
  answer();
  const done = page.getByText("Demande envoyée. La porte s'ouvre dès qu'on vous accepte.");
  await expect(done).toBeVisible();
  await expect(page.getByRole('button', { name: 'Demander à rejoindre' })).toHaveCount(0);

  // Neither a reload nor coming back asks once more; who presses is told.
  await page.reload();
  await expect(done).toBeVisible();
  await page.getByRole('button', { name: 'Demander à rejoindre' }).click();
  await expect(page.getByRole('heading', { name: 'Oups ! Une erreur est survenue' })).toBeVisible();
  await expect(page.getByText('Une demande est déjà en cours pour ce tableau')).toBeVisible();
  expect(sent).toBe(2);
  await page.getByRole('button', { name: "Retour à l'accueil" }).click();
  await expect(page).toHaveURL('/dashboard');
});
