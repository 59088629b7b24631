/** The invitation page in all its states, and the way to it by a pasted link. */
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

test('a visitor who opens a login link with a redirect has asked for nothing, and presses as ever', async ({ browser, server }) => {
  const léa = await signUpAbsentee(server, 'Léa');
  const max = await signUpPlayer(browser, server, 'Max');
  const board = await createSharedBoard([léa], 'Bienvenue');
  await max.call('DELETE', '/api/session');
  const { page } = max;
  await page.goto(`/login?redirect=/invite/${board.id}`);
  await page.getByRole('textbox', { name: 'Email ou pseudo' }).fill(max.name);
  await page.getByRole('textbox', { name: 'Mot de passe' }).fill(password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page).toHaveURL(`/invite/${board.id}`);
  await page.getByRole('button', { name: 'Demander à rejoindre' }).click();
  await expect(page).toHaveURL('/requests');
  await expect(page.getByText('Demande envoyée pour rejoindre "BIENVENUE"')).toBeVisible();
  await expect(page.getByText("Demande envoyée. La porte s'ouvre dès qu'on vous accepte.")).toBeVisible();
  // Let in while looking at Demandes.
  const { received } = await léa.call<{ received: { id: string }[] }>('GET', '/api/requests');
  await léa.call('POST', `/api/requests/${received[0]?.id}/acceptance`);
  await expect(page).toHaveURL(`/board/${board.id}`);
  await expect(page.getByText('Bienvenue sur BIENVENUE !')).toBeVisible();
});

test('a member is led to the board, at once or when accepted while looking', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  const max = await signUpPlayer(browser, server, 'Max');
  const board = await createSharedBoard([léa], 'Déjà là');
  await léa.page.goto(`/invite/${board.id}`);
  await expect(léa.page).toHaveURL(`/board/${board.id}`);

  await max.page.goto(`/invite/${board.id}`);
  await expect(max.page.getByRole('button', { name: 'Demander à rejoindre' })).toBeVisible();
  await léa.call('POST', `/api/boards/${board.id}/requests`, { type: 'invitation', username: max.name });
  const { received } = await max.call<{ received: { id: string }[] }>('GET', '/api/requests');
  await max.call('POST', `/api/requests/${received[0]?.id}/acceptance`);
  await expect(max.page).toHaveURL(`/board/${board.id}`);
});

test('somebody who is invited already and pressed before login comes to the board by that press', async ({ browser, server }) => {
  const [léa, max] = [await signUpAbsentee(server, 'Léa'), await signUpPlayer(browser, server, 'Max')];
  const board = await createSharedBoard([léa], 'Attendu');
  await léa.call('POST', `/api/boards/${board.id}/requests`, { type: 'invitation', username: max.name });
  await max.call('DELETE', '/api/session');
  const { page } = max;
  await page.goto(`/invite/${board.id}`);
  await page.getByRole('link', { name: 'Se connecter pour rejoindre' }).click();
  await page.getByRole('textbox', { name: 'Email ou pseudo' }).fill(max.name);
  await page.getByRole('textbox', { name: 'Mot de passe' }).fill(password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page).toHaveURL(`/board/${board.id}`);
  await expect(page.getByText('Bienvenue sur ATTENDU !')).toBeVisible();
  // The invitation was answered; nothing was asked beside it.
  expect(await max.call('GET', '/api/requests')).toMatchObject({ received: [{ status: 'accepted' }], sent: [] });
});
