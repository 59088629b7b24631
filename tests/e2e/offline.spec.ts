/** B6: the app opens and logs without a network; what was logged arrives once, as its person, or is told. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { BoardCard, OpenedBoard } from '#shared/boards';
import { type Box, boxOf, overlaps, resize, sizes } from './boxes.ts';
import { keptEpoch, keptKinds, keptPaths } from './kept.ts';
import {
  breakfast,
  dishes,
  freshName,
  logFromElsewhere,
  createSharedBoard,
  openLive,
  signUpAbsentee,
  signUpPlayer,
  password,
  type Absentee,
  type Player,
} from './players.ts';
import { expect, type RunningServer, test } from './server.ts';
import { confirms } from './words.ts';

/** The options of a browser that opens the app without a network. The worker reads every file of it, which takes its time. */
const installed = { serviceWorkers: 'allow' } as const;
const total = (page: Page) => page.getByRole('paragraph').filter({ hasText: 'Score du tableau' });
const banner = (page: Page) => page.getByRole('banner').getByRole('status').first();
/** Until the worker has the page in hand, with all files of the app. */
const worker = (page: Page) => page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' });
const bubbles = (page: Page) => page.getByRole('region', { name: 'Activités récentes' }).getByRole('listitem');
const logsOf = async (player: Absentee, { id }: { id: string }) => {
  const { board, activities } = await player.call<OpenedBoard>('GET', `/api/boards/${id}`);
  return { total: board.totalPoints, titles: activities.activities.map(({ title }) => title) };
};

test('five actions logged offline on boards not yet opened come through a reload and a server crash, once', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa', installed);
  const max = await signUpPlayer(browser, server, 'Max');
  const [one, two] = [await createSharedBoard([léa, max], 'Un'), await createSharedBoard([léa, max], 'Deux')];
  await logFromElsewhere(max, one.id, dishes.title);
  const { page, context } = léa;
  await page.goto('/dashboard');
  await expect(bubbles(page)).toHaveCount(1);
  await openDialog(page);
  await page.keyboard.press('Escape');
  // The boards come by themselves, for whoever has only seen Accueil.
  await untilKept(page, ['session', 'boards', 'feed', 'offered-actions', `board ${one.id}`, `board ${two.id}`]);
  await worker(page);
  await max.page.goto(`/board/${one.id}`);
  await expect(total(max.page)).toHaveText('Score du tableau −15');

  await context.setOffline(true);
  await server.stop('SIGKILL');
  await expect(banner(page)).toContainText('Connexion perdue');
  await openFromList(page, one.title);
  await expect(total(page)).toHaveText('Score du tableau −15');
  await logHere(page, breakfast.title);
  await expect(messages(page)).toContainText("C'est gardé : l'envoi se fera au retour du réseau");
  await expect(banner(page)).toHaveText('Hors ligne, 1 action en attente');
  await logHere(page, dishes.title);
  await page.getByRole('link', { name: 'Accueil' }).click();
  await logOn(page, breakfast.title, ['UN', 'DEUX']);
  await expect(banner(page)).toContainText('Hors ligne, 4 actions en attente');

  // Again, without anything of the server.
  await page.reload();
  await expect(banner(page)).toContainText(/Hors ligne, 4\sactions en attente\. Données du \d+(er)? \S+ à \d\d:\d\d/);
  await expect(bubbles(page)).toHaveCount(5);
  await expect(bubbles(page).filter({ hasText: "En attente d'envoi" })).toHaveCount(4);
  for (const [{ id, title }, points] of [
    [two, '+20'],
    [one, '+10'],
  ] as const) {
    await openFromList(page, title);
    await expect(page).toHaveURL(new RegExp(id));
    await expect(total(page)).toHaveText(`Score du tableau ${points}`);
  }
  await logHere(page, breakfast.title);
  await expect(total(page)).toHaveText('Score du tableau +30');
  await expect(banner(page)).toContainText('Hors ligne, 5 actions en attente');

  await server.restart();
  await context.setOffline(false);
  await expect(banner(page)).toBeEmpty();
  await expect(total(page)).toHaveText('Score du tableau +30');
  await expect(total(max.page)).toHaveText('Score du tableau +30');
  await page.getByRole('tab', { name: 'Notifications' }).click();
  const rows = page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');
  await expect(rows).toHaveCount(5);
  await expect(rows.filter({ hasText: "En attente d'envoi" })).toHaveCount(0);
  const [good, bad] = [breakfast.title, dishes.title];
  expect(await logsOf(max, one)).toEqual({ total: 30, titles: [good, good, bad, good, bad] });
  expect(await logsOf(max, two)).toEqual({ total: 20, titles: [good] });
});

test('a reaction, a favourite and a log of one press without a network are shown at once, come through a reload, and arrive', async ({
  browser,
  server,
}) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa', installed), await signUpAbsentee(server, 'Max')];
  const board = await createSharedBoard([léa, max], 'Nous deux');
  await logFromElsewhere(max, board.id, breakfast.title);
  await léa.call('PUT', `/api/boards/${board.id}/actions/${board.actions[0]?.id}/favourite`);
  const { page, context } = léa;
  await openBoardPage(page, board);
  await untilKept(page, [`board ${board.id}`]);
  await page.goto('/dashboard');
  await expect(bubbles(page)).toHaveCount(1);
  const favourite = page.getByRole('button', { name: 'Petit-déj au lit, +20, NOUS DEUX', exact: true });
  await expect(favourite).toBeVisible();
  await untilKept(page, ['session', 'boards', 'feed', 'offered-actions quick']);
  await worker(page);

  await context.setOffline(true);
  await expect(banner(page)).toContainText('Connexion perdue');
  await page.getByRole('button', { name: `Réagir à « ${breakfast.title} »` }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Flamme' }).click();
  const reaction = page.getByRole('button', { name: 'Flamme, 1 réaction, dont la vôtre' });
  await expect(reaction).toBeVisible();
  await expect(banner(page)).toContainText('Hors ligne, 1 action en attente');
  await page.reload();
  await expect(reaction).toBeVisible();
  await favourite.click();
  await expect(messages(page)).toContainText("C'est gardé : l'envoi se fera au retour du réseau");
  await expect(banner(page)).toContainText('Hors ligne, 2 actions en attente');
  await openFromList(page, board.title);
  await page.getByRole('button', { name: dishes.title }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ajouter aux favorites', exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Retirer des favorites', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Mes favorites' })).toBeVisible();
  await expect(banner(page)).toContainText('3 actions en attente');

  await context.setOffline(false);
  await expect
    .poll(async () => {
      const { activities, favourites, actions } = await léa.call<OpenedBoard>('GET', `/api/boards/${board.id}`);
      const marked = actions.filter(({ id }) => favourites?.includes(id)).map(({ title }) => title);
      const reactions = activities.activities.map((one) => (one.reactions ?? []).map(({ emoji, userIds }) => [emoji, userIds.length]));
      return { reactions, marked };
    })
    .toEqual({ reactions: [[], [['🔥', 1]]], marked: [breakfast.title, dishes.title] });
  await expect(banner(page)).toBeEmpty();
});

test('what a tab keeps is shown by the others and sent once, also after the session has ended, and never as another person', async ({
  browser,
  server,
}) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa'), await signUpAbsentee(server, 'Max')];
  const { page, context } = léa;
  await test.step('a session that ended meanwhile keeps what waits for the next one', async () => {
    const board = await createSharedBoard([léa], 'Session');
    await blockLogs(page);
    await openBoardPage(page, board);
    await logHere(page, breakfast.title);
    await expect(banner(page)).toContainText('Envoi de 1 action…');
    await context.clearCookies();
    await page.unroute('**/activities');
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(page.getByRole('heading', { level: 1, name: 'Connexion' })).toBeVisible();
    // Without a session nothing of the boards is left to be seen.
    await expect.poll(() => keptKinds(page)).toEqual(['key', 'press']);
    await signIn(page, léa.name);
    await expect(total(page)).toHaveText('Score du tableau +20');
    await expect.poll(() => logsOf(léa, board)).toEqual({ total: 20, titles: [breakfast.title] });
  });

  await test.step("one person's queue is never sent as another, and waits for its person", async () => {
    const board = await createSharedBoard([léa, max], 'À qui');
    await blockLogs(page);
    await openBoardPage(page, board);
    await logHere(page, breakfast.title);
    await expect(banner(page)).toContainText('Envoi de 1 action…');

    // As in another tab: the browser's session is Max's from now on, and this one has not heard of it.
    await signInByCall(context.request, server, max.name);
    await page.unroute('**/activities');
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(page.getByRole('heading', { level: 1, name: 'Activités récentes' })).toBeVisible();
    await expect(page.getByText('Tout est calme.')).toBeVisible();
    await expect(banner(page)).toBeEmpty();
    expect(await logsOf(max, board)).toEqual({ total: 0, titles: [] });

    await context.clearCookies();
    await page.goto('/login');
    await signIn(page, léa.name);
    await expect(bubbles(page).first()).toContainText(`Vous ${breakfast.title}`);
    await expect(page.getByText("En attente d'envoi")).toHaveCount(0);
    await expect.poll(() => logsOf(max, board)).toEqual({ total: 20, titles: [breakfast.title] });
  });

  await test.step('a tab shows what another one keeps, and one of them sends it once', async () => {
    const board = await createSharedBoard([léa], 'Onglets');
    const [one, other] = [page, await léa.context.newPage()];
    for (const tab of [one, other]) {
      await blockLogs(tab);
      await openBoardPage(tab, board);
    }
    await logHere(one, breakfast.title);
    await expect(total(other)).toHaveText('Score du tableau +20');
    await expect(banner(other)).toContainText('Envoi de 1 action…');
    await one.close();
    await other.unroute('**/activities');
    await other.evaluate(() => dispatchEvent(new Event('online')));
    await expect(banner(other)).toBeEmpty();
    await expect.poll(() => logsOf(léa, board)).toEqual({ total: 20, titles: [breakfast.title] });
  });
});

test('what can no longer be logged is told with its reason until it was seen, and its points go', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  const max = await signUpAbsentee(server, 'Max');
  const [gone, left] = [await createSharedBoard([max, léa], 'Disparu'), await createSharedBoard([léa], 'Reste')];
  const { page } = léa;
  await page.route('**/api/live', (route) => route.abort());
  await blockLogs(page);
  await openBoardPage(page, gone);
  await logHere(page, breakfast.title);
  // Kept: on a busy machine what keeps it comes late, and the page asks before it is left.
  await expect(banner(page)).toContainText('Hors ligne, 1 action en attente');
  await openBoardPage(page, left);
  await logHere(page, dishes.title);
  await expect(banner(page)).toContainText('Hors ligne, 2 actions en attente');
  await max.call('DELETE', `/api/boards/${gone.id}`);
  await page.unroute('**/activities');
  await page.unroute('**/api/live');
  await page.evaluate(() => dispatchEvent(new Event('online')));

  const reason = `L'action « ${breakfast.title} » n'a pas été notée. Votre score n'a pas bougé. Tableau non trouvé`;
  // What passes by itself comes before it.
  const passing = messages(page).locator('[data-toast]').filter({ hasNotText: reason }).getByRole('button', { name: 'Fermer le message' });
  await expect(async () => {
    if (await passing.first().isVisible()) await passing.first().click({ timeout: 1000 });
    await expect(messages(page)).toContainText(reason, { timeout: 500 });
  }).toPass({ intervals: [50] });
  await expect(messages(page).getByRole('button', { name: 'Réessayer' })).toHaveCount(0);
  await expect(banner(page)).toBeEmpty();
  await expect.poll(() => logsOf(léa, left)).toEqual({ total: -15, titles: [dishes.title] });
  await page.reload();
  await expect(messages(page)).toContainText(reason);
  // The first: another one may say that the board is gone.
  await messages(page).getByRole('button', { name: 'Fermer le message' }).first().click();
  await expect(messages(page)).not.toContainText(reason);
  await expect.poll(() => keptKinds(page)).not.toContain('failed');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'RESTE' })).toBeVisible();
  await expect(messages(page)).not.toContainText(reason);
});

test('the connection is told of in the bar at the top at every size, moves and covers nothing; a dead zone that leaves the stream open is noticed, too', async ({
  browser,
  server,
}) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  const { page, context } = léa;
  const board = await createSharedBoard([léa], 'Ici');
  await openLive(page, `/board/${board.id}`);
  const tile = page.getByRole('main').getByRole('button', { name: breakfast.title });
  const [bar, title] = [page.getByRole('banner'), page.getByRole('heading', { level: 1 })];
  /** Where the tile stands in each window. */
  const tiles = async (look: () => Promise<void> = async () => undefined) => {
    const boxes: Box[] = [];
    for (const [width, height] of [sizes[0], sizes[1], sizes[2], sizes[4]]) {
      await resize(page, { width, height });
      boxes.push(await boxOf(tile));
      await look();
    }
    return boxes;
  };
  const before = await tiles();
  // The browser knows that it has no network. Streams that are open stay so.
  await context.setOffline(true);
  await expect(banner(page)).toContainText('Connexion perdue');
  const lost = await tiles(async () => {
    expect(overlaps(await boxOf(bar), await boxOf(title))).toBe(false);
    const [said, around] = [await boxOf(banner(page).getByRole('paragraph')), await boxOf(bar)];
    expect(said.height).toBeLessThanOrEqual(around.height);
  });
  expect(lost).toEqual(before);
  await context.setOffline(false);
  await expect(banner(page)).toBeEmpty();
  expect(await tiles()).toEqual(before);

  // It does not know: only what is sent gets no answer.
  await page.route('**/api/**', (route) => route.abort());
  await logHere(page, breakfast.title);
  await expect(banner(page)).toContainText('Hors ligne, 1 action en attente');
  await page.unroute('**/api/**');
  await expect(banner(page)).toBeEmpty();
  await expect.poll(() => logsOf(léa, board)).toEqual({ total: 20, titles: [breakfast.title] });

  await test.step('a phone whose clock is a day ahead logs at the time of the server, with a network and without', async () => {
    const clocks = await createSharedBoard([léa], 'Horloges');
    const since = Date.now();
    await page.addInitScript(setClock, 24 * 60 * 60 * 1000);
    await openBoardPage(page, clocks);
    await logHere(page, breakfast.title);
    await expect.poll(async () => (await logsOf(léa, clocks)).total).toBe(20);
    await context.setOffline(true);
    await expect(banner(page)).toContainText('Connexion perdue');
    await logHere(page, dishes.title);
    await expect(banner(page)).toHaveText('Hors ligne, 1 action en attente');
    await context.setOffline(false);
    await expect.poll(async () => (await logsOf(léa, clocks)).total).toBe(5);
    await expect(total(page)).toHaveText('Score du tableau +5');
    const { activities } = await léa.call<OpenedBoard>('GET', `/api/boards/${clocks.id}`);
    const times = activities.activities.map(({ loggedAt }) => loggedAt);
    expect(times).toHaveLength(2);
    for (const time of times) expect(time).toBeGreaterThanOrEqual(since);
    for (const time of times) expect(time).toBeLessThanOrEqual(Date.now());
  });
});

test('what was seen in an earlier visit is brought to the present by the next one, with what was made elsewhere meanwhile', async ({
  browser,
  server,
}) => {
  const léa = await signUpPlayer(browser, server, 'Léa', installed);
  const max = await signUpAbsentee(server, 'Max');
  const shared = await createSharedBoard([max, léa], 'Secret');
  const own = await createSharedBoard([léa, max], 'Maison');
  const { page, context } = léa;
  await page.goto('/dashboard');
  const dialog = await openDialog(page);
  await untilKept(page, ['session', 'boards', 'offered-actions']);
  await openBoardPage(page, shared);
  await untilKept(page, [`board ${shared.id}`]);
  await worker(page);
  await page.goto('about:blank');
  await léa.call('POST', '/api/boards', { title: 'Ailleurs', actions: [{ title: 'Sieste partagée', points: 5 }] });
  await léa.call('POST', `/api/boards/${own.id}/actions`, { actions: [{ title: 'Café servi', points: 5 }] });
  await page.goto('/dashboard');
  await openDialog(page);
  await expect(dialog.getByRole('checkbox', { name: 'AILLEURS' })).toBeVisible();
  for (const title of ['Sieste partagée', 'Café servi']) await expect(dialog.getByRole('radio', { name: title })).toBeVisible();

  // Another visit, which shows neither board, in a browser whose store answers after the stream.
  await page.addInitScript(() => {
    const decrypt = SubtleCrypto.prototype.decrypt;
    SubtleCrypto.prototype.decrypt = async function (...given) {
      await new Promise((resolve) => setTimeout(resolve, 2500));
      return await decrypt.apply(this, given);
    };
  });
  await openLive(page, '/requests');
  const { user } = await léa.call<{ user: { id: string } }>('GET', '/api/session');
  await max.call('DELETE', `/api/boards/${shared.id}/members/${user.id}`);
  await logFromElsewhere(max, own.id, breakfast.title);
  await expect(messages(page)).toContainText('SECRET');
  await expect.poll(() => seenKeys(page)).not.toContain(`board ${shared.id}`);
  // Written about once a second, and encrypted: there is nothing to see it by but a start without a network.
  const startWithoutNetwork = async () => {
    await context.setOffline(true);
    await page.goto('/boards');
    try {
      // Shown as it was written: waiting would not change it.
      expect(
        await page
          .getByRole('main')
          .getByRole('link', { name: /^MAISON/ })
          .textContent(),
      ).toContain('+20');
    } catch (tooSoon) {
      await context.setOffline(false);
      await page.goto('/requests');
      throw tooSoon;
    }
  };
  await expect(startWithoutNetwork).toPass({ intervals: [2000] });
  await expect(page.getByRole('main').getByRole('link', { name: /^SECRET/ })).toHaveCount(0);
  await page.goto(`/board/${shared.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('SECRET')).toHaveCount(0);
});

test('without a network Scores and Succès show what they know, a screen that was never seen says so and comes later, and what was seen is covered when the window is left', async ({
  browser,
  server,
}) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa', installed), await signUpAbsentee(server, 'Max')];
  const board = await createSharedBoard([léa, max], 'Chiffres');
  await logFromElsewhere(max, board.id, breakfast.title);
  const { page, context } = léa;
  await page.goto('/succes');
  const count = page.getByText(/^\d+ sur \d+\ssuccès$/);
  const known = await count.textContent();
  await untilKept(page, ['achievements']);
  await openBoardPage(page, board);
  await untilKept(page, ['achievements', `board ${board.id}`]);
  await worker(page);
  await context.setOffline(true);
  await page.reload();

  await page.getByRole('tab', { name: 'Scores' }).click();
  const places = page.getByRole('list', { name: 'Classement' }).getByRole('listitem');
  await expect(places).toHaveText([/1ʳᵉ place.*Max.*\+20/, /2ᵉ place.*Léa/]);
  await page.getByRole('button', { name: 'Voir les succès', exact: true }).click();
  const band = page.getByRole('dialog', { name: 'Vos succès, à deux' });
  await band.getByRole('button', { name: `Voir les succès de ${max.name}` }).click();
  await expect(band.getByRole('alert')).toHaveText(/Impossible de charger les succès\. Veuillez réessayer\./);
  await page.keyboard.press('Escape');
  await expect(band).toBeHidden();
  await page.goto('/succes');
  await expect(count).toHaveText(known ?? '');
  await page.goBack();
  await page.getByRole('radio', { name: 'Semaine' }).check();
  await expect(page.getByRole('alert').filter({ hasText: 'Impossible de charger les scores. Veuillez réessayer.' })).toBeVisible();
  await context.setOffline(false);
  await expect(places).toHaveText([/1ʳᵉ place.*Max.*\+20/, /2ᵉ place.*Léa/]);

  await test.step('a screen that was never seen says so, and what was seen is covered when the window is left before it is there', async () => {
    await page.goto('about:blank');
    const unseen = await createSharedBoard([léa], 'Jamais vu');
    // Not even in the background.
    await page.route(`**/api/boards/${unseen.id}`, (route) => route.abort());
    await page.goto('/boards');
    await expect(page.getByRole('link', { name: /JAMAIS VU/ })).toBeVisible();
    await untilKept(page, ['session', 'boards']);
    await worker(page);
    await context.setOffline(true);
    await page.goto(`/board/${unseen.id}`);
    const notHere = page.getByRole('heading', { level: 1, name: "Ce tableau n'a pas encore été ouvert sur cet appareil" });
    await expect(notHere).toBeVisible();
    await expect(banner(page)).toContainText('Hors ligne. Données du');
    await page.unroute(`**/api/boards/${unseen.id}`);
    await context.setOffline(false);
    // The screen recovers by itself, as soon as the server is heard.
    await expect(page.getByRole('heading', { level: 1, name: 'JAMAIS VU' })).toBeVisible();
    await expect(banner(page)).toBeEmpty();

    await page.addInitScript(() => addEventListener('DOMContentLoaded', () => dispatchEvent(new Event('blur'))));
    await context.setOffline(true);
    await page.goto('/boards');
    await expect(page.getByRole('heading', { level: 1, name: 'Mes tableaux' })).toBeVisible();
    await expect(page.getByText('Contenu masqué')).toBeVisible();
  });
});

test('signing out with a queue asks, and leaves nothing of the person in the browser', async ({ playwright, server, launchOptions }) => {
  const folder = mkdtempSync(join(tmpdir(), 'ou-la-la-profile-'));
  const canary = `CANARI${randomUUID().slice(0, 8).toUpperCase()}`;
  const context = await playwright.chromium.launchPersistentContext(folder, { ...launchOptions, baseURL: server.origin });
  try {
    const page = await context.newPage();
    const name = freshName('Zoé');
    const headers = { origin: server.origin };
    const account = { username: name, email: `${randomUUID().slice(0, 8)}@exemple.fr`, password };
    expect((await context.request.post('/api/accounts', { headers, data: account })).status()).toBe(201);
    const created = await context.request.post('/api/boards', {
      headers,
      data: { title: canary, actions: [{ ...breakfast, title: canary }] },
    });
    const { board } = (await created.json()) as { board: BoardCard };
    await blockLogs(page);
    await page.goto(`/board/${board.id}`);
    await logHere(page, canary);
    await untilKept(page, [`board ${board.id}`]);
    await expect.poll(() => keptKinds(page)).toContain('press');

    await page.getByRole('button', { name: 'Ouvrir le menu du profil' }).click();
    await page.getByRole('button', { name: 'Déconnexion' }).click();
    const question = page.getByRole('dialog', { name: "Des actions attendent d'être envoyées" });
    await expect(question).toContainText('1 action en attente');
    await question.getByRole('button', { name: 'Rester' }).click();
    await expect(question).toBeHidden();
    await page.getByRole('button', { name: 'Déconnexion' }).click();
    await question.getByRole('button', { name: 'Se déconnecter quand même' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Connexion' })).toBeVisible();
    await expect.poll(() => keptKinds(page)).toEqual([]);
    await context.close();
    expect(filesWith(folder, canary)).toEqual([]);
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('whose app is killed before it has forgotten them leaves nothing behind either', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  const board = await createSharedBoard([léa], 'Adieu');
  const page = await léa.context.newPage();
  // Killed, a page hears nothing of its end.
  await page.addInitScript(() => addEventListener('pagehide', (event) => event.stopImmediatePropagation()));
  await openBoardPage(page, board);
  await untilKept(page, [`board ${board.id}`]);
  await page.evaluate(holdStore);
  // After some seconds without its store the app sends from memory, and then there is nothing left to ask about.
  await blockLogs(page);
  await logHere(page, breakfast.title);
  await page.getByRole('button', { name: 'Ouvrir le menu du profil' }).click();
  await page.getByRole('button', { name: 'Déconnexion' }).click();
  await page.getByRole('button', { name: 'Se déconnecter quand même' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Connexion' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Connexion' })).toBeVisible();
  await expect.poll(() => keptKinds(page)).toEqual([]);
});

/** Runs in the page: as long as the page lives, its store does nothing. */
function holdStore(): Promise<void> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('ou-la-la');
    opening.addEventListener('success', () => {
      const store = opening.result.transaction('kept', 'readwrite').objectStore('kept');
      const hold = () => store.count().addEventListener('success', hold);
      hold();
      resolve();
    });
  });
}

async function openBoardPage(page: Page, { id, title }: { id: string; title: string }): Promise<void> {
  await page.goto(`/board/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

/** In the page: puts its clock forward, in milliseconds. */
function setClock(shift: number): void {
  const RealDate = Date;
  const now = () => RealDate.now() + shift;
  globalThis.Date = new Proxy(RealDate, {
    construct: (_, given: unknown[]) => Reflect.construct(RealDate, given.length === 0 ? [now()] : given) as Date,
    get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
  });
}

/** Logs on the board that is open. */
async function logHere(page: Page, title: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: title }).click();
  await page.getByRole('dialog').getByRole('button', { name: confirms }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Noter une action' }).click();
  const dialog = page.getByRole('dialog', { name: 'Noter une action' });
  await expect(dialog.getByRole('radio', { name: breakfast.title })).toBeVisible();
  return dialog;
}

/** Logs from Accueil. */
async function openFromList(page: Page, title: string): Promise<void> {
  await page.getByRole('link', { name: 'Tableaux', exact: true }).click();
  // Accueil names the board, too, until then.
  await expect(page.getByRole('heading', { level: 1, name: 'Mes tableaux' })).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(`^${title}`) })
    .click();
}

async function logOn(page: Page, title: string, boards: readonly string[]): Promise<void> {
  const dialog = await openDialog(page);
  await dialog.getByRole('radio', { name: title }).click();
  for (const box of await dialog.getByRole('checkbox').all()) await box.setChecked(false);
  for (const board of boards) await dialog.getByRole('checkbox', { name: board }).check();
  await dialog.getByRole('button', { name: 'Noter', exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** From here on nothing that logs gets through. */
async function blockLogs(page: Page): Promise<void> {
  await page.route('**/activities', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
}

async function signIn(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: /pseudo/i }).fill(name);
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
}

async function signInByCall(request: Player['context']['request'], server: RunningServer, identifier: string): Promise<void> {
  const reply = await request.post('/api/session', { headers: { origin: server.origin }, data: { identifier, password } });
  expect(reply.status()).toBe(201);
}

/** Waits until the browser keeps what was seen under these keys, as in 'boards' or 'board <id>'. */
async function untilKept(page: Page, keys: readonly string[]): Promise<void> {
  await expect.poll(() => seenKeys(page)).toEqual(expect.arrayContaining([...keys]));
  // What a page kept before its first greeting is dropped by the greeting of the next page.
  await expect.poll(() => keptEpoch(page)).toEqual(expect.stringMatching(/./));
}

async function seenKeys(page: Page): Promise<string[]> {
  const seen = (await keptPaths(page)).filter(([kind]) => kind === 'seen');
  return seen.map(([, , hash]) => (JSON.parse(hash ?? '[]') as string[]).join(' '));
}

/** The files under a folder in which a text stands, as bytes of UTF-8 or UTF-16. */
function filesWith(folder: string, text: string): string[] {
  const needles = [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => {
      const content = readFileSync(file);
      return needles.some((needle) => content.includes(needle));
    });
}
