/** D48: a board on a tablet in the kitchen, for a night and a day, through a restart of the server and a cut line. */
import { rmSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { MovingClock } from '../cluster/moving-clock.ts';
import { violationsOn } from './axe.ts';
import { boxOf, isFree, overlaps, resize, targetOf } from './boxes.ts';
import { openChangingSite, worker } from './changing-site.ts';
import { faultsAt } from './page-faults.ts';
import { breakfast, createSharedBoard, dishes, logFromElsewhere, openLive, password, signUpPlayer } from './players.ts';
import { expect, startServer, test } from './server.ts';

/** The header by which clients know the time has its own clock. */
const dateHeader = `--import=data:text/javascript,${encodeURIComponent(`
  import { ServerResponse } from 'node:http';
  const { writeHead } = ServerResponse.prototype;
  ServerResponse.prototype.writeHead = function (...given) {
    this.setHeader('date', new Date().toUTCString());
    return writeHead.apply(this, given);
  };`)}`;

/** What hangs on walls. */
const tablets = [
  [1024, 600],
  [1280, 800],
  [800, 480],
  [768, 1024],
] as const;

test('a tablet shows a board for a day and a night, notes for who says it is them, and is left by its code alone', async ({ browser }) => {
  const clock = new MovingClock('2026-11-18T12:00:00+01:00');
  const server = await startServer({ NODE_OPTIONS: `${clock.settings().NODE_OPTIONS} ${dateHeader}` });
  try {
    const léa = await signUpPlayer(browser, server, 'Léa', { hasTouch: true, viewport: { width: 1024, height: 600 } });
    const max = await signUpPlayer(browser, server, 'Max');
    const board = await createSharedBoard([léa, max], 'Nous deux');
    for (const player of [léa, max]) await logFromElsewhere(player, board.id, breakfast.title);
    await logFromElsewhere(max, board.id, dishes.title);
    const agreements = `/api/boards/${board.id}/agreements`;
    const terms = { kind: 'season', length: 'week', stake: 'Un dîner aux chandelles', ties: 'shared' };
    await léa.call('POST', agreements, { id: 'un-diner-aux-chandelles', terms });
    await max.call('PUT', `${agreements}/un-diner-aux-chandelles/answer`, { yes: true });
    const { page } = léa;
    const scores = page.getByRole('region', { name: 'Scores' });
    const feed = page.getByRole('region', { name: 'Dernières activités' });

    await test.step('the settings of the board lead there; who opens it is signed out of this browser', async () => {
      await openLive(page, `/board/${board.id}`);
      await page.getByRole('button', { name: 'Réglages', exact: false }).click();
      await page.getByRole('link', { name: 'Afficher au mur' }).click();
      await expect(page.getByRole('heading', { name: 'Afficher au mur' })).toBeVisible();
      await page.getByRole('button', { name: 'Afficher' }).click();
      await expect(page.getByText('Quatre chiffres, ni plus ni moins.')).toBeVisible();
      await page.getByRole('textbox', { name: 'Code à quatre chiffres' }).fill('4071');
      expect(await violationsOn(page)).toEqual([]);
      await page.getByRole('button', { name: 'Afficher' }).click();
      await expect(scores).toContainText('Léa');
      expect((await page.request.get(`${server.origin}/api/session`).then((reply) => reply.json())) as unknown).toMatchObject({
        user: null,
      });
      expect((await page.request.get(`${server.origin}/api/boards/${board.id}`)).status()).toBe(401);
    });

    await test.step('at each size all is there, without a fault, by day in both themes and by night', async () => {
      for (const at of ['12:00', '23:00']) {
        clock.setAhead(Date.parse(`2026-11-18T${at}:30+01:00`) - Date.now());
        await page.reload();
        await expect(scores).toContainText('Max');
        const wall = page.getByRole('main');
        if (at === '12:00') await expect(wall).not.toHaveAttribute('data-dim');
        else await expect(wall).toHaveAttribute('data-dim');
        for (const theme of at === '12:00' ? ['dark', 'light'] : ['night']) {
          if (theme !== 'night') await page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme);
          expect(await violationsOn(page), theme).toEqual([]);
          for (const [width, height] of tablets) {
            await resize(page, { width, height });
            await expect.poll(() => page.evaluate(faultsAt, '16px'), { message: `${width} × ${height}` }).toEqual([]);
            await expect(scores).toBeInViewport({ ratio: 1 });
          }
        }
      }
      // A finger wakes it.
      await page.getByRole('heading', { level: 1 }).tap();
      await expect(page.getByRole('main')).not.toHaveAttribute('data-dim');
    });

    await test.step('what others log is there at once, and Max notes at the wall that it was him', async () => {
      await logFromElsewhere(max, board.id, breakfast.title);
      await expect(scores.getByRole('listitem').filter({ hasText: 'Max' })).toContainText('+25');
      await chooseMember(page, 'Max');
      const what = page.getByRole('dialog', { name: /qu.avez-vous fait/ });
      await expect(what.getByRole('button', { name: dishes.title })).toHaveCount(0);
      expect(await violationsOn(page, {}, '[role="dialog"]')).toEqual([]);
      await what.getByRole('button', { name: breakfast.title }).tap();
      await expect(page.getByRole('status')).toContainText(breakfast.title);
      await expect(scores.getByRole('listitem').filter({ hasText: 'Max' })).toContainText('+45');
      await expect(feed.getByRole('listitem').first()).toContainText('depuis le mur');
    });

    const undo = page.getByRole('button', { name: 'Annuler' });
    await test.step('who pressed the wrong tile takes it back there', async () => {
      await undo.tap();
      await expect(page.getByRole('status')).toHaveText('Action annulée');
      await expect(undo).toHaveCount(0);
      await expect(scores.getByRole('listitem').filter({ hasText: 'Max' })).toContainText('+25');
      await expect(feed).not.toContainText('depuis le mur');
      await noteBreakfast(page, 'Max');
      await expect(scores.getByRole('listitem').filter({ hasText: 'Max' })).toContainText('+45');
    });

    await test.step('an undo without a line is not said to be done; it is sent again once the line is back', async () => {
      await page.context().setOffline(true);
      await undo.click();
      await expect(page.getByRole('status')).toContainText(/Pas de réponse.*on ne sait pas si c'est annulé/);
      await expect(scores.getByRole('listitem').filter({ hasText: 'Max' })).toContainText('+45');
      await page.context().setOffline(false);
      await undo.click();
      await expect(page.getByRole('status')).toHaveText('Action annulée');
      await expect(scores.getByRole('listitem').filter({ hasText: 'Max' })).toContainText('+25');
      await noteBreakfast(page, 'Max');
    });

    await test.step('an undo that comes after ten minutes is refused, and says where it can still be made', async () => {
      clock.setAhead(clock.now() - Date.now() + 11 * 60 * 1000);
      await expect
        .poll(async () => Date.parse((await page.request.get('/healthz')).headers()['date'] ?? ''))
        .toBeGreaterThan(clock.now() - 5000);
      await undo.click();
      await expect(page.getByRole('status')).toContainText("Trop tard pour l'annuler ici");
      await expect(undo).toHaveCount(0);
      await expect(scores.getByRole('listitem').filter({ hasText: 'Max' })).toContainText('+45');
    });

    await test.step('a server that is gone is told, and what it comes back with is shown, without a hand', async () => {
      await server.stop('SIGKILL');
      await expect(page.getByRole('status')).toContainText('Connexion perdue');
      await expect(scores).toContainText('+45');
      await server.restart();
      await expect(page.getByRole('status')).not.toContainText('Connexion perdue');
      await logFromElsewhere(max, board.id, breakfast.title);
      await expect(scores).toContainText('+65');
    });

    await test.step('a cut line is told, and comes back', async () => {
      await page.context().setOffline(true);
      await expect(page.getByRole('status')).toContainText('Connexion perdue');
      await logFromElsewhere(max, board.id, breakfast.title);
      await page.context().setOffline(false);
      await expect(scores).toContainText('+85');
      await expect(page.getByRole('status')).not.toContainText('Connexion perdue');
    });

    await test.step('a wrong code leaves nothing, the right one leads out', async () => {
      const out = page.getByRole('button', { name: 'Quitter le mur' });
      await out.tap();
      const dialog = page.getByRole('dialog', { name: 'Quitter le mur' });
      await dialog.getByRole('textbox').fill('0000');
      await dialog.getByRole('button', { name: 'Quitter', exact: true }).tap();
      await expect(dialog.getByRole('alert')).toContainText("Ce n'est pas le bon code.");
      await dialog.getByRole('textbox').fill('4071');
      await dialog.getByRole('button', { name: 'Quitter', exact: true }).tap();
      await expect(page).toHaveURL(/\/login$/);
      await page.goto(`/mur/${board.id}`);
      await expect(page.getByRole('heading', { name: 'Ce mur est décroché' })).toBeVisible();
    });
  } finally {
    await server.stop();
    rmSync(server.dataDir, { recursive: true, force: true });
  }
});

test('a wall that reads only is listed on the page of the doors, and ended from there', async ({ browser, server }) => {
  const max = await signUpPlayer(browser, server, 'Max');
  const board = await createSharedBoard([max], 'Chez Max');
  const tablet = await browser.newContext({ baseURL: server.origin, reducedMotion: 'reduce', viewport: { width: 800, height: 480 } });
  await tablet.request.post('/api/session', { data: { identifier: max.name, password }, headers: { origin: server.origin } });
  const wall = await tablet.newPage();
  await wall.goto(`/mur/${board.id}`);
  await wall.getByRole('radio', { name: 'Regarder', exact: true }).check();
  await wall.getByRole('textbox', { name: 'Code à quatre chiffres' }).fill('1234');
  await wall.getByRole('button', { name: 'Afficher' }).click();
  await expect(wall.getByRole('heading', { level: 1 })).toContainText('CHEZ MAX');
  await expect(wall.getByRole('button', { name: 'Noter' })).toHaveCount(0);

  await openLive(max.page, '/doors');
  const section = max.page.getByRole('region', { name: 'Écrans au mur' });
  await expect(section).toContainText('On regarde seulement');
  for (const theme of ['dark', 'light']) {
    await max.page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme);
    expect(await violationsOn(max.page, {}, 'main'), theme).toEqual([]);
    for (const [width, height] of [
      [390, 844],
      [844, 390],
      [1280, 800],
    ] as const) {
      await resize(max.page, { width, height });
      await expect.poll(() => max.page.evaluate(faultsAt, '16px'), { message: `${width} × ${height}` }).toEqual([]);
    }
  }
  await section.getByRole('button', { name: /Éteindre l.écran/ }).click();
  await expect(section.getByRole('listitem').filter({ hasText: 'On regarde seulement' })).toHaveCount(0);
  await expect(wall.getByRole('heading', { name: 'Ce mur est décroché' })).toBeVisible();
});

test("what was just noted stands beside 'Annuler' at each size, in both themes, and nothing lies over anything", async ({
  browser,
  server,
}) => {
  const léa = await signUpPlayer(browser, server, 'Léa', { viewport: { width: 800, height: 480 } });
  const max = await signUpPlayer(browser, server, 'Maximilien');
  const board = await createSharedBoard([léa, max], 'Nous deux à la maison');
  const { page } = léa;
  await openWall(page, `/mur/${board.id}`);
  const head = page.getByRole('main').locator('header');
  const status = page.getByRole('status');
  const undo = page.getByRole('button', { name: 'Annuler' });
  const others = [page.getByRole('button', { name: 'Noter' }), page.getByRole('button', { name: 'Quitter le mur' })];
  const before = await Promise.all(others.map(boxOf));
  await noteBreakfast(page, 'Maximilien');
  // Nobody presses what has moved meanwhile.
  expect(await Promise.all(others.map(boxOf))).toEqual(before);
  for (const said of ['noted', 'unsure'] as const) {
    if (said === 'unsure') {
      await page.context().setOffline(true);
      await undo.click();
      await expect(status).toContainText(/Connexion perdue · Pas de réponse/);
    }
    for (const theme of ['dark', 'light']) {
      await page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme);
      for (const [width, height] of tablets) {
        const message = `${said}, ${theme}, ${width} × ${height}`;
        await resize(page, { width, height });
        await expect.poll(() => page.evaluate(faultsAt, '16px'), { message }).toEqual([]);
        for (const button of [undo, ...others]) {
          const target = await targetOf(button);
          expect(Math.min(target.width, target.height), message).toBeGreaterThanOrEqual(44);
          expect(await isFree(button), message).toBe(true);
        }
        const parts = [head.getByRole('heading'), status, undo, ...others, page.getByRole('region', { name: 'Scores' })];
        const boxes = await Promise.all([...parts, page.getByRole('region', { name: 'Dernières activités' })].map(boxOf));
        for (const [index, box] of boxes.entries())
          for (const other of boxes.slice(index + 1)) expect(overlaps(box, other), message).toBe(false);
      }
      if (said === 'noted') expect(await violationsOn(page), theme).toEqual([]);
    }
  }
});

test('a wall loads itself anew once there is a new version and nobody stands there, and is the same wall then', async ({
  browser,
  server,
}) => {
  const site = await openChangingSite(server);
  const max = await signUpPlayer(browser, server, 'Max', { serviceWorkers: 'allow' });
  const board = await createSharedBoard([max], 'Chez Max');
  const { page } = max;
  await page.clock.install();
  await openWall(page, `${site.origin}/mur/${board.id}`);
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toContainText('CHEZ MAX');
  await worker(page);
  let loads = 0;
  page.on('load', () => (loads += 1));
  const waits = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting !== null);

  await test.step('not under a finger', async () => {
    await title.click();
    site.deploy();
    site.cut();
    await expect.poll(waits).toBe(true);
    await noteBreakfast(page, 'Max');
    expect(loads).toBe(0);
  });

  await test.step('once a minute has passed without a touch', async () => {
    const loaded = page.waitForEvent('load');
    await page.clock.fastForward(61_000);
    await loaded;
    await expect(title).toContainText('CHEZ MAX');
    await expect.poll(waits).toBe(false);
    await expect(page.getByRole('region', { name: 'Dernières activités' })).toContainText('depuis le mur');
    expect(loads).toBe(1);
  });

  await test.step('at once where nobody has touched it', async () => {
    await worker(page);
    const loaded = page.waitForEvent('load');
    site.deploy();
    site.cut();
    await loaded;
    await expect(title).toContainText('CHEZ MAX');
    await expect.poll(waits).toBe(false);
    expect(loads).toBe(2);
  });
  await site.close();
});

async function openWall(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('textbox', { name: 'Code à quatre chiffres' }).fill('4071');
  await page.getByRole('button', { name: 'Afficher' }).click();
  await expect(page.getByRole('region', { name: 'Scores' })).toBeVisible();
}

async function chooseMember(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Noter' }).click();
  await page
    .getByRole('dialog', { name: /Qui êtes-vous/ })
    .getByRole('button', { name })
    .click();
}

async function noteBreakfast(page: Page, name: string): Promise<void> {
  await chooseMember(page, name);
  await page.getByRole('dialog').getByRole('button', { name: breakfast.title }).click();
  await expect(page.getByRole('status')).toContainText(breakfast.title);
  await expect(page.getByRole('dialog')).toBeHidden();
}
