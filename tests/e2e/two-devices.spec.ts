/** What one sees on one device is seen on the others of the same person, too. */
import { breakfast, createSharedBoard, logFromElsewhere, openLive, signUpAbsentee, signUpPlayer } from './players.ts';
import { expect, test } from './server.ts';

test('a look on one phone takes the dot and the count of the icon off the other within a second, and neither tells it again', async ({
  browser,
  server,
}) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa'), await signUpAbsentee(server, 'Max')];
  const board = await createSharedBoard([léa, max], 'Nous deux');
  const other = await browser.newContext({
    baseURL: server.origin,
    reducedMotion: 'reduce',
    storageState: await léa.context.storageState(),
  });
  const pages = [léa.page, await other.newPage()] as const;
  for (const page of pages) {
    // Chromium has no badge outside of an installed app.
    await page.addInitScript(() => {
      Object.assign(navigator, {
        setAppBadge: async (count: number) => document.documentElement.setAttribute('data-badge', String(count)),
        clearAppBadge: async () => document.documentElement.setAttribute('data-badge', '0'),
      });
    });
    await openLive(page, '/requests');
  }
  const [first, second] = pages;
  const homeOf = (page: typeof first) => page.getByRole('link', { name: 'Accueil', exact: true });
  const badgeOf = (page: typeof first) => page.locator('html').getAttribute('data-badge');

  await logFromElsewhere(max, board.id, breakfast.title);
  await logFromElsewhere(max, board.id, breakfast.title);
  for (const page of pages) {
    await expect(homeOf(page)).toHaveAccessibleDescription('du nouveau');
    await expect.poll(() => badgeOf(page)).toBe('1');
  }

  await homeOf(first).click();
  await expect(first.getByRole('button', { name: /^Depuis/ })).toBeVisible();
  await expect(homeOf(first)).not.toHaveAccessibleDescription('du nouveau');
  await expect(homeOf(second)).not.toHaveAccessibleDescription('du nouveau', { timeout: 1000 });
  expect(await badgeOf(second)).toBe('0');

  await homeOf(second).click();
  await expect(second.getByText(breakfast.title).first()).toBeVisible();
  await expect(second.locator(':root[data-away-known]')).toBeAttached();
  await expect(second.getByRole('button', { name: /^Depuis/ })).toBeHidden();
  // What is seen stays seen at the next start.
  await second.goto('/requests');
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => badgeOf(second)).toBe('0');
  await expect(homeOf(second)).not.toHaveAccessibleDescription('du nouveau');
});
