/** S4: a session is one's own, from signing in to its end, and no longer. */
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { boardOf, doHourlyJobs, log, startTestApp, password, remove, Someone } from '../../../../tests/test-app.ts';
import { dump, tamper } from '../../../../tests/database-state.ts';
import { Stream, withoutHeartbeats } from '../../../../tests/stream.ts';
import { deviceName } from './device-name.ts';
import { createSessionCookie } from './session-cookie.ts';

const testApp = await startTestApp();
withoutHeartbeats();
const lea = await testApp.signUp('Léa');
const credentials = { identifier: 'Léa', password };

function withCookie(cookie: string | undefined): Someone {
  return Object.assign(new Someone(testApp, 'quelqu’un'), { cookie });
}

const sessionIdOf = async ({ cookie }: Someone) => (await testApp.deps.identity.authenticate(cookie))?.sessionId ?? '';
async function isAuthenticated(someone: Someone): Promise<boolean> {
  const { status, code } = await someone.tries('GET /api/boards');
  if (status !== 200) expect({ status, code }).toEqual({ status: 401, code: 'no_user_logged_in' });
  return status === 200;
}

let browser: Someone;
beforeEach(async () => {
  browser = await lea.elsewhere();
});

describe('a session planted before the sign-in', () => {
  it('of an invented token is never accepted, and the sign-in makes another', async () => {
    const planted = withCookie('ou-la-la=planted.c2lnbmF0dXJl');
    expect(await isAuthenticated(planted)).toBe(false);
    await planted.does('POST /api/session', { body: credentials });
    expect(planted.cookie).not.toContain('planted');
    expect(await isAuthenticated(planted)).toBe(true);
    expect(await isAuthenticated(withCookie('ou-la-la=planted.c2lnbmF0dXJl'))).toBe(false);
  });

  it('of the planter is not the one that the sign-in gives, and ends by it', async () => {
    const planter = await testApp.signUp('Planteur');
    const planted = planter.cookie;
    const victim = withCookie(planted);
    await victim.does('POST /api/session', { body: credentials });
    expect(victim.cookie).not.toBe(planted);
    expect((await victim.does('GET /api/session')).user?.username).toBe('Léa');
    expect(await isAuthenticated(withCookie(planted))).toBe(false);
  });
});

describe('a cookie', () => {
  it.each([
    ['without a signature', (token: string) => token],
    ['with an empty signature', (token: string) => `${token}.`],
    ["with another session's signature", (token: string, other: string) => `${token}.${other}`],
    ['with a signature cut short', (token: string, _other: string, own: string) => `${token}.${own.slice(0, 8)}`],
    ['that cannot be decoded', () => '%E0%A4%A'],
    ['that is empty', () => ''],
    ['that tries a statement', () => "' or 1=1 --.x"],
  ])('%s is nobody', async (_how, forge) => {
    const parts = (someone: Someone) => decodeURIComponent(someone.cookie?.split('=').slice(1).join('=') ?? '').split('.');
    const [token = '', own = ''] = parts(browser);
    const [, other = ''] = parts(lea);
    expect(await isAuthenticated(withCookie(`ou-la-la=${encodeURIComponent(forge(token, other, own))}`))).toBe(false);
    expect(await isAuthenticated(withCookie(`ou-la-la=${forge(token, other, own)}`))).toBe(false);
    expect(await isAuthenticated(browser)).toBe(true);
  });

  it('carries a token of which the database keeps the hash alone, and no reply shows either', async () => {
    const other = await lea.elsewhere();
    const token = decodeURIComponent(other.cookie?.split('=')[1] ?? '').split('.')[0] ?? '';
    expect(token).toMatch(/^[\w-]{32}$/);
    const rows = dump(testApp.config.dataDir);
    expect(JSON.stringify(rows)).not.toContain(token);
    const hashes = (rows['session'] ?? []).map(({ token_hash }) => String(token_hash));
    expect(hashes).toContain(createHash('sha256').update(token).digest('hex'));
    const { text: own } = await other.tries('GET /api/session');
    const { text: list } = await other.tries('GET /api/sessions');
    const { text: again } = await other.tries('POST /api/session', { body: credentials });
    for (const text of [own, list, again]) for (const secret of [token, ...hashes]) expect(text).not.toContain(secret);
  });
});

it('signing out takes the cookie out of the browser and ends the session with its stream at once, and no other of the person', async () => {
  const { cookie } = browser;
  const other = await lea.elsewhere();
  const [mine, theirs] = await Promise.all([Stream.open(browser), Stream.open(other)]);
  await Promise.all([mine.next('hello'), theirs.next('hello')]);
  await browser.does('DELETE /api/session');
  expect(browser.cookie).toBeUndefined();
  expect(await isAuthenticated(withCookie(cookie))).toBe(false);
  expect((await withCookie(cookie).does('GET /api/session')).user).toBeNull();
  await mine.end();
  expect(mine.events).toEqual([{ type: 'bye', reason: 'session_ended' }]);
  expect(await isAuthenticated(other)).toBe(true);
  expect(theirs.closed).toBe(false);
  theirs.close();
});

describe('a session', () => {
  it('ends by its date', async () => {
    const sessionId = await sessionIdOf(browser);
    tamper(testApp.config.dataDir, 'update session set expires_at = ? where id = ?', Date.now() - 1, sessionId);
    expect(await isAuthenticated(browser)).toBe(false);
  });

  it('of an account deleted in the database authenticates nobody, even where its row was left', async () => {
    const gone = await testApp.signUp('Parti');
    expect(await isAuthenticated(gone)).toBe(true);
    tamper(testApp.config.dataDir, 'delete from user where id = ?', gone.id);
    expect(dump(testApp.config.dataDir)['session']?.some(({ user_id }) => user_id === gone.id)).toBe(true);
    expect(await isAuthenticated(gone)).toBe(false);
    expect((await gone.does('GET /api/session')).user).toBeNull();
    await expect(Stream.open(gone)).rejects.toThrow('401');
  });
});

describe('the list of signed-in browsers', () => {
  const firefox = 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0';

  /** Signs in with a browser that says this of itself. */
  async function signInFrom(name: string, userAgent: string | undefined): Promise<Someone> {
    const someone = new Someone(testApp, name);
    const payload = JSON.stringify({ identifier: name, password });
    const headers = { 'content-type': 'application/json', 'user-agent': userAgent };
    expect((await someone.sends({ method: 'POST', url: '/api/session', payload, headers })).status).toBe(201);
    return someone;
  }

  const listOf = async (someone: Someone) => (await someone.does('GET /api/sessions')).sessions;

  it('names each by browser and system, the one that asks first, and nobody else', async () => {
    const nora = await testApp.signUp('Nora');
    const asked = Date.now();
    const phone = await signInFrom('Nora', firefox);
    const silent = await signInFrom('Nora', 'curl/8.14.1');
    const [current, ...others] = await listOf(phone);
    expect(current).toMatchObject({ device: 'Firefox sur Android', isCurrent: true });
    for (const time of [current?.createdAt, current?.lastActiveAt]) {
      expect(time).toBeGreaterThanOrEqual(asked);
      expect(time).toBeLessThanOrEqual(Date.now());
    }
    expect(others.map(({ device, isCurrent }) => ({ device, isCurrent }))).toEqual([
      { device: null, isCurrent: false },
      { device: null, isCurrent: false },
    ]);
    expect((await listOf(silent)).map(({ id }) => id).toSorted()).toEqual((await listOf(nora)).map(({ id }) => id).toSorted());
  });

  it('keeps nothing else of what the browser says, nor where it is', async () => {
    const sophie = await testApp.signUp('Sophie');
    await signInFrom('Sophie', firefox);
    const rows = (dump(testApp.config.dataDir)['session'] ?? []).filter(({ user_id }) => user_id === sophie.id);
    expect(rows.map(({ device }) => device)).toEqual([null, 'Firefox sur Android']);
    for (const said of ['Mozilla', '127.0.0.1']) expect(JSON.stringify(rows)).not.toContain(said);
  });

  it('leaves out those that have expired, and they are deleted within the hour', async () => {
    const theo = await testApp.signUp('Théo');
    const gone = await theo.elsewhere();
    const sessionId = await sessionIdOf(gone);
    tamper(testApp.config.dataDir, 'update session set expires_at = ? where id = ?', Date.now() - 1, sessionId);
    expect((await listOf(theo)).map(({ isCurrent }) => isCurrent)).toEqual([true]);
    expect(await theo.tries('DELETE /api/sessions/:sessionId', { params: { sessionId } })).toMatchObject({ status: 404 });
    await doHourlyJobs(testApp);
    expect(dump(testApp.config.dataDir)['session']?.some(({ id }) => id === sessionId)).toBe(false);
    expect(await isAuthenticated(theo)).toBe(true);
  });

  it('ends one of them, whose cookie authenticates nobody from then on, and its stream', async () => {
    const other = await lea.elsewhere();
    const kept = await lea.elsewhere();
    const sessionId = await sessionIdOf(other);
    const [theirs, mine] = await Promise.all([Stream.open(other), Stream.open(kept)]);
    await Promise.all([theirs.next('hello'), mine.next('hello')]);
    await lea.does('DELETE /api/sessions/:sessionId', { params: { sessionId } });
    expect(await isAuthenticated(other)).toBe(false);
    await theirs.end();
    expect(theirs.all('bye')).toEqual([{ type: 'bye', reason: 'session_ended' }]);
    expect(await isAuthenticated(kept)).toBe(true);
    expect(mine.closed).toBe(false);
    mine.close();
  });

  it("tells nothing of another person's sessions: foreign, ended and missing are the same bytes", async () => {
    const max = await testApp.signUp('Maxime');
    const [foreign, own] = [await sessionIdOf(lea), await max.elsewhere()];
    const ended = await sessionIdOf(own);
    await max.does('DELETE /api/sessions/:sessionId', { params: { sessionId: ended } });
    const end = (sessionId: string) => max.tries('DELETE /api/sessions/:sessionId', { params: { sessionId } });
    const answers = await Promise.all([foreign, ended, 'AAAAAAAAAAAAAAAAAAAAAA', '%', ' '].map(end));
    const bytes = answers.map(({ status, text, headers: { date: _, ...headers } }) => ({ status, text, headers }));
    for (const answer of bytes) expect(answer).toEqual(bytes[0]);
    expect(answers[0]).toMatchObject({ status: 404, code: 'session_not_found' });
    expect(await isAuthenticated(lea)).toBe(true);
  });

  it('ends all others at once, with their streams, and none of another person', async () => {
    const rose = await testApp.signUp('Rose');
    const others = [await rose.elsewhere(), await rose.elsewhere()];
    const streams = await Promise.all(others.map((other) => Stream.open(other)));
    const own = await Stream.open(rose);
    await Promise.all([...streams, own].map((stream) => stream.next('hello')));
    await rose.does('DELETE /api/sessions');
    for (const other of others) expect(await isAuthenticated(other)).toBe(false);
    for (const stream of streams) await stream.end();
    expect(own.closed).toBe(false);
    expect(await isAuthenticated(rose)).toBe(true);
    expect(await isAuthenticated(lea)).toBe(true);
    expect(await listOf(rose)).toHaveLength(1);
    own.close();
  });
});

describe('the cookie of a session', () => {
  const linesOf = ({ headers }: { headers: Record<string, unknown> }) => [headers['set-cookie'] ?? []].flat().map(String);
  const cookieOf = (answer: { headers: Record<string, unknown> }) => linesOf(answer).filter((line) => line.startsWith('ou-la-la='));
  const persistent = /^ou-la-la=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/;
  const fleeting = /^ou-la-la=[^;]+; Path=\/; HttpOnly; SameSite=Strict$/;

  async function withoutEssentialCookies(name: string): Promise<Someone> {
    const someone = await testApp.signUp(name);
    tamper(testApp.config.dataDir, 'update user set essential_cookies = 0 where id = ?', someone.id);
    return someone;
  }

  it('lasts 30 days, from signing up and signing in', async () => {
    const made = await testApp
      .visitor()
      .tries('POST /api/accounts', { body: { username: 'Durable', email: 'durable@example.org', password, avatar: '🦄' } });
    expect(cookieOf(made)).toEqual([expect.stringMatching(persistent)]);
    const back = await testApp.visitor().tries('POST /api/session', { body: { identifier: 'Durable', password } });
    expect(cookieOf(back)).toEqual([expect.stringMatching(persistent)]);
  });

  it('ends with the browser where essential cookies are off (D8), also one that was made to last', async () => {
    const gaspard = await withoutEssentialCookies('Gaspard');
    const before = gaspard.cookie;
    expect(cookieOf(await gaspard.tries('GET /api/session'))).toEqual([expect.stringMatching(fleeting)]);
    expect(gaspard.cookie).toBe(before);
    const back = await testApp.visitor().tries('POST /api/session', { body: { identifier: 'Gaspard', password } });
    expect(cookieOf(back)).toEqual([expect.stringMatching(fleeting)]);
  });

  it('is renewed once a day, each in its way', async () => {
    const [daily, careful] = [await testApp.signUp('Quotidien'), await withoutEssentialCookies('Discret')];
    const inTwentyDays = Date.now() + 20 * 24 * 60 * 60 * 1000;
    for (const [someone, expected] of [
      [daily, persistent],
      [careful, fleeting],
    ] as const) {
      tamper(testApp.config.dataDir, 'update session set expires_at = ? where user_id = ?', inTwentyDays, someone.id);
      expect(cookieOf(await someone.tries('GET /api/session'))).toEqual([expect.stringMatching(expected)]);
      const row = dump(testApp.config.dataDir)['session']?.find(({ user_id }) => user_id === someone.id);
      expect(row?.['expires_at']).toBeGreaterThan(inTwentyDays);
      expect(await isAuthenticated(someone)).toBe(true);
    }
    expect(cookieOf(await daily.tries('GET /api/session'))).toEqual([]);
  });
});

it("a removed member's stream says 'gone' and carries nothing of the board any more", async () => {
  const max = await testApp.signUp('Max');
  const board = await boardOf(lea, [max]);
  const kept = await boardOf(lea, [max]);
  const stream = await Stream.open(max);
  await stream.next('hello');
  await remove(lea, board, max);
  expect(await stream.next('gone')).toEqual({ type: 'gone', boardId: board.id, reason: 'removed' });

  const sofar = stream.text.length;
  await log(lea, board, 'breakfast');
  await lea.does('PATCH /api/boards/:boardId', { params: { boardId: board.id }, body: { title: 'Sans Max' } });
  // The change of a board that Max still has comes after the others, and proves that the stream lives.
  await log(lea, kept, 'breakfast');
  await stream.next('change', ({ boardId }) => boardId === kept.id);
  expect(stream.text.slice(sofar)).not.toContain(board.id);
  expect(stream.text.slice(sofar)).not.toContain('SANS MAX');
  stream.close();
});

const ourCookie = createSessionCookie({ secret: 'a'.repeat(64), secure: false });
const [pair = ''] = ourCookie.lineOf('some-token', { lasts: true, isGuest: false }).split(';');
const value = decodeURIComponent(pair.slice('ou-la-la='.length));

it('a cookie is known again, as often as it comes', () => {
  for (const _ of [1, 2]) expect(ourCookie.tokenOf(`theme=dark; ${pair}`)?.token).toBe('some-token');
});

it.each([
  ['with more behind it', `${value}!`],
  ['without its padding', value.replace(/=+$/, '')],
  ['with a blank in it', value.replace('.', '. ')],
  ['of another token', value.replace('some', 'same')],
  ['of no token', value.slice(value.indexOf('.'))],
])('a signature %s is not ours', (_, forged) => {
  expect(ourCookie.tokenOf(`ou-la-la=${encodeURIComponent(forged)}`)).toBeNull();
});

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0';

it.each([
  ['Firefox sur Android', 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0'],
  ['Firefox sur iPhone', `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${webkit} FxiOS/145.0 Mobile/15E148 Safari/605.1.15`],
  ['Firefox sur Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'],
  ['Chrome sur Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`],
  ['Chrome sur Android', `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`],
  ['Chrome sur ChromeOS', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome} Safari/537.36`],
  ['Chrome sur iPad', `Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) ${webkit} CriOS/141.0.0.0 Mobile/15E148 Safari/604.1`],
  ['Safari sur iPhone', `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${webkit} Version/18.1 Mobile/15E148 Safari/604.1`],
  ['Safari sur Mac', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.1 Safari/605.1.15`],
  ['Edge sur Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/141.0.0.0`],
  ['Edge sur Android', `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36 EdgA/141.0.0.0`],
  ['Opera sur Mac', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${chrome} Safari/537.36 OPR/125.0.0.0`],
  [
    'Samsung Internet sur Android',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36',
  ],
  ['Windows', 'Something/1.0 (Windows NT 10.0)'],
  [null, 'curl/8.14.1'],
  [null, 'node'],
  [null, ''],
  [null, '<script>alert(1)</script>'],
  [null, undefined],
])('a device is named %s', (name, userAgent) => {
  expect(deviceName(userAgent)).toBe(name);
});

it('a device has no name with a header as long as can be, and says so before the test ends', () => {
  expect(deviceName('Version/'.repeat(2000))).toBeNull();
  expect(deviceName(`Version/${'1'.repeat(16_000)}`)).toBeNull();
  expect(deviceName(`Version/1 Mobile/${'a'.repeat(16_000)}`)).toBeNull();
});
