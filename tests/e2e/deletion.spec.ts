/** Decision D7: deleting the account is real, asks for the password, and lets boards go to somebody else. */
import type { Page } from '@playwright/test';
import type { OpenedBoard } from '#shared/boards';
import { breakfast, logFromElsewhere, createSharedBoard, openLive, signUpPlayer, type Player, password } from './players.ts';
import { expect, test } from './server.ts';

test.afterEach(async ({ browser }) => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});

async function openDeletion({ page }: Player) {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Ouvrir le menu du profil' }).click();
  await page.getByRole('button', { name: 'Confidentialité' }).click();
  await page.getByRole('button', { name: 'Supprimer mon compte' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirmer la suppression' });
  await expect(dialog.getByLabel('Votre mot de passe')).toBeVisible();
  return dialog;
}

const title = (page: Page, name: string | RegExp) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

test('an account goes for good, one board goes with it and another to a member who sees it live', async ({ browser, server }) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa'), await signUpPlayer(browser, server, 'Max')];
  const kept = await createSharedBoard([léa, max], 'Relais');
  const lost = await createSharedBoard([léa, max], 'Perdu');
  await createSharedBoard([léa], 'Seule');
  const maxs = await createSharedBoard([max, léa], 'Chez Max');
  await logFromElsewhere(léa, maxs.id, breakfast.title);
  await logFromElsewhere(léa, kept.id, breakfast.title);
  const onLost = await max.context.newPage();
  await openLive(onLost, `/board/${lost.id}`);
  await title(onLost, 'PERDU');
  const onHis = await max.context.newPage();
  await onHis.goto(`/board/${maxs.id}?tab=scores`);
  const ranking = onHis.getByRole('list', { name: 'Classement' });
  await expect(ranking).toContainText(léa.name);

  const dialog = await openDeletion(léa);
  await expect(dialog).toContainText(
    /Êtes-vous sûr\(e\) de vouloir supprimer votre compte\s\? Cette action est irréversible et toutes vos données seront perdues\./,
  );
  await expect(dialog.getByText(/Ces tableaux seront supprimés avec votre compte/)).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveCount(3);
  // Nobody could take a board without other members, nor is another's board in question.
  await expect(dialog.getByRole('combobox')).toHaveCount(2);
  await expect(dialog).not.toContainText('CHEZ MAX');
  await expect(dialog.getByRole('combobox', { name: 'Confier « PERDU » à un membre' })).toHaveValue('');
  await dialog.getByRole('combobox', { name: 'Confier « RELAIS » à un membre' }).selectOption(max.name);

  const field = dialog.getByLabel('Votre mot de passe');
  const confirm = dialog.getByRole('button', { name: 'Supprimer', exact: true });
  await confirm.click();
  await expect(dialog.getByRole('alert')).toHaveText('Veuillez entrer votre mot de passe');
  await expect(field).toBeFocused();
  await field.fill('ce n’est pas lui');
  await confirm.click();
  await expect(dialog.getByRole('alert')).toHaveText('Mot de passe incorrect');
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill(password);
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  let sent = 0;
  léa.page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/account/deletion')) sent += 1;
  });
  await léa.page.evaluate(() => localStorage.setItem('kept-faces', '["somebody board"]'));
  await confirm.dblclick();

  await expect(léa.page).toHaveURL('/login');
  await expect(léa.page.getByText('Votre compte a été supprimé.')).toBeVisible();
  await expect(léa.page.getByText('Votre session est terminée')).toHaveCount(0);
  expect(sent).toBe(1);
  expect(await léa.context.cookies()).toEqual([]);
  await expect.poll(() => léa.page.evaluate(() => localStorage.getItem('kept-faces'))).toBeNull();

  await expect(onLost).toHaveURL('/boards');
  await expect(onLost.getByRole('region', { name: 'Messages' })).toContainText('Le tableau « PERDU » a été supprimé');
  await expect(onLost.getByRole('link', { name: /RELAIS/ })).toBeVisible();
  await expect(onLost.getByRole('link', { name: /PERDU/ })).toHaveCount(0);
  await expect(ranking).not.toContainText(léa.name);
  await title(onHis, 'CHEZ MAX');
  const { board, activities } = await max.call<OpenedBoard>('GET', `/api/boards/${kept.id}`);
  expect(board).toMatchObject({ title: 'RELAIS', totalPoints: 0 });
  expect(JSON.stringify(activities)).not.toContain(léa.name);

  // The account no longer opens, and no cached screen is left.
  await léa.page.getByLabel('Email ou pseudo').fill(léa.name);
  await léa.page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await léa.page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(léa.page.getByRole('alert')).toHaveText('Email/pseudo ou mot de passe incorrect');
  await léa.page.goto('/boards');
  await expect(léa.page).toHaveURL('/login?redirect=%2Fboards');

  // The name is free again, with nothing of its past.
  await léa.call('POST', '/api/accounts', { username: léa.name, email: `${léa.name.slice(-8)}@exemple.fr`, password });
  await léa.page.goto('/boards');
  await expect(léa.page.getByText('Aucun tableau', { exact: true })).toBeVisible();
});

test('a list of boards that has changed is shown again before anything is deleted', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  await createSharedBoard([léa], 'Premier');
  const dialog = await openDeletion(léa);
  await expect(dialog.getByText(/Ce tableau sera supprimé avec votre compte/)).toBeVisible();
  await createSharedBoard([léa], 'Second');
  await dialog.getByLabel('Votre mot de passe').fill(password);
  // Enter in the field is the button's press.
  await dialog.getByLabel('Votre mot de passe').press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('La liste de vos tableaux a changé. Relisez-la avant de confirmer.');
  await expect(dialog.getByText('SECOND')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Supprimer', exact: true }).click();
  await expect(léa.page).toHaveURL('/login');
});

test('who cancels, or whose deletion fails, still has the account', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  const dialog = await openDeletion(léa);
  await expect(dialog.getByRole('listitem')).toHaveCount(0);
  // Enter by habit cancels.
  await expect(dialog.getByRole('button', { name: 'Annuler' })).toBeFocused();
  await dialog.getByLabel('Votre mot de passe').fill(password);
  await léa.page.route('**/api/account/deletion', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  await dialog.getByRole('button', { name: 'Supprimer', exact: true }).click();
  await expect(dialog.getByRole('alert')).toHaveText("Votre compte n'a pas été supprimé. Veuillez réessayer.");
  await dialog.getByRole('button', { name: 'Annuler' }).click();
  await expect(dialog).toBeHidden();
  await expect(léa.page.getByRole('button', { name: 'Supprimer mon compte' })).toBeFocused();
  await léa.page.getByRole('button', { name: 'Supprimer mon compte' }).click();
  await expect(dialog.getByLabel('Votre mot de passe')).toHaveValue('');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await léa.page.goto('/boards');
  await title(léa.page, 'Mes tableaux');
});
