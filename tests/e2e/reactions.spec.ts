/** Reactions (B5): two people on their phones, live; by keyboard and by a long press; told to the author; refused. */
import type { OpenedBoard } from '#shared/boards';
import { violationsOn } from './axe.ts';
import { boxOf, targetOf } from './boxes.ts';
import { stopClock } from './clock.ts';
import { keptPaths } from './kept.ts';
import { createSharedBoard, breakfast, dishes, logFromElsewhere, openLive, signUpAbsentee, signUpPlayer } from './players.ts';
import { expect, test } from './server.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

test('a reaction is seen live by both, by keyboard too, and its author hears of it', async ({ browser, server }) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa', phone), await signUpPlayer(browser, server, 'Max', phone)];
  const board = await createSharedBoard([léa, max], 'Nous deux');
  await logFromElsewhere(léa, board.id, breakfast.title);
  await openLive(léa.page, '/requests');
  await expect(léa.page.getByRole('heading', { level: 1 })).toBeVisible();
  // Time stands still: the bubble stays.
  await léa.page.clock.install();
  await stopClock(léa.page);
  await openLive(max.page, '/dashboard');

  // Max reacts by keyboard: the arrows go through the eight, Escape and Back close them.
  const add = max.page.getByRole('button', { name: `Réagir à « ${breakfast.title} »` });
  const menu = max.page.getByRole('menu', { name: `Réagir à « ${breakfast.title} »` });
  await add.focus();
  await max.page.keyboard.press('Enter');
  await expect(menu.getByRole('menuitemcheckbox', { name: 'Cœur' })).toBeFocused();
  await expect(menu.getByRole('menuitemcheckbox')).toHaveCount(8);
  await max.page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(add).toBeFocused();
  await max.page.keyboard.press('Enter');
  await expect(menu).toBeVisible();
  await max.page.goBack();
  await expect(menu).toBeHidden();
  await expect(max.page).toHaveURL('/dashboard');
  await add.focus();
  await max.page.keyboard.press('Enter');
  await expect(menu.getByRole('menuitemcheckbox', { name: 'Cœur' })).toBeFocused();
  await max.page.keyboard.press('ArrowRight');
  await max.page.keyboard.press('ArrowDown');
  await expect(menu.getByRole('menuitemcheckbox', { name: 'Surprise' })).toBeFocused();
  await max.page.keyboard.press('Enter');
  const maxs = max.page.getByRole('button', { name: 'Surprise, 1 réaction, dont la vôtre' });
  await expect(maxs).toHaveAttribute('aria-pressed', 'true');

  // The author, elsewhere, is told and finds it.
  const news = léa.page.getByRole('link', { name: `${max.name} a réagi 😮 à « ${breakfast.title} »` });
  await expect(async () => {
    await léa.page.clock.runFor(350);
    expect(await news.isVisible()).toBe(true);
  }).toPass();
  await expect(léa.page.getByRole('link', { name: 'Accueil', exact: true })).toHaveAccessibleDescription('du nouveau');
  await news.click();
  await léa.page.clock.resume();
  await expect(léa.page).toHaveURL(`/board/${board.id}?tab=notifications`);
  await expect(léa.page.getByRole('tabpanel', { name: 'Notifications' }).getByText(`${max.name} a réagi`)).toBeVisible();
  await léa.page.getByRole('button', { name: 'Surprise, 1 réaction', exact: true }).click();
  await expect(léa.page.getByRole('button', { name: 'Surprise, 2 réactions, dont la vôtre' })).toBeVisible();
  const both = max.page.getByRole('button', { name: 'Surprise, 2 réactions, dont la vôtre' });
  await expect(both).toBeVisible();
  await expect(both).toHaveAccessibleDescription(`${léa.name} et vous`);
  for (const button of [both, add]) {
    const { width, height } = await targetOf(button);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }

  // The words of who reacted and the open menu, with names, in both themes.
  await léa.page.getByRole('button', { name: `Réagir à « ${breakfast.title} »` }).click();
  await expect(léa.page.getByRole('menuitemcheckbox', { name: 'Surprise', checked: true })).toBeVisible();
  for (const theme of ['dark', 'light']) {
    await léa.page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
    await expect
      .poll(() => léa.page.evaluate(() => document.getAnimations().some((motion) => motion instanceof CSSTransition)))
      .toBe(false);
    expect(await violationsOn(léa.page), theme).toEqual([]);
  }
  await léa.page.keyboard.press('Escape');

  await both.click();
  await expect(léa.page.getByRole('button', { name: 'Surprise, 1 réaction, dont la vôtre' })).toBeVisible();

  await test.step('what others react to while the app is closed is marked on Accueil', async () => {
    await openLive(léa.page, `/board/${board.id}`);
    const home = léa.page.getByRole('link', { name: 'Accueil', exact: true });
    await expect.poll(async () => (await keptPaths(léa.page)).some((path) => path.join(' ').includes(board.id))).toBe(true);
    await expect(home).not.toHaveAccessibleDescription(/nouveau/);
    await léa.page.goto('about:blank');

    const { activities } = await max.call<OpenedBoard>('GET', `/api/boards/${board.id}`);
    await max.call('PUT', `/api/boards/${board.id}/activities/${activities.activities[0]?.id}/reactions/${encodeURIComponent('❤️')}`);
    await léa.page.goto('/requests');
    await expect(home).toHaveAccessibleDescription('du nouveau');
    await home.click();
    await expect(home).not.toHaveAccessibleDescription(/nouveau/);
  });
});

test('a long press opens the eight, also while the phone is busy; what is refused is as before, and a sentence says why', async ({
  browser,
  server,
}) => {
  const [léa, max] = [await signUpAbsentee(server, 'Léa'), await signUpPlayer(browser, server, 'Max', phone)];
  const board = await createSharedBoard([léa, max], 'Nous deux');
  for (const title of [breakfast.title, dishes.title]) await logFromElsewhere(léa, board.id, title);
  const { page } = max;
  await openLive(page, '/dashboard');
  const menu = page.getByRole('menu');
  const finger = await max.context.newCDPSession(page);
  const put = (x: number, y: number) => finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  const lift = () => finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  const rowOf = (title: string) => page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Réagir à « ${title} »` }) });
  const putOn = async (title: string) => {
    // On the words, where neither a link nor a button is near.
    const { x, y } = await boxOf(rowOf(title).locator('[data-sign]'));
    await put(x - 30, y + 12);
  };
  // How long the finger stays.
  const aWhile = () => new Promise((lifted) => setTimeout(lifted, 600));
  // The day above the bubbles has no reactions.
  const day = await boxOf(page.getByRole('heading', { name: "Aujourd'hui" }));
  await put(day.x + 12, day.y + 8);
  await aWhile();
  await expect(page.locator('[data-held]')).toHaveCount(0);
  await lift();
  await expect(menu).toHaveCount(0);

  const clicks = await page.evaluateHandle(watchBusyClicks);
  await putOn(breakfast.title);
  await aWhile();
  await lift();
  await expect(page.getByRole('menuitemcheckbox', { name: 'Cœur' })).toBeFocused();
  expect(await clicks.jsonValue()).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);

  // Undone while the reaction is on its way.
  const { activities } = await léa.call<OpenedBoard>('GET', `/api/boards/${board.id}`);
  const undone = activities.activities.find(({ title }) => title === dishes.title);
  await page.route('**/reactions/**', async (route) => {
    await léa.call('POST', `/api/boards/${board.id}/activities/${undone?.id}/undo`);
    await route.continue();
  });
  await putOn(dishes.title);
  await expect(rowOf(dishes.title)).toHaveAttribute('data-held', '');
  await lift();
  await menu.getByRole('menuitemcheckbox', { name: 'Flamme' }).click();
  const why = "Cette action a été annulée : on n'y réagit plus.";
  await expect(page.getByText(`Votre réaction n'a pas été enregistrée. ${why}`)).toBeVisible();
  await expect(page.getByRole('button', { name: `Réagir à « ${dishes.title} »` })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Flamme' })).toHaveCount(0);
});

/** Runs in the page: which presses of a mouse the browser makes of the next finger, which comes as the page has much to do. */
function watchBusyClicks(): string[] {
  const seen: string[] = [];
  for (const type of ['mousedown', 'click']) addEventListener(type, ({ isTrusted }) => isTrusted && seen.push(type), { capture: true });
  const work = () => {
    const begun = performance.now();
    while (performance.now() - begun < 700);
  };
  addEventListener('pointerdown', () => setTimeout(work, 200), { once: true, capture: true });
  return seen;
}
