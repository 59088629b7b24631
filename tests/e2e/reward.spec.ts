/** What one sees and feels of the points one has just earned, and that nothing of it is in the way. */
import type { BoardCard } from '#shared/boards';
import { boxOf, overlaps, resize, sizes } from './boxes.ts';
import { faultsAt } from './page-faults.ts';
import {
  followFromElsewhere,
  breakfast,
  createSharedBoard,
  dishes,
  logFromElsewhere,
  openLive,
  signUpAbsentee,
  signUpPlayer,
} from './players.ts';
import { expect, test } from './server.ts';
import { confirms } from './words.ts';

test('points fly to the score in sight, which then has them; under reduced motion nothing flies', async ({ browser, server }) => {
  const viewport = { width: 390, height: 844 };
  const léa = await signUpPlayer(browser, server, 'Léa', { viewport, reducedMotion: 'no-preference' });
  const max = await signUpAbsentee(server, 'Max');
  const more = Array.from({ length: 20 }, (_, index) => ({ title: `Vase numéro ${index}`, points: 5 }));
  const { id } = await createSharedBoard([léa, max], 'Envol');
  await léa.call('POST', `/api/boards/${id}/actions`, { actions: more });
  // What they unlock: its medal would take the place of a toast.
  const elsewhere = await createSharedBoard([léa], 'Ailleurs');
  for (const { title } of [breakfast, dishes]) await logFromElsewhere(léa, elsewhere.id, title);
  const { page } = léa;
  await page.addInitScript(() => {
    const felt: { flown: string[]; vibrated: unknown[] } = { flown: [], vibrated: [] };
    const counted: string[] = [];
    Object.assign(globalThis, { felt, counted });
    navigator.vibrate = (pattern) => felt.vibrated.push(pattern) > 0;
    new MutationObserver((changes) => {
      for (const { addedNodes, target } of changes) {
        if (target instanceof HTMLElement && target.dataset['counting']) counted.push(target.dataset['counting']);
        for (const node of addedNodes) if (node instanceof HTMLElement && node.matches('[data-flight]')) felt.flown.push(node.innerText);
      }
    }).observe(document, { childList: true, subtree: true, attributeFilter: ['data-counting'] });
  });
  const felt = () => page.evaluate(() => (globalThis as unknown as { felt: { flown: string[]; vibrated: unknown[] } }).felt);
  const log = async (title: string) => {
    await page.getByRole('main').getByRole('button', { name: title, exact: false }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: confirms }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.locator('[data-flight]')).toHaveCount(0);
  };
  await openLive(page, `/board/${id}`);
  const header = page.getByRole('main').locator('header');

  await log(breakfast.title);
  await expect.poll(felt).toEqual({ flown: ['+20'], vibrated: [18] });
  await expect(header).toContainText(/Vous \+20.*Max.* 0/);
  await expect(header.locator('[data-counting]')).toHaveCount(0);
  const counted = await page.evaluate(() => (globalThis as unknown as { counted: string[] }).counted.map(Number));
  // However few frames there were.
  expect(Math.max(0, ...counted)).toBeLessThanOrEqual(20);
  await expect(header.getByText('Score du tableau')).toBeVisible();
  const toast = page.locator('[data-toast]').filter({ hasText: 'Action enregistrée' });
  await expect(toast).toContainText('Action enregistrée');
  await expect(toast.getByText("C'est noté : +20")).toBeVisible();

  // Scrolled down the score is in the bar above, left of the face.
  await page.getByRole('button', { name: 'Vase numéro 19' }).scrollIntoViewIfNeeded();
  const atHand = page.locator('[data-top-slot] [data-lands]');
  await expect(atHand).toBeInViewport();
  await log('Vase numéro 19');
  await expect(atHand).toHaveText('+25');
  await expect(atHand.locator('..')).toHaveText(/^Vous\+25 · 1ʳᵉ$/);
  await expect.poll(async () => (await felt()).flown).toEqual(['+20', '+5']);
  const profile = page.getByRole('banner').getByRole('button');
  const home = page.getByRole('banner').getByRole('link');
  for (const other of [profile, home]) expect(overlaps(await boxOf(atHand.locator('..')), await boxOf(other))).toBe(false);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expect(atHand).toHaveCount(0);
  // The last ones would be told in one card with the next.
  const close = page.locator('[data-toast]').getByRole('button', { name: 'Fermer le message' });
  await close.evaluateAll((buttons: HTMLElement[]) => buttons.forEach((button) => button.click()));
  await expect(page.locator('[data-toast]')).toHaveCount(0);
  // Looked for from the press on: it stays for ten seconds only.
  await Promise.all([log(dishes.title), expect(page.getByText('Noté, merci pour la franchise : −15')).toBeVisible()]);
  await expect(header).toContainText(/Vous \+10/);
  expect(await felt()).toMatchObject({ flown: ['+20', '+5'], vibrated: [18, 18] });
});

test('a second press on the round button finds it, whatever came to the foot of the page', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  const board = await createSharedBoard([léa], 'Encore');
  await léa.call('PATCH', '/api/account/preferences', { analytics: false, dataCollection: false });
  await logFromElsewhere(léa, board.id, breakfast.title);
  const { page } = léa;
  await openLive(page, '/dashboard');
  const add = page.getByRole('button', { name: 'Noter une action' });
  const adding = page.getByRole('dialog', { name: 'Noter une action' });
  const toasts = page.locator('[data-toast]');
  await expect(add).toBeVisible();
  for (const [width, height] of sizes.slice(0, 3)) {
    await resize(page, { width, height });
    // At rest, and uncovered.
    await add.click({ trial: true });
    const place = await boxOf(add);
    const press = () => page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
    await press();
    await adding.getByRole('radio', { name: breakfast.title }).click();
    const ticked = adding.getByRole('checkbox', { name: 'ENCORE' });
    if (!(await ticked.isChecked())) await ticked.click();
    await adding.getByRole('button', { name: 'Noter', exact: true }).click();
    await expect(adding).toBeHidden();
    await expect(toasts.first()).toBeVisible();
    expect(await boxOf(add)).toEqual(place);
    await press();
    await expect(adding).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(adding).toBeHidden();
  }
  // One taken back of those noted, which is told after them, the card that offers to install, and no network.
  await toasts.getByRole('button', { name: 'Annuler' }).first().click();
  await expect(toasts).toHaveCount(1);
  await page.evaluate(() => {
    const offer = new Event('beforeinstallprompt', { cancelable: true });
    dispatchEvent(Object.assign(offer, { prompt: async () => undefined }));
  });
  const install = page.getByRole('region', { name: 'Gardez OU LA LA sous la main' });
  // A toast comes first, and the card after it (D61).
  await expect(install).toBeHidden();
  // The time of all toasts stands still under a focus.
  await toasts.getByRole('button', { name: 'Annuler' }).first().focus();
  await léa.context.setOffline(true);
  await expect(
    page
      .getByRole('banner')
      .getByText(/Connexion perdue|Hors ligne/)
      .first(),
  ).toBeVisible();
  const staysClear = async () => {
    for (const [width, height] of sizes) {
      await resize(page, { width, height });
      // On phones it stands in the bar of the navigation, beside the links.
      const links = page.getByRole('navigation').getByRole('link');
      const others = [...(await toasts.or(install).filter({ visible: true }).all()), page.getByRole('banner'), ...(await links.all())];
      for (const other of others) {
        await expect
          .poll(async () => overlaps(await boxOf(add), await boxOf(other)), { message: `${width} × ${height}: ${await other.innerText()}` })
          .toBe(false);
      }
      await add.click({ trial: true });
    }
  };
  await staysClear();
  await page.getByRole('button', { name: 'Fermer le message' }).click();
  await expect(install).toBeVisible();
  await staysClear();
});

test('the card that is pressed grows into the header of its board, and its icon touches neither its title nor its numbers, at any size', async ({
  browser,
  server,
}) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa'), await signUpAbsentee(server, 'Max')];
  for (const title of ['W'.repeat(60), 'Anticonstitutionnellement '.repeat(2), 'Nous']) await createSharedBoard([léa, max], title);
  const { page } = léa;
  await test.step('it grows', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto('/boards');
    await page.evaluate(() => {
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = (update) => {
        const transition = start(update);
        const grown = () =>
          document
            .getAnimations()
            .some(({ effect }) => effect instanceof KeyframeEffect && effect.pseudoElement === '::view-transition-group(board)');
        void transition.ready.then(() => (document.documentElement.dataset['grown'] = String(grown())));
        return transition;
      };
    });
    await page.getByRole('link', { name: /NOUS/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'NOUS' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-grown', 'true');
  });

  await test.step('its icon touches nothing', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    // Nobody logs up to ten digits in a test.
    await page.route('**/api/boards', async (route) => {
      const reply = await route.fetch();
      const { boards } = (await reply.json()) as { boards: BoardCard[] };
      const many = { memberCount: 100, actionCount: 10_000, totalPoints: -1_234_567_890 };
      const cards = boards.map((card) => ({
        ...card,
        ...many,
        members: card.title === 'NOUS' ? undefined : card.members?.map((member) => ({ ...member, score: 1_234_567_890 })),
      }));
      await route.fulfill({ response: reply, json: { boards: cards } });
    });
    await followFromElsewhere(page, `${server.origin}/boards`);
    const cards = page.getByRole('main').getByRole('link');
    await expect(cards).toHaveCount(3);
    await expect(cards.last()).toContainText(/−1\s234\s567\s890\s+pts/);
    for (const [width, height] of sizes) {
      await resize(page, { width, height });
      for (const text of ['16px', '32px']) {
        const message = `${width} × ${height}, text of ${text}`;
        // Words that are longer than the card break, of course.
        const faults = async () => (await page.evaluate(faultsAt, text)).filter((fault) => !/^broken: (W+|ANTIC.*?) in /.test(fault));
        await expect.poll(faults, { message }).toEqual([]);
        for (const card of await cards.all()) {
          const place = await boxOf(card.locator('[aria-hidden="true"]').first());
          const others = await card.locator('[data-title], [data-large], > span > span:last-child').all();
          expect(others).toHaveLength(3);
          for (const other of others) expect(overlaps(place, await boxOf(other)), `${message}: ${await other.innerText()}`).toBe(false);
          const { x, width: wide } = await boxOf(card);
          expect(place.x >= x && place.x + place.width <= x + wide, message).toBe(true);
        }
      }
    }
  });
});
