/** S6: what people write is text. A hundred ways of making a script of it, as titles, names, emoji and addresses to go on to. */
import type { BrowserContext, Page } from '@playwright/test';
import type { OpenedBoard } from '#shared/boards';
import { tellInBrowser } from '../figures.ts';
import { freshName, password, signUpPlayer } from './players.ts';
import { expect, type RunningServer, test } from './server.ts';

// Each sets `ran` by a way of its own, or goes elsewhere. Short, as titles are; SAY stands for the shortest script that can be seen.
const shapes = [
  '<script>SAY</script>',
  '<img src=x onerror=SAY>',
  '<svg onload=SAY>',
  '<svg/onload=SAY>',
  '<body onload=SAY>',
  '<iframe src="javascript:SAY">',
  '<iframe srcdoc="<script>SAY</script>">',
  '<a href="javascript:SAY">oui</a>',
  '<details open ontoggle=SAY>',
  '<input autofocus onfocus=SAY>',
  '<video src=x onerror=SAY>',
  '<audio src=x onerror=SAY>',
  '<object data="javascript:SAY">',
  '<embed src="javascript:SAY">',
  '<math href="javascript:SAY">x</math>',
  '"><script>SAY</script>',
  '\'"><img src=x onerror=SAY>',
  '" autofocus onfocus=SAY x="',
  '</title><script>SAY</script>',
  '</script><script>SAY</script>',
  '<!--><script>SAY</script>',
  '<scr<script>ipt>SAY</script>',
  '<style>@import "//evil.example"</style>',
  '<link rel=stylesheet href=//evil.example>',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  '<base href=//evil.example>',
  '<form action=//evil.example><input type=submit>',
  '{{constructor.constructor("SAY")()}}',
  '${SAY}',
  'javascript:SAY',
].map((shape) => shape.replaceAll('SAY', 'top.ran=1'));
const addresses = [
  'https://evil.example/',
  'http://evil.example',
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/%2F/evil.example',
  '/@evil.example',
  'https:evil.example',
  'https:/evil.example',
  'javascript:top.ran=1',
  'JaVaScRiPt:top.ran=1',
  ' javascript:top.ran=1',
  'java\nscript:top.ran=1',
  'data:text/html,<script>top.ran=1</script>',
  'vbscript:top.ran=1',
  'blob:https://evil.example/1',
  '/login?redirect=//evil.example',
];
const names = [
  '<b>Max</b>',
  'Max"onload=x',
  "Max'--",
  'Max<script>',
  '&lt;Max',
  'Max\u202Egro',
  '${Max}',
  '{{Max}}',
  'Max\u0000',
  '/../Max',
];
const emojis = ['<b>', '"><i>', '<img src=x onerror=top.ran=1>', 'javascript:top.ran=1', '🥐<script>', '&#60;'];
// A board and an action of each shape.
const payloads = 2 * shapes.length + addresses.length + names.length + emojis.length;

test('a hundred payloads stay text, and none leads out of the site (S6)', async ({ browser, server }) => {
  // Without the policy of the page, which would hide what is not text.
  const léa = await signUpPlayer(browser, server, 'Léa', { bypassCSP: true });
  const seen = await watch(léa.context, léa.page, server);
  const tooLong = shapes.filter((shape) => shape.length > 60);
  expect(tooLong).toEqual([]);
  const actions = shapes.map((title) => ({ title, points: 5, category: title.slice(0, 40) }));
  for (const title of shapes) await léa.does('POST /api/boards', { body: { title, actions, invited: [] } });
  const { boards } = await léa.does('GET /api/boards');
  const board = await léa.call<OpenedBoard>('GET', `/api/boards/${boards[0]?.id}`);
  for (const [index, { id: actionId }] of board.actions.entries())
    await léa.call('POST', `/api/boards/${board.board.id}/activities`, { id: `${index}`.padStart(22, 'x'), actionId });

  for (const body of emojis.map((emoji) => ({ actions: [{ title: 'Câlin', points: 5, emoji }] })))
    await refused(léa.context, server, `/api/boards/${board.board.id}/actions`, body);
  for (const [index, username] of names.entries())
    await refused(léa.context, server, '/api/accounts', { username, email: `${freshName('s6')}${index}@exemple.fr`, password });

  for (const path of ['/dashboard', '/boards', `/board/${board.board.id}`, `/board/${board.board.id}?tab=notifications`]) {
    await léa.page.goto(path);
    await expect(léa.page.getByText('<script>', { exact: false }).first()).toBeAttached();
    await expectNothing(léa.page);
  }
  for (const [index, address] of addresses.entries()) {
    const entrance = `/login?redirect=${encodeURIComponent(address)}`;
    // All but the first within the app, which asks itself the same.
    if (index === 0) await léa.page.goto(entrance);
    else await léa.page.evaluate(goWithinApp, entrance);
    await léa.page.waitForFunction(() => location.pathname !== '/login');
    await expect(léa.page.locator('#root h1')).toBeVisible();
    await expectNothing(léa.page);
  }
  tellInBrowser(test.info(), 'S6', `${payloads} payloads: ${seen.ran} run, ${seen.away} led away`);
  expect(payloads).toBeGreaterThanOrEqual(100);
  expect(seen).toEqual({ ran: 0, away: 0 });

  // It does look: the same where it is no text.
  await léa.page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=top.ran=1>'));
  await expect.poll(() => léa.page.evaluate('top.ran')).toBe(1);
  await expect.poll(() => seen.ran).toBe(1);

  async function expectNothing(page: Page): Promise<void> {
    expect(new URL(page.url()).origin).toBe(server.origin);
    expect(await page.evaluate('top.ran')).toBeUndefined();
    // Neither as an element that only waits for somebody to press it.
    expect(
      await page.locator('[onerror], [onload], [onfocus], [ontoggle], [srcdoc], [href^="javascript:" i], base, embed, object').count(),
    ).toBe(0);
  }
});

/** How often a script ran and anything was asked of somebody else, from now on, in all pages. */
async function watch(context: BrowserContext, page: Page, { origin }: RunningServer): Promise<{ ran: number; away: number }> {
  const seen = { ran: 0, away: 0 };
  await context.exposeFunction('tellRan', () => (seen.ran += 1));
  await context.addInitScript(
    'if (top === self) Object.defineProperty(top, "ran", { set() { tellRan(); this.hasRun = 1 }, get() { return this.hasRun } })',
  );
  await context.route(
    (url) => url.hostname.includes('evil'),
    async (route) => {
      seen.away += 1;
      await route.abort();
    },
  );
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame() && ![origin, 'null'].includes(new URL(frame.url()).origin)) seen.away += 1;
  });
  return seen;
}

async function refused({ request }: BrowserContext, { origin }: RunningServer, path: string, data: object): Promise<void> {
  const answer = await request.post(`${origin}${path}`, { headers: { origin }, data });
  // A name that deceives the eye counts as taken.
  expect([400, 409], JSON.stringify(data)).toContain(answer.status());
}

/** Runs in the page. */
function goWithinApp(path: string): void {
  history.pushState(null, '', path);
  dispatchEvent(new PopStateEvent('popstate'));
}
