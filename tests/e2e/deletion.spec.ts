/** Decision D7: deleting the account is real, asks for the password, and lets boards go to somebody else. */
import type { Page } from '@playwright/test';
import type { OpenedBoard } from '#shared/boards';
import { breakfast, logFromElsewhere, createSharedBoard, openLive, signUpPlayer, type Player, password } from './players.ts';
import { expect, test } from './server.ts';

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
  await expect(dialog.getByRole('listitem')).toHaveCount(3);
  // Another's board is not in question.
  await expect(dialog).not.toContainText('CHEZ MAX');
  await dialog.getByRole('combobox', { name: 'Confier RELAIS à un membre' }).selectOption(max.name);

  const field = dialog.getByLabel('Votre mot de passe');
  const confirm = dialog.getByRole('button', { name: 'Supprimer', exact: true });
  await field.fill(password);
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
  await expect(onLost.getByRole('region', { name: 'Messages' })).toContainText('Le tableau PERDU a été supprimé');
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
