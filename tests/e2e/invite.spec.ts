/** The invitation page in all its states, and the way to it by a pasted link. */
import { axe } from './axe.ts';
import { createSharedBoard, followFromElsewhere, signUpPlayer, password } from './players.ts';
import { expect, test } from './server.ts';

// Pages left open would go on listening, and slow down the tests after them.
test.afterEach(async ({ browser }) => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});

test('what a visitor pressed is sent by itself after login, once, and the page says so', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
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

test('who opens a login link with a redirect has asked for nothing, and presses as ever', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
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
  await expect(page.getByText('Bienvenue sur « BIENVENUE » !')).toBeVisible();
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

test('a missing board and one whose link is off are the same', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  const max = await signUpPlayer(browser, server, 'Max');
  const board = await createSharedBoard([léa], 'Fermé');
  await léa.call('PATCH', `/api/boards/${board.id}`, { linkEnabled: false });
  for (const id of ['inconnu', board.id]) {
    await max.page.goto(`/invite/${id}`);
    await expect(max.page.getByRole('heading', { level: 1, name: 'Oups ! Une erreur est survenue' })).toBeVisible();
    await expect(max.page.getByText('Tableau non trouvé')).toBeVisible();
    await expect(max.page.getByText('FERMÉ')).toHaveCount(0);
    await expect(max.page.getByRole('button', { name: 'Réessayer' })).toHaveCount(0);
  }
  await max.page.goto('/invite/');
  await expect(max.page).toHaveURL('/');
});

test('an invitation that cannot be loaded, or a request that is lost, is said and tried again', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  const { page } = await signUpPlayer(browser, server, 'Max');
  const board = await createSharedBoard([léa], 'Patience');
  // A greeting of the stream would ask again by itself.
  await page.route('**/api/live', (route) => route.abort());
  await page.route('**/api/invitations/**', (route) => route.abort());
  // So that it does not come along with the page.
  await followFromElsewhere(page, `${server.origin}/invite/${board.id}`);
  await expect(page.getByText('Erreur lors du chargement du tableau')).toBeVisible();
  await page.unroute('**/api/invitations/**');
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'PATIENCE' })).toBeVisible();

  await page.route('**/api/boards/*/requests', (route) => route.abort());
  await page.getByRole('button', { name: 'Demander à rejoindre' }).click();
  await expect(page.getByText("La demande n'est pas partie. Veuillez réessayer.")).toBeVisible();
  await page.unroute('**/api/boards/*/requests');
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect(page).toHaveURL('/requests');
});

test('a pasted link leads to its invitation, anything else is refused beside the field', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  const { page } = await signUpPlayer(browser, server, 'Max');
  const board = await createSharedBoard([léa], 'Collé');
  await page.goto('/boards');
  await page.getByRole('button', { name: 'Nouveau tableau' }).click();
  await page.getByRole('menuitem', { name: 'Rejoindre un tableau' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rejoindre un tableau' });
  const field = dialog.getByRole('textbox', { name: "Lien d'invitation" });
  const join = dialog.getByRole('button', { name: 'Rejoindre', exact: true });
  for (const pasted of ['', `${server.origin}/`, 'viens jouer']) {
    await field.fill(pasted);
    await join.click();
    await expect(dialog.getByText("Lien d'invitation invalide")).toBeVisible();
    await expect(field).toBeFocused();
  }
  expect((await axe(page).analyze()).violations).toEqual([]);
  await field.fill(`  ${server.origin}/invite/${board.id}/?de=Léa#haut `);
  await join.click();
  await expect(page).toHaveURL(`/invite/${board.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'COLLÉ' })).toBeVisible();
});

for (const theme of ['dark', 'light']) {
  test(`the invitation has no accessibility violation, ${theme}`, async ({ browser, server }) => {
    const léa = await signUpPlayer(browser, server, 'Léa');
    const max = await signUpPlayer(browser, server, 'Max');
    const board = await createSharedBoard([léa], 'Axe');
    for (const context of [max.context, await browser.newContext({ baseURL: server.origin })]) {
      const page = await context.newPage();
      await page.addInitScript((name) => localStorage.setItem('theme', name), theme);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(`/invite/${board.id}`);
      await expect(page.getByRole('heading', { level: 1, name: 'AXE' })).toBeVisible();
      expect((await axe(page).analyze()).violations).toEqual([]);
      await page.goto('/invite/inconnu');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText('Tableau non trouvé')).toBeVisible();
      expect((await axe(page).analyze()).violations).toEqual([]);
    }
  });
}

test('somebody who is invited already accepts on the page of the link, and comes to the board', async ({ browser, server }) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa'), await signUpPlayer(browser, server, 'Max')];
  const board = await createSharedBoard([léa], 'Attendu');
  await léa.call('POST', `/api/boards/${board.id}/requests`, { type: 'invitation', username: max.name });
  await max.page.goto(`/invite/${board.id}`);
  await expect(max.page.getByText('On vous attend')).toBeVisible();
  await expect(max.page.getByRole('button', { name: 'Demander à rejoindre' })).toHaveCount(0);
  await max.page.getByRole('button', { name: 'Accepter' }).click();
  await expect(max.page).toHaveURL(`/board/${board.id}`);
  await expect(max.page.getByRole('heading', { level: 1, name: 'ATTENDU' })).toBeVisible();
});

test('somebody who is invited already and pressed before login comes to the board by that press', async ({ browser, server }) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa'), await signUpPlayer(browser, server, 'Max')];
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
  await expect(page.getByText('Bienvenue sur « ATTENDU » !')).toBeVisible();
  // The invitation was answered; nothing was asked beside it.
  expect(await max.call('GET', '/api/requests')).toMatchObject({ received: [{ status: 'accepted' }], sent: [] });
});

test('a link of 300 characters leads to no board, like any other', async ({ page }) => {
  await page.goto(`/invite/${'x'.repeat(300)}`);
  await expect(page.getByText('Tableau non trouvé')).toBeVisible();
});
