/** What leaves the browser of somebody who did, or did not, agree to being counted, after an error that nobody foresaw. */
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';

const page = new EventTarget();
const sent: Blob[] = [];
let shown: MockInstance;
const secret = 'NOUS DEUX';
const error = Object.assign(new TypeError(`cannot read ${secret}`), { boardId: secret });

beforeEach(() => {
  sent.length = 0;
  vi.resetModules();
  shown = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('navigator', { sendBeacon: (_address: string, body: Blob) => sent.push(body) });
});
afterEach(() => {
  page.dispatchEvent(new Event('pagehide'));
});

async function open() {
  const { allow } = await import('./counting.ts');
  const { reportUnexpected } = await import('#client/ui/unexpected.ts');
  return { allow, reportUnexpected };
}

async function leave(): Promise<string> {
  page.dispatchEvent(new Event('pagehide'));
  return (await Promise.all(sent.map((body) => body.text()))).join('\n');
}

it('an error brings its place and how often it happened, and nothing of what it says', async () => {
  const { allow, reportUnexpected } = await open();
  allow({ visits: false, functions: true });
  for (const place of ['outbox', 'storage', 'outbox'] as const) reportUnexpected(place, error);
  expect(JSON.parse(await leave())).toEqual({
    counts: [
      { name: 'unexpected_outbox', count: 2 },
      { name: 'unexpected_storage', count: 1 },
    ],
  });
});

it.each([
  ['has not agreed', { visits: false, functions: false }],
  ['agreed to the counting of visits alone', { visits: true, functions: false }],
])('no error is counted of who %s', async (_what, allowed) => {
  const { allow, reportUnexpected } = await open();
  reportUnexpected('outbox', error);
  allow(allowed);
  reportUnexpected('outbox', error);
  expect(await leave()).not.toContain('unexpected');
});

it.each([
  ['visits', { visits: true, functions: false }, ['visit', 'screen_boards']],
  ['functions', { visits: false, functions: true }, ['action_logged', 'unexpected_page']],
  ['both', { visits: true, functions: true }, ['visit', 'screen_boards', 'action_logged', 'unexpected_page']],
])(
  'of who agreed to the counting of %s that alone leaves the browser, and nothing once it is taken back',
  async (_what, allowed, names) => {
    const { allow, reportUnexpected } = await open();
    const { collect } = await import('./counting.ts');
    const { callCarriedOut } = await import('#client/api/api.ts');
    const play = () => {
      collect('screen_boards');
      callCarriedOut.announce('POST /api/boards/:boardId/activities');
      reportUnexpected('page', error);
    };
    play();
    allow(allowed);
    play();
    expect(JSON.parse(await leave())).toEqual({ counts: names.map((name) => ({ name, count: 1 })) });
    sent.length = 0;
    play();
    allow({ visits: false, functions: false });
    play();
    expect(await leave()).toBe('');
  },
);

it('an error is not counted any more of who takes the yes back before it is sent', async () => {
  const { allow, reportUnexpected } = await open();
  allow({ visits: false, functions: true });
  reportUnexpected('outbox', error);
  allow({ visits: false, functions: false });
  reportUnexpected('outbox', error);
  expect(await leave()).toBe('');
});

it('what the server refuses, and what is out of reach, is not counted', async () => {
  const { allow, reportUnexpected } = await open();
  const { BehindPortal, Refused, Unreachable } = await import('#client/api/api.ts');
  const { FilesUnreachable, ReloadNeeded } = await import('#client/ui/lazy-import.ts');
  const { ScreenUnreachable } = await import('#client/app/lazy-screen.ts');
  const { StoreAway } = await import('#client/sync/storage/store.ts');
  const { DrawerGone } = await import('#client/sync/storage/vault.ts');
  const { SentAsAnother } = await import('#client/sync/commands/sending.ts');
  const { CookiesRefused } = await import('#client/accounts/entrance-commands.ts');
  allow({ visits: false, functions: true });
  for (const expected of [
    new Refused({ code: 'unavailable', status: 503, sentence: 'Occupé' }),
    new Unreachable(),
    new BehindPortal(),
    new FilesUnreachable(),
    new ReloadNeeded('assets/app.js', false),
    new ScreenUnreachable(() => Promise.resolve(), null),
    new StoreAway(false),
    new DrawerGone(),
    new SentAsAnother(),
    new CookiesRefused(),
  ])
    reportUnexpected('query', expected);
  expect(await leave()).toBe('');
  expect(shown).not.toHaveBeenCalled();
});
