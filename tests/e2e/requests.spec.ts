/** Demandes: invitations and requests, at both ends, live; and what follows from an answer. */
import type { Page } from '@playwright/test';
import type { OpenedBoard } from '#shared/boards';
import { holdable } from './holdable.ts';
import { createSharedBoard, signUpPlayer } from './players.ts';
import { expect, test } from './server.ts';

const openRequests = async (page: Page) => {
  await page.goto('/requests');
  await expect(page.getByRole('heading', { level: 1, name: 'Demandes' })).toBeVisible();
  await expect(page.getByRole('tab', { name: /^Reçues/ })).toBeVisible();
  // Survives only as long as the page is never loaded again.
  await page.evaluate(() => Object.assign(window, { neverReloaded: true }));
};
const showSent = (page: Page) => page.getByRole('tab', { name: /^Envoyées/ }).click();
const rows = (page: Page) => page.getByRole('main').getByRole('listitem');
const row = (page: Page, sentence: string) => rows(page).filter({ has: page.getByText(sentence, { exact: true }) });
/** The link of the navigation says the number of the red badge. */
const badge = (page: Page, count: number) =>
  page.getByRole('navigation').getByRole('link', {
    name: count === 0 ? 'Demandes' : new RegExp(`^Demandes\\s*${count}\\s+demandes? en attente$`),
    exact: count === 0,
  });
const expectNeverReloaded = async (page: Page) => expect(await page.evaluate(() => 'neverReloaded' in window)).toBe(true);

test('an invitation is rejected, and is not sent again the same day; another is accepted, and both see it without a reload', async ({
  browser,
  server,
}) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa'), await signUpPlayer(browser, server, 'Max')];
  const [unwanted, board] = [await createSharedBoard([léa], 'Non merci'), await createSharedBoard([léa], 'Nous deux')];
  const invite = ({ id }: { id: string }) => léa.call('POST', `/api/boards/${id}/requests`, { type: 'invitation', username: max.name });
  await openRequests(max.page);
  await expect(badge(max.page, 0)).toBeVisible();
  await openRequests(léa.page);
  await showSent(léa.page);

  await test.step('rejected', async () => {
    await invite(unwanted);
    const received = row(max.page, `${léa.name} vous invite à rejoindre le tableau "NON MERCI"`);
    await received.getByRole('button', { name: 'Refuser' }).click();
    await expect(received).toContainText('Demande refusée');
    await expect(received.getByRole('button', { name: /^(Accepter|Refuser)$/ })).toHaveCount(0);
    await expect(rows(léa.page).first()).toContainText('Demande refusée');
    await expect(badge(max.page, 0)).toBeVisible();
    expect((await léa.call<OpenedBoard>('GET', `/api/boards/${unwanted.id}`)).members).toHaveLength(1);
    await expect(invite(unwanted)).rejects.toThrow('declined_recently');
  });

  await test.step('accepted', async () => {
    await invite(board);
    await expect(badge(max.page, 1)).toBeVisible();
    // What is answered is not counted, as in the badge.
    await expect(max.page.getByRole('tab', { name: 'Reçues (1)' })).toBeVisible();
    await expect(rows(max.page)).toHaveCount(2);
    // Pending first.
    await expect(rows(max.page).first().getByRole('button', { name: 'Accepter' })).toBeVisible();
    const received = row(max.page, `${léa.name} vous invite à rejoindre le tableau "NOUS DEUX"`);
    await expect(received).toContainText(/\d{1,2}(er)? \p{L}+ à \d\d:\d\d/u);
    const sent = row(léa.page, `Invitation envoyée à ${max.name} pour rejoindre "NOUS DEUX"`);
    await expect(sent).toContainText('En attente de réponse');
    await expect(léa.page.getByRole('tab', { name: 'Envoyées (1)' })).toBeVisible();
    for (const name of ['Accepter', 'Refuser']) {
      const box = await received.getByRole('button', { name }).boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(48);
    }
    await received.getByRole('button', { name: 'Accepter' }).click();
    await expect(received).toContainText('Demande acceptée');
    const welcome = max.page.getByText('Bienvenue sur NOUS DEUX !');
    const wayIn = max.page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Ouvrir le tableau' });
    await expect(welcome).toBeVisible();
    await expect(wayIn).toBeVisible();
    await expect(sent).toContainText('Demande acceptée');
    await expect(badge(max.page, 0)).toBeVisible();
    await expectNeverReloaded(léa.page);
    await expectNeverReloaded(max.page);

    await received.getByRole('link', { name: 'Ouvrir le tableau' }).click();
    await expect(max.page.getByRole('heading', { level: 1, name: 'NOUS DEUX' })).toBeVisible();
    // The board greets in its turn: what offered the way there is gone.
    await expect(wayIn).toHaveCount(0);
    await expect(welcome).toBeVisible();
    await expect(max.page.getByText('2 membres', { exact: true })).toBeVisible();
  });
});

test('a person who asks to join and is let in before the code that leads them there has come is led there once it comes', async ({
  browser,
  server,
}) => {
  const [léa, nino] = [await signUpPlayer(browser, server, 'Léa'), await signUpPlayer(browser, server, 'Nino')];
  const board = await createSharedBoard([léa], 'La coloc');
  const script = await holdable(nino.page, /\/assets\/join-requests-/);
  const release = script.hold();
  await openRequests(léa.page);
  await openRequests(nino.page);
  await showSent(nino.page);
  await nino.call('POST', `/api/boards/${board.id}/requests`, { type: 'request' });
  const sent = row(nino.page, 'Demande envoyée pour rejoindre "LA COLOC"');
  await expect(sent).toContainText('En attente de réponse');
  await expect(badge(léa.page, 1)).toBeVisible();
  await row(léa.page, `${nino.name} souhaite rejoindre le tableau "LA COLOC"`).getByRole('button', { name: 'Accepter' }).click();
  await expect(léa.page.getByText(`${nino.name} rejoint LA COLOC`)).toBeVisible();
  await expect(sent).toContainText('Demande acceptée');
  release();
  await expect(nino.page.getByRole('heading', { level: 1, name: 'LA COLOC' })).toBeVisible();
  await expect(nino.page.getByText('Bienvenue sur LA COLOC !')).toBeVisible();
  await expectNeverReloaded(nino.page);
});

test('an invitation is withdrawn in the share dialog, and the inviter of the next one blocked, without their knowing', async ({
  browser,
  server,
}) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa'), await signUpPlayer(browser, server, 'Max')];
  const board = await createSharedBoard([léa], 'Insistance');
  const invite = () => léa.call('POST', `/api/boards/${board.id}/requests`, { type: 'invitation', username: max.name });
  await invite();
  await openRequests(max.page);
  await expect(badge(max.page, 1)).toBeVisible();
  await léa.page.goto(`/board/${board.id}`);
  await test.step('withdrawn, it is gone on both screens at once', async () => {
    await léa.page.getByRole('button', { name: 'Partager le tableau' }).click();
    await léa.page.getByRole('tab', { name: 'Invitation directe' }).click();
    await expect(léa.page.getByRole('heading', { name: '1 invitation en attente' })).toBeVisible();
    await léa.page.getByRole('button', { name: "Retirer l'invitation" }).press('Enter');
    await expect(léa.page.getByText('Invitation retirée')).toBeVisible();
    await expect(léa.page.getByRole('heading', { name: '1 invitation en attente' })).toBeHidden();
    await expect(léa.page.getByRole('tabpanel', { name: 'Invitation directe' }).locator(':focus')).toHaveCount(1);
    await expect(badge(max.page, 0)).toBeVisible();
    await expect(rows(max.page)).toHaveCount(0);
  });

  await test.step('blocked, the inviter sees it wait, and is unblocked in Confidentialité', async () => {
    await invite();
    await max.page.getByRole('button', { name: 'Ne plus recevoir ses invitations' }).click();
    await max.page.getByRole('dialog').getByRole('button', { name: 'Ne plus recevoir', exact: true }).click();
    await expect(rows(max.page)).toHaveCount(0);
    await expect(badge(max.page, 0)).toBeVisible();
    await openRequests(léa.page);
    await showSent(léa.page);
    await expect(row(léa.page, `Invitation envoyée à ${max.name} pour rejoindre "INSISTANCE"`)).toContainText('En attente de réponse');

    await max.page.getByRole('button', { name: 'Ouvrir le menu du profil' }).click();
    await max.page.getByRole('button', { name: 'Confidentialité' }).click();
    await max.page.getByRole('button', { name: `Débloquer ${léa.name}` }).press('Enter');
    await expect(max.page.getByRole('heading', { name: 'Invitations bloquées' })).toBeHidden();
    await expect(max.page.getByRole('dialog', { name: 'Confidentialité' }).locator(':focus')).toHaveCount(1);
    await expectNeverReloaded(max.page);
    await max.page.goto('/requests');
    await expect(rows(max.page)).toHaveCount(1);
  });
});
