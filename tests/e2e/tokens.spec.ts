/** A token, from its making to its end. */
import { violationsOn } from './axe.ts';
import { boxOf, resize, sizes } from './boxes.ts';
import { faultsAt } from './page-faults.ts';
import { breakfast, createSharedBoard, openLive, signUpPlayer } from './players.ts';
import { expect, test } from './server.ts';

test('a person makes a token, copies it, gives it to a program that logs by it, and ends it', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa', { permissions: ['clipboard-read', 'clipboard-write'] });
  const board = await createSharedBoard([léa], 'Nous deux');
  const other = await createSharedBoard([léa], 'La coloc');
  const { page } = léa;
  await openLive(page, '/doors');
  const section = page.getByRole('region', { name: 'Jetons' });
  await section.getByRole('button', { name: 'Créer un jeton' }).click();
  const form = page.getByRole('dialog', { name: 'Nouveau jeton' });
  await form.getByRole('textbox', { name: 'Nom' }).fill('Bouton de la cuisine');
  await form.getByText('Lire et noter').click();
  await form.getByText('Certains').click();
  await form.getByRole('checkbox', { name: 'NOUS DEUX' }).check();
  for (const [width, height] of sizes) {
    await resize(page, { width, height });
    expect((await boxOf(form.getByRole('textbox', { name: 'Nom' }))).width, `${width} × ${height}`).toBeGreaterThan(240);
    await expect.poll(() => page.evaluate(faultsAt, '16px'), { message: `${width} × ${height}` }).toEqual([]);
  }
  expect(await violationsOn(page)).toEqual([]);
  await form.getByRole('button', { name: 'Créer le jeton' }).click();
  const made = page.getByRole('dialog', { name: 'Copiez ce jeton maintenant' });
  expect(await violationsOn(page)).toEqual([]);
  await made.getByRole('button', { name: 'Copier le jeton' }).click();
  await expect(made.getByRole('button', { name: 'Copié' })).toBeVisible();
  const secret = await page.evaluate(() => navigator.clipboard.readText());
  expect(secret).toMatch(/^oulala_[0-9A-Za-z]{49}$/);
  await made.getByRole('button', { name: "C'est fait" }).click();
  await expect(section.getByRole('listitem')).toContainText(/Bouton de la cuisine.*Lire et noter.*NOUS DEUX.*Pas encore utilisé/);
  expect(await page.content()).not.toContain(secret);

  // As a program asks: no cookie, no Origin.
  const asks = (path: string, body?: object) =>
    fetch(`${server.origin}${path}`, {
      headers: { authorization: `Bearer ${secret}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
  const { boards } = (await (await asks('/api/boards')).json()) as { boards: { id: string }[] };
  expect(boards.map(({ id }) => id)).toEqual([board.id]);
  const { actions } = (await (await asks(`/api/boards/${board.id}`)).json()) as { actions: { id: string; title: string }[] };
  const action = actions.find(({ title }) => title === breakfast.title)?.id;
  const logged = await asks(`/api/boards/${board.id}/log`, { action });
  expect(logged.status).toBe(201);
  expect((await asks(`/api/boards/${other.id}/log`, { action })).status).toBe(404);
  expect((await asks('/api/session')).status).toBe(404);
  await openLive(page, `/board/${board.id}?tab=scores`);
  await expect(page.getByRole('list', { name: 'Classement' })).toContainText(String(breakfast.points));

  await openLive(page, '/doors');
  await expect(section.getByRole('listitem')).toContainText('Utilisé pour la dernière fois');
  for (const [width, height] of sizes) {
    await resize(page, { width, height });
    await expect.poll(() => page.evaluate(faultsAt, '16px'), { message: `${width} × ${height}` }).toEqual([]);
  }
  expect(await violationsOn(page)).toEqual([]);
  await section.getByRole('button', { name: 'Supprimer Bouton de la cuisine' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click();
  await expect(page.getByText(/Jeton supprimé/).first()).toBeVisible();
  await expect(section.getByRole('button', { name: 'Créer un jeton' })).toBeVisible();
  await expect(section.getByRole('listitem')).toHaveCount(0);
  expect((await asks('/api/boards')).status).toBe(401);
});
