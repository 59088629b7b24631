/** U4: the small screens and the large ones: what one came for is in view, and nothing covers it. */
import { randomUUID } from 'node:crypto';
import type { Locator } from '@playwright/test';
import type { OpenedBoard } from '#shared/boards';
import { makeBoard } from '../people.ts';
import { boxOf, isFree, overlaps, resize, sizes, targetOf } from './boxes.ts';
import { faultsAt } from './page-faults.ts';
import {
  type Absentee,
  breakfast,
  createSharedBoard,
  dishes,
  logFromElsewhere,
  openLive,
  signUpAbsentee,
  signUpPlayer,
} from './players.ts';
import { expect, test } from './server.ts';

const actions = [
  breakfast,
  dishes,
  ...['Café servi', 'Lasagnes pour tout le monde', 'Clés perdues'].map((title) => ({ ...breakfast, title })),
];

test('at every size what one came to a board for is in view, and nothing covers it', async ({ browser, server }) => {
  const [léa, max, zoé] = [
    await signUpPlayer(browser, server, 'Léa'),
    await signUpAbsentee(server, 'Max'),
    await signUpAbsentee(server, 'Zoé'),
  ];
  const { page } = léa;

  await test.step('the tabs of a board are whole, and they and four of its actions are in view', async () => {
    const board = await makeBoard('Nous deux', [léa, max], actions);
    // For the badge beside 'Demandes'.
    const { id } = await createSharedBoard([max], 'Ailleurs');
    await max.call('POST', `/api/boards/${id}/requests`, { type: 'invitation', username: léa.name });
    await page.goto(`/board/${board.id}`);
    await expect(page.getByRole('navigation').getByText('1 demande en attente')).toBeAttached();
    const tiles = page.getByRole('tabpanel').getByRole('listitem');
    await expect(tiles).toHaveCount(actions.length + 1);
    for (const [width, height] of sizes) {
      await resize(page, { width, height });
      const at = `${width} × ${height}`;
      await expect.poll(() => page.evaluate(faultsAt, '16px'), { message: at }).toEqual([]);
      const shown = [...(await page.getByRole('tab').all()), ...(await tiles.all()).slice(0, 4)];
      expect(await Promise.all(shown.map((one) => isFree(one))), at).toEqual(shown.map(() => true));
    }
  });

  await test.step('on a phone held sideways the places stand at the left, and the head of two beside the tabs, which keeps all it says', async () => {
    const board = await createSharedBoard([léa, max], 'Nous deux');
    await logFromElsewhere(max, board.id, breakfast.title);
    await resize(page, { width: 844, height: 390 });
    await openLive(page, '/dashboard');
    const links = page.getByRole('navigation').getByRole('link');
    await expect(links).toHaveCount(3);
    const boxes = await Promise.all((await links.all()).map((link) => boxOf(link)));
    expect(boxes.every(({ x, width }) => x + width < 100)).toBe(true);
    // Under one another.
    expect(boxes.map(({ y }) => y)).toEqual(boxes.map(({ y }) => y).toSorted((a, b) => a - b));
    expect(boxes.every(({ height }) => height >= 44)).toBe(true);
    const title = await boxOf(page.getByRole('heading', { level: 1 }));
    expect(title.x).toBeGreaterThan(Math.max(...boxes.map(({ x, width }) => x + width)));

    await openLive(page, `/board/${board.id}?tab=scores`);
    for (const width of [844, 800]) {
      await resize(page, { width, height: 375 });
      const header = await boxOf(page.locator('[data-board-header]'));
      for (const side of await page.locator('[data-board-header] [data-member]').all()) {
        const box = await boxOf(side);
        expect(box.y >= header.y && box.y + box.height <= header.y + header.height, `${width}`).toBe(true);
      }
      expect((await boxOf(page.getByRole('tablist'))).x, `${width}`).toBeGreaterThanOrEqual(header.x + header.width);
    }
  });

  await test.step('on a large screen what the scores of a board come from stands below them', async () => {
    const { id } = await createSharedBoard([léa, max], 'Nous deux');
    const ranking = page.getByRole('list', { name: 'Classement' });
    const flame = page.getByRole('region', { name: 'Série à deux' });
    const recent = page.getByRole('region', { name: "Tout ce qui s'est passé" });
    await resize(page, { width: 1280, height: 800 });
    await openLive(page, `/board/${id}?tab=scores`);
    // Nothing has happened: the scores have all the room.
    const whole = page.getByRole('tabpanel');
    const card = page.getByRole('tabpanel').locator('section').filter({ has: ranking });
    await expect.poll(async () => (await boxOf(card)).width).toBe((await boxOf(whole)).width);
    await resize(page, { width: 1023, height: 800 });
    await logFromElsewhere(max, id, breakfast.title);
    await expect(ranking).toContainText('+20');
    await expect(recent).toHaveCount(0);
    for (const [width, height] of [
      [1280, 800],
      [1920, 1080],
    ] as const) {
      await resize(page, { width, height });
      await expect(recent).toContainText(breakfast.title);
      for (const text of ['32px', '16px'])
        await expect.poll(() => page.evaluate(faultsAt, text), { message: `${width} × ${height}, text of ${text}` }).toEqual([]);
      const [places, facts, latest] = [await boxOf(ranking), await boxOf(flame), await boxOf(recent)];
      for (const below of [facts, latest]) expect(below.y, `${width} × ${height}`).toBeGreaterThan(places.y + places.height);
    }
  });

  await test.step('on a large screen a board has many tiles in a row', async () => {
    const many = Array.from({ length: 20 }, (_, number) => ({ ...breakfast, title: `Vase numéro ${number}` }));
    const board = await makeBoard('Large', [léa], many);
    await resize(page, { width: 1920, height: 1080 });
    await page.goto(`/board/${board.id}`);
    const tiles = page.getByRole('tabpanel').getByRole('listitem');
    await expect(tiles).toHaveCount(many.length + 1);
    const boxes = await Promise.all((await tiles.all()).map((tile) => boxOf(tile)));
    expect(boxes.filter(({ y }) => y === boxes[0]?.y).length).toBeGreaterThanOrEqual(6);
    // As far as the window goes, but for its edges.
    expect(Math.max(...boxes.map(({ x, width }) => x + width))).toBeGreaterThan(1920 - 80);
  });

  await test.step('on a board of three the header leads with the own score and place, which the bar at the top says once it is gone', async () => {
    const board = await makeBoard(
      'À trois',
      [léa, max, zoé],
      [breakfast, ...Array.from({ length: 20 }, (_, number) => ({ ...breakfast, title: `Vase numéro ${number}` }))],
    );
    await logFromElsewhere(max, board.id, breakfast.title);
    await logFromElsewhere(max, board.id, breakfast.title);
    await logFromElsewhere(léa, board.id, breakfast.title);
    await page.goto(`/board/${board.id}`);
    const header = page.getByRole('main').locator('header');
    const own = header.getByRole('paragraph').filter({ hasText: 'Vous' });
    const total = header.getByRole('paragraph').filter({ hasText: 'Score du tableau' });
    await expect(own).toHaveText('Vous · 2ᵉ sur 3 +20');
    await expect(total).toHaveText('Score du tableau +60');
    const bar = page.getByRole('banner').first();
    // The others have room for all of it.
    for (const [width, height] of sizes.filter(([wide]) => wide < 1024)) {
      await resize(page, { width, height });
      await page.goto(`/board/${board.id}`);
      const last = page.getByRole('button', { name: 'Vase numéro 19' });
      await last.scrollIntoViewIfNeeded();
      const chip = page.locator('[data-top-slot] > [data-board-theme]');
      await expect(chip).toHaveText(/^Vous\+20 · 2ᵉ$/);
      for (const text of ['32px', '16px']) {
        await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), text);
        await last.scrollIntoViewIfNeeded();
        for (const other of [bar.getByRole('link'), bar.getByRole('button')])
          await expect
            .poll(async () => overlaps(await boxOf(chip), await boxOf(other)), { message: `${width} × ${height}, text of ${text}` })
            .toBe(false);
      }
    }
  });
});

test('in Notifications and Accueil rows fit, and their buttons lie apart and meet a thumb', async ({ browser, server }) => {
  const [léa, max, zoé] = [
    await signUpPlayer(browser, server, 'Léa'),
    await signUpAbsentee(server, 'Max'),
    await signUpAbsentee(server, 'Zoé'),
  ];
  const { page } = léa;

  await test.step('what is contested is drawn whole and over nothing, in Accueil and Notifications, at any size', async () => {
    const long = { title: "« J'arrive » dit il y a une heure et quart", points: 1000, emoji: '🚪' };
    const params = { boardId: (await makeBoard('Nous trois', [léa, max, zoé], [{ ...breakfast, title: 'Câlin' }, long])).id };
    const agreement = { id: randomUUID(), terms: { kind: 'contests' } };
    await léa.does('POST /api/boards/:boardId/agreements', { params, body: agreement });
    for (const one of [max, zoé])
      await one.does('PUT /api/boards/:boardId/agreements/:agreementId/answer', {
        params: { ...params, agreementId: agreement.id },
        body: { yes: true },
      });
    const opened = await léa.does('GET /api/boards/:boardId', { params });
    const idOf = (title: string) => opened.actions.find((one) => one.title === title)?.id;
    const log = async (by: Absentee, title: string, more: object = {}) => {
      const body = { id: randomUUID(), actionId: idOf(title), ...more };
      await by.does('POST /api/boards/:boardId/activities', { params, body });
      return body.id;
    };
    // A short and a long title, of one's own and of others; with a word and reactions, or a name beside it; and one that is undone.
    const contested: [Absentee, string][] = [
      [max, await log(léa, 'Câlin')],
      [zoé, await log(max, long.title, { note: 'Promis, demain à la même heure.' })],
      [léa, await log(zoé, long.title, { for: opened.members.find(({ username }) => username === max.name)?.userId })],
    ];
    for (const activityId of [await log(max, 'Câlin'), contested[1]?.[1] ?? ''])
      for (const emoji of ['😂', '😮'])
        await zoé.does('PUT /api/boards/:boardId/activities/:activityId/reactions/:emoji', { params: { ...params, activityId, emoji } });
    const undone = await log(max, long.title);
    await max.does('POST /api/boards/:boardId/activities/:activityId/undo', { params: { ...params, activityId: undone } });
    for (const [by, activityId] of contested)
      await by.does('POST /api/boards/:boardId/contests', { params, body: { id: randomUUID(), activityId, emoji: '🤨' } });
    // The board is known then in Accueil, too.
    for (const path of [`/board/${params.boardId}?tab=notifications`, '/dashboard']) {
      if (path === '/dashboard') await page.getByRole('navigation').getByRole('link', { name: 'Accueil' }).first().click();
      else await openLive(page, path);
      const marks = page.getByRole('main').getByTitle(/^Mauvaise foi/);
      await expect(marks).toHaveCount(contested.length);
      for (const [width, height] of sizes) {
        await resize(page, { width, height });
        for (const text of ['32px', '16px'])
          await expect.poll(() => page.evaluate(faultsAt, text), { message: `${path}, ${width} × ${height}, text of ${text}` }).toEqual([]);
        for (const mark of await marks.all()) {
          const bubble = mark.locator('xpath=ancestor::li[1]');
          const at = `${path}, ${width} × ${height}`;
          const smiley = bubble.getByRole('button', { name: /^Réagir/ });
          // The reactions come a moment after the bubble, and move what was measured before them.
          const overlapping = async () => {
            const [said, react, points] = [await boxOf(mark), await boxOf(smiley), await boxOf(bubble.locator('[data-sign]'))];
            return [overlaps(said, react), overlaps(said, points), overlaps(react, points)];
          };
          await expect.poll(overlapping, { message: at }).toEqual([false, false, false]);
          const [said, row] = [await boxOf(mark), await boxOf(bubble)];
          expect(said.y + said.height, at).toBeLessThanOrEqual(row.y + row.height);
          // Beside the time, wherever there is room for both.
          if (path !== '/dashboard' && width >= 390)
            expect(Math.abs(said.y - (await boxOf(bubble.getByRole('time'))).y), at).toBeLessThan(8);
        }
      }
    }
  });

  await test.step('no button lies over the points, and undoing comes last in its line, at any size', async () => {
    const { id } = await makeBoard('Nous deux', [léa, max], [{ title: 'Bisou', points: 5, emoji: '💋' }, breakfast]);
    await logFromElsewhere(léa, id, 'Bisou');
    await logFromElsewhere(léa, id, breakfast.title);
    const { activities } = await max.call<OpenedBoard>('GET', `/api/boards/${id}`);
    const liked = activities.activities.find(({ title }) => title === breakfast.title);
    await max.call('PUT', `/api/boards/${id}/activities/${liked?.id}/reactions/${encodeURIComponent('😂')}`);
    await openLive(page, `/board/${id}?tab=notifications`);
    const rows = page
      .getByRole('list', { name: 'Notifications' })
      .getByRole('listitem')
      .filter({ hasText: /\+5|\+20/ });
    await expect(rows).toHaveCount(2);
    for (const [width, height] of sizes) {
      await resize(page, { width, height });
      for (const row of await rows.all()) {
        // The bubble grows when it comes.
        const react = await boxOf(row.getByRole('button', { name: /^Réagir à/ }));
        const undo = await boxOf(row.getByRole('button', { name: /^Annuler/ }));
        const points = await boxOf(row.getByText(/^\+(5|20)$/));
        const message = `${width} × ${height}`;
        for (const button of [undo, react]) expect(overlaps(button, points), message).toBe(false);
        expect(overlaps(undo, react), message).toBe(false);
        expect(undo.x, message).toBeGreaterThan(react.x);
        // On the same line.
        expect(Math.abs(undo.y + undo.height / 2 - react.y - react.height / 2), message).toBeLessThan(8);
      }
    }
  });

  await test.step('a dozen activities fit a phone, and their buttons a thumb', async () => {
    // One line beside the long names of tests.
    const encore = { title: 'Bis', points: 5, emoji: '💋' };
    const { id } = await makeBoard('Nous deux', [léa, max], [encore]);
    for (let count = 0; count < 24; count += 1) await logFromElsewhere(count % 2 ? léa : max, id, encore.title);
    const phone = { baseURL: server.origin, reducedMotion: 'reduce', viewport: { width: 390, height: 844 }, hasTouch: true } as const;
    const touched = await (await browser.newContext({ ...phone, storageState: await léa.context.storageState() })).newPage();
    await openLive(touched, `/board/${id}?tab=notifications`);
    const rows = touched.getByRole('list', { name: 'Notifications' }).getByRole('listitem');
    await expect(rows).toHaveCount(24);
    await expect(touched.getByRole('button', { name: /^Réagir à/ })).toHaveCount(24);
    const [top, bottom] = [await boxOf(touched.getByRole('banner')), await boxOf(touched.getByRole('navigation').last())];
    // The first of them just under the bar.
    await rows
      .nth(6)
      .evaluate((row, under) => scrollBy({ top: row.getBoundingClientRect().top - under, behavior: 'instant' }), top.height + 1);
    const boxes = await Promise.all((await rows.all()).map((row) => boxOf(row)));
    expect(boxes.filter(({ y, height }) => y >= top.y + top.height && y + height <= bottom.y).length).toBeGreaterThanOrEqual(12);
    for (const row of [rows.nth(12), rows.nth(13)]) {
      for (const button of await row.getByRole('button').all()) {
        const { width, height } = await targetOf(button);
        expect(Math.min(width, height), (await button.getAttribute('aria-label')) ?? '').toBeGreaterThanOrEqual(44);
      }
    }
  });
});

test('what is chosen, long or sought moves nothing, is parted well and shows in the colours of the person, too', async ({
  browser,
  server,
}) => {
  const { page, context, ...léa } = await signUpPlayer(browser, server, 'Léa');

  await test.step('while actions are chosen for a new board nothing moves, and what can be pressed looks like it', async () => {
    await page.goto('/create-board');
    const all = page.getByRole('button', { name: 'Tout choisir' });
    const none = page.getByRole('button', { name: 'Tout retirer' });
    await expect(none).toBeDisabled();
    for (const [width, height] of sizes) {
      await resize(page, { width, height });
      await expect.poll(() => page.evaluate(faultsAt, '16px'), { message: `${width} × ${height}` }).toEqual([]);
      // Letters of another width would move what lies below them.
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      const before = await placeOf(all);
      await all.click();
      await expect(page.getByText(/\d{2}\sactions choisies/)).toBeVisible();
      await expect(all).toBeDisabled();
      // Not before it has come back from being pressed.
      await expect.poll(() => placeOf(all)).toEqual(before);
      // Once its colour has stopped changing.
      await expect(all).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
      await expect(none).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
      await none.click();
      await expect(none).toBeDisabled();
      await expect.poll(() => placeOf(all)).toEqual(before);
    }
    const name = await boxOf(page.getByRole('textbox', { name: 'Nom du tableau' }));
    const icon = await boxOf(page.getByRole('group', { name: 'Icône' }));
    const actionsTop = (await boxOf(page.getByRole('group', { name: 'Actions', exact: true }))).y;
    expect(icon.x).toBeGreaterThan(name.x + name.width);
    expect(icon.y + icon.height).toBeLessThan(actionsTop);
  });

  await test.step('a long word of a title is parted between syllables, and only where it has no room', async () => {
    const long = 'Anticonstitutionnellement vôtre';
    const board = await makeBoard(
      "L'anniversaire surprise",
      [léa],
      [
        { ...breakfast, title: long },
        { ...breakfast, title: 'Compréhension immédiate' },
      ],
    );
    await makeBoard('Appartement des colocataires', [léa], [breakfast]);
    for (const { width, height } of [
      { width: 320, height: 568 },
      { width: 390, height: 844 },
      { width: 844, height: 390 },
      { width: 1280, height: 800 },
    ]) {
      await resize(page, { width, height });
      const whole = async (what: string) => {
        for (const text of ['32px', '16px'])
          await expect.poll(() => page.evaluate(faultsAt, text), { message: `${what}, ${width} × ${height}, text of ${text}` }).toEqual([]);
      };
      await page.goto('/boards');
      await expect(page.getByRole('link', { name: /L'ANNIVERSAIRE SURPRISE/ })).toBeVisible();
      await whole('Tableaux');
      await page.goto(`/board/${board.id}`);
      // The drawn hyphens are no part of the title: it is read, searched and copied as it is.
      const title = page.getByRole('heading', { level: 1, name: "L'ANNIVERSAIRE SURPRISE", exact: true });
      await expect(title).toHaveText("L'ANNIVERSAIRE SURPRISE");
      await whole('a board');
      await page
        .getByRole('button', { name: `${long} +20`, exact: true })
        .or(page.getByRole('button', { name: long }))
        .first()
        .click();
      await expect(page.getByRole('dialog').getByText(long)).toBeVisible();
      await whole('the question before an action is noted');
    }
  });

  await test.step('a control that is sought in a drawer on its way up does not scroll the drawer past its place', async () => {
    const { id } = await createSharedBoard([léa], 'Nous deux');
    await resize(page, { width: 390, height: 844 });
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await openLive(page, `/board/${id}`);
    // A drawer whose code comes after the press is there at once.
    await page.getByRole('main').getByRole('button', { name: breakfast.title }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.evaluate(() => {
      new MutationObserver((_, observer) => {
        const button = document.querySelector('[role="dialog"] footer button');
        if (!button) return;
        observer.disconnect();
        document.documentElement.dataset['soughtAt'] = String(button.getBoundingClientRect().top > innerHeight);
        button.scrollIntoView({ block: 'center', behavior: 'instant' });
        document.documentElement.dataset['scrolled'] = String(button.closest('[role="dialog"]')?.parentElement?.scrollTop);
      }).observe(document, { childList: true, subtree: true });
    });
    await page.getByRole('main').getByRole('button', { name: breakfast.title }).click();
    await expect(page.locator('html')).toHaveAttribute('data-sought-at', 'true');
    await expect(page.locator('html')).toHaveAttribute('data-scrolled', '0');
  });

  await test.step("where the person's own colours rule, what is chosen and what can be pressed still shows", async () => {
    await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' });
    await resize(page, { width: 1280, height: 720 });
    const board = await createSharedBoard([léa], 'Contraste');
    const look = (locator: Locator) =>
      locator.evaluate((element) => {
        const { backgroundColor, outlineStyle, borderTopStyle } = getComputedStyle(element);
        return { backgroundColor, hasEdge: outlineStyle !== 'none' || borderTopStyle !== 'none' };
      });
    await page.goto(`/board/${board.id}`);
    const chosen = await look(page.getByRole('tab', { name: 'Actions' }));
    const other = await look(page.getByRole('tab', { name: 'Scores' }));
    expect(chosen.backgroundColor).not.toBe(other.backgroundColor);
    for (const name of [breakfast.title, 'Partager le tableau'])
      expect(await look(page.getByRole('button', { name })), name).toMatchObject({ hasEdge: true });

    await page.goto('/boards');
    expect(await look(page.getByRole('link', { name: /CONTRASTE/ }).locator('> span'))).toMatchObject({ hasEdge: true });

    await page.getByRole('button', { name: 'Ouvrir le menu du profil' }).click();
    await page.getByRole('button', { name: 'Confidentialité' }).click();
    const on = await look(page.getByRole('switch', { name: 'Statut en ligne' }));
    const off = await look(page.getByRole('switch', { name: 'Collecte de données' }));
    expect(on.backgroundColor).not.toBe(off.backgroundColor);
    expect([on.hasEdge, off.hasEdge]).toEqual([true, true]);
  });
});

/** In the page, wherever it is scrolled to. */
async function placeOf(locator: Locator) {
  return await locator.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x + scrollX, y: y + scrollY, width, height };
  });
}
