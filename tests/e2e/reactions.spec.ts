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

  // Without a network it is shown at once, waits like a log, and is sent when the network is back.
  await max.context.setOffline(true);
  await max.page.getByRole('button', { name: 'Surprise, 1 réaction', exact: true }).click();
  await expect(both).toBeVisible();
  await expect(max.page.getByText('Hors ligne, 1 action en attente')).toBeVisible();
  await max.context.setOffline(false);
  await expect(léa.page.getByRole('button', { name: 'Surprise, 2 réactions, dont la vôtre' })).toBeVisible();
});

test('what others react to while the app is closed is marked on Accueil', async ({ browser, server }) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa', phone), await signUpAbsentee(server, 'Max')];
  const board = await createSharedBoard([léa, max], 'Nous deux');
  await logFromElsewhere(léa, board.id, breakfast.title);
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

test('a long press opens the eight while the phone is busy, and no click closes them', async ({ browser, server }) => {
  const max = await signUpPlayer(browser, server, 'Max', phone);
  const board = await createSharedBoard([max], 'Nous deux');
  await logFromElsewhere(max, board.id, breakfast.title);
  const { page } = max;
  await openLive(page, '/dashboard');
  const row = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Réagir à « ${breakfast.title} »` }) });
  const { x, y } = await boxOf(row.locator('[data-sign]'));
  const clicks = await page.evaluateHandle(() => {
    const seen: string[] = [];
    for (const type of ['mousedown', 'click']) addEventListener(type, ({ isTrusted }) => isTrusted && seen.push(type), { capture: true });
    const work = () => {
      const begun = performance.now();
      while (performance.now() - begun < 700);
    };
    addEventListener('pointerdown', () => setTimeout(work, 200), { once: true, capture: true });
    return seen;
  });
  const finger = await max.context.newCDPSession(page);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x - 30, y: y + 12 }] });
  // How long the finger stays.
  await new Promise((lifted) => setTimeout(lifted, 600));
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(page.getByRole('menuitemcheckbox', { name: 'Cœur' })).toBeFocused();
  expect(await clicks.jsonValue()).toEqual([]);
});

test('a long press opens the eight; what is refused is as before, and a sentence says why', async ({ browser, server }) => {
  const [léa, max] = [await signUpAbsentee(server, 'Léa'), await signUpPlayer(browser, server, 'Max', phone)];
  const board = await createSharedBoard([léa, max], 'Nous deux');
  for (const title of [breakfast.title, dishes.title]) await logFromElsewhere(léa, board.id, title);
  const { page } = max;
  await openLive(page, '/dashboard');
  const menu = page.getByRole('menu');
  const hold = async (title: string) => {
    const row = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Réagir à « ${title} »` }) });
    // On the words, where neither a link nor a button is near.
    const { x, y } = await boxOf(row.locator('[data-sign]'));
    const finger = await max.context.newCDPSession(page);
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x - 30, y: y + 12 }] });
    await expect(row).toHaveAttribute('data-held', '');
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(menu).toBeVisible();
  };
  // The day above the bubbles has no reactions.
  const day = await boxOf(page.getByRole('heading', { name: "Aujourd'hui" }));
  const finger = await max.context.newCDPSession(page);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: day.x + 12, y: day.y + 8 }] });
  await new Promise((lifted) => setTimeout(lifted, 600));
  await expect(page.locator('[data-held]')).toHaveCount(0);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(menu).toHaveCount(0);

  // What happens while the reaction is on its way.
  const meanwhile = (happens: () => Promise<unknown>) =>
    page.route('**/reactions/**', async (route) => {
      await happens();
      await route.continue();
    });
  const refused = (why: string) => page.getByText(`Votre réaction n'a pas été enregistrée. ${why}`);

  const { activities, members } = await léa.call<OpenedBoard>('GET', `/api/boards/${board.id}`);
  const undone = activities.activities.find(({ title }) => title === dishes.title);
  await meanwhile(() => léa.call('POST', `/api/boards/${board.id}/activities/${undone?.id}/undo`));
  await hold(dishes.title);
  await menu.getByRole('menuitemcheckbox', { name: 'Flamme' }).click();
  await expect(refused("Cette action a été annulée : on n'y réagit plus.")).toBeVisible();
  await expect(page.getByRole('button', { name: `Réagir à « ${dishes.title} »` })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Flamme' })).toHaveCount(0);

  await page.unroute('**/reactions/**');
  const me = members.find(({ username }) => username === max.name);
  await meanwhile(() => léa.call('DELETE', `/api/boards/${board.id}/members/${me?.userId}`));
  await page.getByRole('button', { name: `Réagir à « ${breakfast.title} »` }).tap();
  await menu.getByRole('menuitemcheckbox', { name: 'Flamme' }).click();
  await expect(refused('Tableau non trouvé')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Réagir/ })).toHaveCount(0);
});
