/** An invitation that is opened first of all: one ticket, in the place of its outline, and no word that is not true of it. */
import type { Page } from '@playwright/test';
import { boxOf } from './boxes.ts';
import { holdable } from './holdable.ts';
import { createSharedBoard, followFromElsewhere, type Player, signUpAbsentee, signUpPlayer } from './players.ts';
import { expect, test } from './server.ts';

const moving = { reducedMotion: 'no-preference', viewport: { width: 390, height: 844 } } as const;
const outline = (page: Page) => page.locator('main > *').filter({ has: page.getByText("Chargement de l'invitation…") });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('the outline that comes with an invitation stands until its ticket is there, and in the same place', async ({ browser, server }) => {
  const zoe = await signUpAbsentee(server, 'Zoé');
  const { id } = await createSharedBoard([zoe], 'Maison');
  const visitor = await (await browser.newContext({ baseURL: server.origin, ...moving })).newPage();
  const [scripts, reply] = [await holdable(visitor, /\.js$/), await holdable(visitor, /\/api\/invitations\//)];
  await visitor.addInitScript(watchFrames);
  const [letScriptsCome, letReplyCome] = [scripts.hold(), reply.hold()];
  const asked = visitor.waitForRequest(/\/api\/invitations\//);
  let times = 0;
  visitor.on('request', (request) => (times += Number(request.url().includes('/api/invitations/'))));
  const askedWhoIsThere = visitor.waitForResponse(/\/api\/session$/);
  await visitor.goto(`/invite/${id}`, { waitUntil: 'commit' });
  await expect(outline(visitor)).toBeVisible();
  await expect(heading(visitor)).toBeHidden();
  const before = await boxOf(outline(visitor));
  letScriptsCome();
  await asked;
  await askedWhoIsThere;
  await expect(outline(visitor)).toBeVisible();
  letReplyCome();
  await expect(heading(visitor)).toHaveText('MAISON');
  const ticket = await boxOf(visitor.locator('main > *').filter({ has: heading(visitor) }));
  for (const side of ['x', 'width'] as const) expect(Math.abs(ticket[side] - before[side]), side).toBeLessThanOrEqual(1);
  for (const side of ['y', 'height'] as const)
    expect(Math.abs(ticket[side] - before[side]), `${side}: ${before[side]}, ${ticket[side]}`).toBeLessThanOrEqual(4);
  const { stands } = await seenIn(visitor);
  // As soon as the one or the other has been drawn there is no frame without.
  expect(stands.slice(stands.indexOf(true))).not.toContain(false);
  expect(times).toBe(1);
});

test('nobody is told that they are invited who is not; a person who is signed in gets the ticket with the page, and by a link on another site all the same', async ({
  browser,
  server,
}) => {
  const [zoe, max] = [await signUpPlayer(browser, server, 'Zoé', moving), await signUpPlayer(browser, server, 'Max', moving)];
  const [open, shut] = [await createSharedBoard([zoe], 'Maison'), await createSharedBoard([zoe], 'Fermé')];
  await test.step('a person who is signed in gets the ticket with the page; by a link on another site it is theirs all the same', async () => {
    await max.page.route('**/api/**', (route) => route.abort());
    await max.page.goto(`/invite/${open.id}`);
    await expect(heading(max.page)).toHaveText('MAISON');
    await expect(max.page.getByRole('button', { name: 'Demander à rejoindre' })).toBeVisible();
    expect(await max.page.locator('script[type="application/json"]').count()).toBe(0);
    await max.page.unroute('**/api/**');
    // The server does not know them then.
    for (const [{ page }, there] of [
      [max, 'Demander à rejoindre'],
      [zoe, 'Inviter'],
    ] as const) {
      await followFromElsewhere(page, `${server.origin}/invite/${open.id}`);
      if (there === 'Inviter') await expect(page).toHaveURL(`/board/${open.id}`);
      else await expect(page.getByRole('button', { name: there })).toBeVisible();
    }
  });

  await test.step('nobody is told that they are invited who is not: by a link that is off, or on a board that they are on', async () => {
    await zoe.call('PATCH', `/api/boards/${shut.id}`, { linkEnabled: false });
    const visitor = await (await browser.newContext({ baseURL: server.origin, ...moving })).newPage();
    const slow = async ({ page }: Pick<Player, 'page'>) => {
      await page.addInitScript(watchFrames);
      return await holdable(page, /\.js$/);
    };
    for (const [someone, address, there] of [
      [{ page: visitor }, `/invite/${shut.id}`, 'Tableau non trouvé'],
      [max, `/invite/${shut.id}`, 'Tableau non trouvé'],
      [zoe, `/invite/${open.id}`, 'MAISON'],
    ] as const) {
      const { page } = someone;
      const letScriptsCome = (await slow(someone)).hold();
      await page.goto(address, { waitUntil: 'commit' });
      await expect(outline(page)).toBeVisible();
      letScriptsCome();
      await expect(page.getByText(there).first()).toBeVisible();
      const { words } = await seenIn(page);
      expect(words.filter((text) => /invité|On vous garde une place|Demander à rejoindre|Se connecter/.test(text))).toEqual([]);
    }
    await expect(zoe.page).toHaveURL(`/board/${open.id}`);
  });
});

interface Seen {
  /** One entry for each frame: whether a ticket, or its outline, stands on the page and can be seen. */
  stands: boolean[];
  words: string[];
}

const seenIn = (page: Page) => page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);

/** Runs in the page, before anything of it. */
function watchFrames(): void {
  const seen: Seen = { stands: [], words: [] };
  Object.assign(globalThis, { seen });
  const look = () => {
    const root = document.querySelector<HTMLElement>('#root');
    const tickets = [...document.querySelectorAll('#root main > *')];
    seen.stands.push(tickets.some((ticket) => ticket.clientHeight > 200 && Number(getComputedStyle(ticket).opacity) === 1));
    const text = root?.innerText ?? '';
    if (text !== seen.words.at(-1)) seen.words.push(text);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
