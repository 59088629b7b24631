/** Accueil: the feed of all boards and the dialog that logs on several at once. */
import type { Page } from '@playwright/test';
import type { BoardCard, OpenedBoard } from '#shared/boards';
import { boxOf, overlaps, resize, sizes, targetOf } from './boxes.ts';
import {
  breakfast,
  dishes,
  logFromElsewhere,
  createSharedBoard,
  openLive,
  signUpAbsentee,
  signUpPlayer,
  type Absentee,
} from './players.ts';
import { faultsAt } from './page-faults.ts';
import { expect, test } from './server.ts';

const bubbles = (page: Page) => page.getByRole('region', { name: 'Activités récentes' }).getByRole('listitem');
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Noter une action' });
const totalOf = async (player: Absentee, boardId: string) =>
  (await player.call<OpenedBoard>('GET', `/api/boards/${boardId}`)).board.totalPoints;

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Noter une action' }).click();
  await expect(dialogOf(page).getByRole('searchbox', { name: 'Rechercher une action' })).toBeVisible();
  return dialogOf(page);
}

/** As its administrator does. */
async function changeAction({ call }: Absentee, boardId: string, title: string, body: object) {
  const { actions } = await call<OpenedBoard>('GET', `/api/boards/${boardId}`);
  await call('PATCH', `/api/boards/${boardId}/actions/${actions.find((action) => action.title === title)?.id}`, body);
}

test('without a board Accueil welcomes, and leads to one in three ways', async ({ browser, server }) => {
  const { page, name } = await signUpPlayer(browser, server, 'Zoé', { viewport: { width: 320, height: 568 } });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: `Bienvenue, ${name} !` })).toBeVisible();
  await expect(page.getByText("Il ne manque qu'un tableau, et quelqu'un avec qui se chamailler.")).toBeVisible();
  await expect(page.getByRole('link', { name: 'Créer un tableau' })).toHaveAttribute('href', '/create-board');
  const [kit, bar] = [await boxOf(page.getByRole('button', { name: 'À deux' })), await boxOf(page.getByRole('navigation').last())];
  expect(kit.y + kit.height).toBeLessThanOrEqual(bar.y);
  await page.getByRole('button', { name: 'Rejoindre un tableau' }).click();
  await expect(page.getByRole('dialog', { name: 'Rejoindre un tableau' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'À deux' }).click();
  await expect(page).toHaveURL(/\/board\//);
});

test('the first activity is in view under the favourites on a small phone, and a long board name keeps to its line', async ({
  browser,
  server,
}) => {
  const viewport = { width: 320, height: 568 };
  const léa = await signUpPlayer(browser, server, 'Léa', { viewport, hasTouch: true });
  const board = await createSharedBoard([léa], 'La très grande maison de vacances de toute la famille Dupont');
  await logFromElsewhere(léa, board.id, breakfast.title);
  const { actions } = await léa.call<OpenedBoard>('GET', `/api/boards/${board.id}`);
  for (const { id } of actions) await léa.call('PUT', `/api/boards/${board.id}/actions/${id}/favourite`);
  const { page } = léa;
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

test('a press on a favourite flies into its new bubble, which nothing covers; under reduced motion nothing flies', async ({
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

test('nothing of the feed lies under the round button, however far one scrolls', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  const board = await createSharedBoard([léa], 'Longue');
  for (let times = 0; times < 12; times += 1) await logFromElsewhere(léa, board.id, times % 2 ? breakfast.title : dishes.title);
  const { page } = léa;
  await page.goto('/dashboard');
  const last = bubbles(page).last();
  await expect(last).toBeVisible();
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

test('an action that is retired or edited while it is chosen in Accueil is logged nowhere', async ({ browser, server }) => {
  const [léa, max] = [await signUpAbsentee(server, 'Léa'), await signUpPlayer(browser, server, 'Max')];
  const one = await createSharedBoard([léa, max], 'Un');
  const two = await createSharedBoard([léa, max], 'Deux');
  const { page } = max;
  await openLive(page, '/dashboard');
  const dialog = await openDialog(page);
  const add = dialog.getByRole('button', { name: 'Noter', exact: true });
  await dialog.getByRole('radio', { name: breakfast.title }).click();
  for (const name of ['UN', 'DEUX']) await dialog.getByRole('checkbox', { name, exact: true }).check();
  await expect(dialog.getByText('+20 points sur 2 tableaux')).toBeVisible();

  await changeAction(léa, one.id, breakfast.title, { points: 21 });
  await expect(dialog.getByText(/Cette action n'existe plus sur UN/)).toBeVisible();
  // It meant two boards: it is answered by what is left of them.
  await add.click();
  await expect(dialog.getByText('+20 points sur 1 tableau')).toBeVisible();
  await changeAction(léa, two.id, breakfast.title, { retired: true });
  await expect(dialog.getByText("Cette action n'existe plus.")).toBeVisible();
  await add.click();
  await expect(dialog.getByText("Cette action n'existe plus.")).toBeVisible();
  await dialog.getByRole('radio', { name: dishes.title }).click();
  await expect(dialog.getByText(/15\spoints sur 2\stableaux/)).toBeVisible();
  expect([await totalOf(léa, one.id), await totalOf(léa, two.id)]).toEqual([0, 0]);
});

test('one action is logged on several boards at once, and undone on all; boards that lack it say so', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  const one = await createSharedBoard([léa], 'Un');
  const two = await createSharedBoard([léa], 'Deux');
  const { board: three } = await léa.call<{ board: BoardCard }>('POST', '/api/boards', { title: 'Trois', actions: [dishes] });
  const { page } = léa;
  await page.goto('/dashboard');
  await expect(page.getByText('Tout est calme.')).toBeVisible();

  const dialog = await openDialog(page);
  const add = dialog.getByRole('button', { name: 'Noter', exact: true });
  // Checked before the action is chosen, then found to lack it: it must not be logged there.
  await dialog.getByRole('checkbox', { name: 'TROIS' }).check();
  await dialog.getByRole('radio', { name: breakfast.title }).click();
  await expect(dialog.getByRole('checkbox', { name: 'TROIS' })).toBeDisabled();
  await dialog.getByRole('checkbox', { name: 'UN', exact: true }).check();
  await dialog.getByRole('checkbox', { name: 'DEUX' }).check();
  await expect(dialog.getByText('+20 points sur 2 tableaux')).toBeVisible();
  await add.click();

  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Noter une action' })).toBeFocused();
  await expect(bubbles(page)).toHaveCount(2);
  await expect(bubbles(page).filter({ hasText: breakfast.title })).toHaveCount(2);
  for (const bubble of await bubbles(page).all()) await expect(bubble).toContainText('Vous');
  await expect(page.getByText("En attente d'envoi")).toHaveCount(0);
  expect([await totalOf(léa, one.id), await totalOf(léa, two.id), await totalOf(léa, three.id)]).toEqual([20, 20, 0]);

  // Opened again, it remembers only the board that was used last.
  const again = await openDialog(page);
  await expect(again.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(again.getByRole('checkbox', { checked: true })).toHaveCount(1);
  await expect(again.getByRole('checkbox', { name: 'TROIS' })).not.toBeChecked();
  await page.keyboard.press('Escape');
  await expect(again).toBeHidden();

  // The time of a toast stands still under a dialog.
  const toast = (words: string) => page.locator('[data-toast]').filter({ hasText: words });
  await toast(`${breakfast.title} · +20 sur 2 tableaux`).getByRole('button', { name: 'Annuler' }).click();
  await expect(toast('Action annulée')).toContainText('sur 2 tableaux');
  await expect(bubbles(page).filter({ hasText: 'Annulée par vous' })).toHaveCount(2);
  await expect
    .poll(async () => {
      const { user } = await léa.does('GET /api/session');
      return [await totalOf(léa, one.id), await totalOf(léa, two.id), user?.points, user?.actionsCount];
    })
    .toEqual([0, 0, 0, 0]);
});

test('a log that one board refuses is undone on all of them, visibly', async ({ browser, server }) => {
  const léa = await signUpAbsentee(server, 'Léa');
  const max = await signUpPlayer(browser, server, 'Max');
  const mine = await createSharedBoard([max], 'À moi');
  const shared = await createSharedBoard([léa, max], 'À nous');
  const { page } = max;
  // Max's page hears nothing of what happens to him meanwhile.
  await page.route('**/api/live', (route) => route.abort());
  await page.goto('/dashboard');
  const dialog = await openDialog(page);
  await dialog.getByRole('radio', { name: breakfast.title }).click();
  await dialog.getByRole('checkbox', { name: 'À MOI' }).check();
  await dialog.getByRole('checkbox', { name: 'À NOUS' }).check();
  const { user } = await max.call<{ user: { id: string } }>('GET', '/api/session');
  await léa.call('DELETE', `/api/boards/${shared.id}/members/${user.id}`);
  await dialog.getByRole('button', { name: 'Noter', exact: true }).click();

  await expect(
    page.getByText(`L'action « ${breakfast.title} » n'a pas été notée. Votre score n'a pas bougé. Tableau non trouvé`),
  ).toBeVisible();
  await expect(bubbles(page)).toHaveCount(0);
  expect([await totalOf(max, mine.id), await totalOf(léa, shared.id)]).toEqual([0, 0]);
});

test('what waits to be sent is marked, and settles when the server answers', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  await createSharedBoard([léa], 'Lent');
  const { page } = léa;
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/boards/*/activities', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  await page.goto('/dashboard');
  const dialog = await openDialog(page);
  await dialog.getByRole('radio', { name: dishes.title }).click();
  await dialog.getByRole('checkbox', { name: 'LENT' }).check();
  await dialog.getByRole('button', { name: 'Noter', exact: true }).click();
  await expect(bubbles(page)).toContainText(["En attente d'envoi"]);
  await page.getByRole('link', { name: 'Voir mes tableaux' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mes tableaux' })).toBeVisible();
  await expect(page.getByRole('link', { name: /LENT/ })).toContainText('−15');
  await page.goBack();
  await expect(bubbles(page)).toContainText(["En attente d'envoi"]);
  answer();
  await expect(bubbles(page)).toContainText([/·\s*\d\d:\d\d/]);
  await expect(page.getByText("En attente d'envoi")).toHaveCount(0);
  await expect(bubbles(page)).toHaveCount(1);
});

test('the feed goes on while one scrolls, also where it is read anew meanwhile, and what others do comes in by itself', async ({
  browser,
  server,
}) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  const max = await signUpAbsentee(server, 'Max');
  const board = await createSharedBoard([léa, max], 'Long');
  // The actions alternate: one bubble would stand for the same again and again.
  for (let count = 0; count < 35; count += 1) await logFromElsewhere(léa, board.id, (count % 2 ? dishes : breakfast).title);
  const { page } = léa;
  await openLive(page, '/dashboard');
  await expect(bubbles(page)).toHaveCount(30);
  await test.step('an end that comes into view while the feed is read anew is not forgotten', async () => {
    const held: (() => void)[] = [];
    await page.route('**/api/activities', async (route) => {
      await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    });
    // A new board is a reason to read the feed anew.
    await createSharedBoard([léa], 'Neuf');
    await expect.poll(() => held.length).toBe(1);
    const more = page.getByRole('button', { name: 'Voir plus' });
    await more.scrollIntoViewIfNeeded();
    await expect(more).toBeInViewport();
    for (const answer of held) answer();
    await expect(bubbles(page)).toHaveCount(35);
    await page.unroute('**/api/activities');
  });

  await openLive(page, '/dashboard');
  await expect(bubbles(page)).toHaveCount(30);
  await bubbles(page).last().scrollIntoViewIfNeeded();
  await expect(bubbles(page)).toHaveCount(35);
  await logFromElsewhere(max, board.id, dishes.title);
  await expect(bubbles(page)).toHaveCount(36);
  await expect(bubbles(page).first()).toContainText(`${max.name} ${dishes.title}`);
  const link = bubbles(page).first().getByRole('link', { name: 'LONG' });
  const { width, height } = await targetOf(link);
  expect(Math.min(width, height), 'the target of a thumb').toBeGreaterThanOrEqual(44);
  await link.click();
  await expect(page).toHaveURL(new RegExp(`/board/${board.id}$`));
});
