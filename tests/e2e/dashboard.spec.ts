/** Accueil: where things stand, and what moves. What its feed and its dialog say: client/activities/*.test.tsx. */
import type { Page } from '@playwright/test';
import type { OpenedBoard } from '#shared/boards';
import { boxOf, overlaps, resize, sizes, targetOf } from './boxes.ts';
import { breakfast, dishes, logFromElsewhere, createSharedBoard, openLive, signUpAbsentee, signUpPlayer } from './players.ts';
import { faultsAt } from './page-faults.ts';
import { expect, test } from './server.ts';

const bubbles = (page: Page) => page.getByRole('region', { name: 'Activités récentes' }).getByRole('listitem');
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Noter une action' });

test('on the smallest phone Accueil welcomes without a board and leads to one in three ways; then its first activity is in view under the favourites', async ({
  browser,
  server,
}) => {
  const léa = await signUpPlayer(browser, server, 'Zoé', { viewport: { width: 320, height: 568 }, hasTouch: true });
  const { page, name } = léa;
  await test.step('welcome', async () => {
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: `Bienvenue, ${name} !` })).toBeVisible();
    await expect(page.getByText("Il ne manque qu'un tableau, et quelqu'un avec qui se chamailler.")).toBeVisible();
    await expect(page.getByRole('link', { name: 'Créer un tableau' })).toHaveAttribute('href', '/create-board');
    const [kit, bar] = [
      await boxOf(page.getByRole('button', { name: 'À deux, chacun son score' })),
      await boxOf(page.getByRole('navigation').last()),
    ];
    expect(kit.y + kit.height).toBeLessThanOrEqual(bar.y);
    await page.getByRole('button', { name: 'Rejoindre un tableau' }).click();
    await expect(page.getByRole('dialog', { name: 'Rejoindre un tableau' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'À deux, chacun son score' }).click();
    await expect(page).toHaveURL(/\/board\//);
  });

  await test.step('the first activity is in view under the favourites, and a long board name keeps to its line', async () => {
    const board = await createSharedBoard([léa], 'La très grande maison de vacances de toute la famille Dupont');
    await logFromElsewhere(léa, board.id, breakfast.title);
    const { actions } = await léa.call<OpenedBoard>('GET', `/api/boards/${board.id}`);
    for (const { id } of actions) await léa.call('PUT', `/api/boards/${board.id}/actions/${id}/favourite`);
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: 'Mes favorites' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 2, name: "Aujourd'hui" })).toBeVisible();
    const bubble = bubbles(page).first();
    const bar = await boxOf(page.getByRole('navigation').last());
    const { y } = await boxOf(bubble.getByText(breakfast.title));
    expect(y).toBeLessThan(bar.y);
    const link = await boxOf(bubble.getByRole('link', { name: board.title }));
    const date = await boxOf(bubble.getByRole('time'));
    const title = await boxOf(bubble.getByRole('paragraph').first());
    expect(link.height).toBeLessThan(24);
    expect(link.x + link.width).toBeLessThanOrEqual(date.x);
    expect(Math.abs(link.y + link.height / 2 - (date.y + date.height / 2))).toBeLessThan(4);
    expect(title.y + title.height).toBeLessThanOrEqual(link.y);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
});

test('nothing covers what is noted on Accueil: a press on a favourite flies into its new bubble, which under reduced motion nothing does', async ({
  browser,
  server,
}) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  const board = await createSharedBoard([léa], 'Nous deux');
  const already = 10;
  // The actions alternate, so that each log has a bubble of its own. What ten unlock is unlocked: its medal takes the place of a toast.
  for (let times = 0; times < already; times += 1) await logFromElsewhere(léa, board.id, (times % 2 ? dishes : breakfast).title);
  const { actions } = await léa.call<OpenedBoard>('GET', `/api/boards/${board.id}`);
  for (const { id } of actions) await léa.call('PUT', `/api/boards/${board.id}/actions/${id}/favourite`);
  const { page } = léa;
  await openLive(page, '/dashboard');
  await page.getByRole('button', { name: 'Non merci' }).click();
  await expect(page.getByRole('button', { name: 'Non merci' })).toBeHidden();
  await page.evaluate(() => {
    const flights: string[] = [];
    Object.assign(globalThis, { flights });
    const note = (node: Node) => (node instanceof HTMLElement && 'flight' in node.dataset ? flights.push(node.innerText) : 0);
    new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach(note))).observe(document.body, {
      childList: true,
    });
  });
  const flights = () => page.evaluate(() => (globalThis as unknown as { flights: string[] }).flights);
  const tiles = page.getByRole('region', { name: 'Mes favorites' });
  const toast = page.locator('[data-toast]');
  let count = already;
  for (const [index, [width, height]] of sizes.entries()) {
    const { title } = index % 2 ? dishes : breakfast;
    const points = index % 2 ? '−15' : '+20';
    await resize(page, { width, height });
    // The last one is only said.
    await page.emulateMedia({ reducedMotion: width === 1920 ? 'reduce' : 'no-preference' });
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await tiles.getByRole('button', { name: title }).click();
    count += 1;
    await expect(bubbles(page)).toHaveCount(count);
    await expect(toast).toContainText(points);
    if (width !== 1920) await expect.poll(flights, { message: `${width} × ${height}` }).toHaveLength(count - already);
    const born = bubbles(page).first();
    const pill = born.getByText(points);
    const isCovered = async () => {
      const [bubble, worth] = [await boxOf(born), await boxOf(pill)];
      const [add, bar] = [
        await boxOf(page.getByRole('button', { name: 'Noter une action' })),
        await boxOf(page.getByRole('navigation').last()),
      ];
      return overlaps(await boxOf(toast), bubble) || overlaps(add, worth) || overlaps(bar, worth) || worth.y + worth.height > height;
    };
    await expect.poll(isCovered, { message: `${width} × ${height}`, timeout: 5000 }).toBe(false);
    await toast.getByRole('button', { name: 'Fermer' }).click();
    await expect(toast).toHaveCount(0);
  }
  expect(await flights()).toEqual(['+20', '−15', '+20', '−15', '+20']);

  await test.step('nothing of the feed lies under the round button, however far one scrolls, and its links meet a thumb', async () => {
    await page.goto('/dashboard');
    const last = bubbles(page).last();
    await expect(last).toBeVisible();
    const target = await targetOf(bubbles(page).first().getByRole('link', { name: 'NOUS DEUX' }));
    expect(Math.min(target.width, target.height)).toBeGreaterThanOrEqual(44);
    const add = page.getByRole('button', { name: 'Noter une action' });
    const bar = page.getByRole('navigation').last();
    for (const [width, height] of sizes) {
      await resize(page, { width, height });
      // Once the links have made way for it.
      await expect
        .poll(
          async () => {
            const button = await boxOf(add);
            const links = await Promise.all((await bar.getByRole('link').all()).map(boxOf));
            return links.some((link) => overlaps(link, button));
          },
          { message: `${width} × ${height}` },
        )
        .toBe(false);
      for (const top of [0, 90, 180, 270, 360, 100_000]) {
        await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top);
        const [button, shown] = [await boxOf(add), await boxOf(bar)];
        // On phones the bar holds it, elsewhere it has a lane of its own.
        const isInBar = overlaps(button, shown);
        if (isInBar) expect([button.y >= shown.y, button.y + button.height <= height], `${width} × ${height}`).toEqual([true, true]);
        const over = (await Promise.all((await bubbles(page).all()).map(boxOf))).filter((bubble) => overlaps(bubble, button));
        if (!isInBar || top === 100_000) expect(over, `${width} × ${height}, ${top}`).toEqual([]);
      }
    }
    await resize(page, { width: 390, height: 844 });
    await add.focus();
    await page.keyboard.press('Enter');
    await expect(dialogOf(page)).toBeVisible();
  });
});

test("from 1024 px on one sees the points of one's own week, which follow what is logged", async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa', { viewport: { width: 1280, height: 800 } });
  const max = await signUpAbsentee(server, 'Max');
  const board = await createSharedBoard([léa, max], 'Nous deux');
  const alone = await createSharedBoard([léa], 'Seule');
  await logFromElsewhere(max, board.id, breakfast.title);
  const { page } = léa;
  await openLive(page, '/dashboard');
  await expect(bubbles(page)).toHaveCount(1);
  const week = page.getByRole('region', { name: 'Votre semaine' });
  // Max's points are none of hers.
  await expect(page.getByRole('region', { name: 'Qui mène ?' })).toBeVisible();
  await expect(week).toHaveCount(0);
  await logFromElsewhere(léa, board.id, breakfast.title);
  await expect(week).toContainText("aujourd'hui +20 points");
  await logFromElsewhere(léa, alone.id, dishes.title);
  await expect(week).toContainText("aujourd'hui +5 points");
  // It stands beside the feed, and nothing over it, however many boards stand above.
  for (const title of ['Deux', 'Trois', 'Quatre', 'Cinq']) {
    const { id } = await createSharedBoard([léa, max], title);
    await logFromElsewhere(max, id, breakfast.title);
  }
  for (const height of [720, 800, 1080]) {
    await resize(page, { width: 1280, height });
    await expect.poll(() => page.getByRole('region', { name: 'Qui mène ?' }).getByRole('link').count()).toBeGreaterThanOrEqual(6);
    expect(overlaps(await boxOf(week), await boxOf(bubbles(page).first())), `${height}`).toBe(false);
  }
  // Its place is taken before the points are read.
  const { height } = await boxOf(week);
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/scores?period=week', (route) => answered.then(() => route.continue()));
  await page.reload();
  await expect(week).toBeVisible();
  await expect(week).not.toContainText('points');
  expect((await boxOf(week)).height).toBe(height);
  answer();
  await expect(week).toContainText("aujourd'hui +5 points");
  expect((await boxOf(week)).height).toBe(height);
  await resize(page, { width: 1023, height: 800 });
  await expect(week).toHaveCount(0);
});

test('Accueil begins with whose turn it is on each board, and the link to all of them lies over nothing at any size', async ({
  browser,
  server,
}) => {
  const léa = await signUpPlayer(browser, server, 'Léa', { viewport: { width: 390, height: 844 } });
  const [max, zoé] = [await signUpAbsentee(server, 'Max'), await signUpAbsentee(server, 'Zoé')];
  const long = 'La très grande maison de vacances de toute la famille Dupont';
  const coloc = await createSharedBoard([léa, max, zoé], long);
  const duo = await createSharedBoard([léa, max], 'Anticonstitutionnellement');
  await createSharedBoard([léa], 'Seule');
  await logFromElsewhere(max, duo.id, breakfast.title);
  await logFromElsewhere(léa, coloc.id, breakfast.title);
  const { page } = léa;
  await openLive(page, '/dashboard');
  const strip = page.getByRole('region', { name: 'Qui mène ?' });
  const boards = strip.getByRole('link', { name: /À |joué/ });
  const said = async () => (await boards.allTextContents()).map((text) => text.replace(/\s+/g, ' ').trim());
  await expect
    .poll(said)
    .toEqual([
      expect.stringContaining(`ANTICONSTITUTIONNELLEMENT ${max.name} mène de 20 points ${max.name} a joué`),
      expect.stringContaining(`${long.toUpperCase()} Vous menez de 20 points Vous avez joué`),
      expect.stringContaining('SEULE En solo, 0 point À vous'),
    ]);
  await logFromElsewhere(léa, duo.id, breakfast.title);
  await expect(boards.first()).toContainText(`Égalité parfaite À ${max.name} de jouer`);
  const link = page.getByRole('link', { name: 'Voir mes tableaux' });
  for (const [size, width, height] of [
    ['100%', 320, 568],
    ['100%', 390, 844],
    ['100%', 844, 390],
    ['100%', 1280, 800],
    ['100%', 1920, 1080],
    ['200%', 320, 568],
    ['200%', 390, 844],
    ['200%', 1280, 800],
  ] as const) {
    await resize(page, { width, height });
    await page.evaluate((of) => document.documentElement.style.setProperty('font-size', of), size);
    const at = `${size}, ${width} × ${height}`;
    await expect.poll(() => page.evaluate(faultsAt, size === '200%' ? '32px' : '16px'), { message: at }).toEqual([]);
    const [to, title] = [await boxOf(link), await boxOf(strip.getByRole('heading'))];
    expect(overlaps(to, title), at).toBe(false);
    expect(to.height, at).toBeGreaterThanOrEqual(44);
    const [first, bubble] = [await boxOf(boards.first()), await boxOf(bubbles(page).first())];
    expect(first.y + first.height, at).toBeLessThanOrEqual(bubble.y);
    expect(first.width, at).toBeLessThanOrEqual(width);
  }
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mes tableaux' })).toBeVisible();
});
