import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { firstReadsOf, firstRepliesId } from '#shared/first-reads';
import { programOf } from '../../../tests/programs.ts';
import { boardOf, type Someone, startTestApp } from '../../../tests/test-app.ts';

const testApp = await startTestApp();
const { app, signUp, signUpAll } = testApp;

test.each(['/', '/dashboard', '/boards', '/requests', '/edit-profile'])(
  'the page at %s brings what the API answers its person',
  async (url) => {
    const lea = await signUp(`Léa${url.length}`);
    await boardOf(lea);
    await expectAnswersOfTheApi(lea, url);
  },
);

test('a board comes with its page, to its members alone', async () => {
  const [ana, bob] = await signUpAll('Ana', 'Bob');
  const { id } = await boardOf(ana);
  await expectAnswersOfTheApi(ana, `/board/${id}?tab=scores`);
  const stranger = await open(bob, `/board/${id}`);
  expect(firstRepliesIn(stranger.payload)).toBeNull();
  // Byte for byte what somebody gets who asks for a board that is not there.
  expect(stranger.payload).toBe((await open(bob, `/board/${'A'.repeat(id.length)}`)).payload);
});

const noIds = [
  String.raw`..\live`,
  String.raw`..\account\export`,
  '..',
  '.',
  '%2e%2e',
  '%2e%2e%5clive',
  '..%2flive',
  'a%2f..%2f..%2flive',
  'a%00',
  'a\u0000',
  'a;b',
  'a b',
  '\t..',
  'A'.repeat(65),
  'A'.repeat(100_000),
];

test.each(
  ['board', 'invite'].flatMap((place) =>
    noIds.map((id) => ({ path: `/${place}/${id}`, shown: JSON.stringify(`/${place}/${id}`).slice(0, 40) })),
  ),
)('the page at $shown reads nothing but the session', ({ path }) => {
  expect(firstReadsOf(path)).toEqual(['/api/session']);
});

test.each(['board', 'invite'])(
  'a page at /%s whose address leads elsewhere brings nothing of that address, and opens no live stream',
  async (place) => {
    const gil = await signUp(`Gil${place}`);
    for (const segment of [String.raw`..\live`, String.raw`..\account\export`, '%2e%2e%5clive', '..%2flive']) {
      const { payload } = await open(gil, `/${place}/${segment}`);
      expect(Object.keys(firstRepliesIn(payload) ?? {})).toEqual(['/api/session']);
    }
  },
);

test('the ticket of an invitation comes with its page, to people who are signed in, and that of no board to nobody', async () => {
  const [gus, hal] = await signUpAll('Gus', 'Hal');
  const [{ id }, shut] = [await boardOf(gus), await boardOf(gus)];
  await gus.does('PATCH /api/boards/:boardId', { params: { boardId: shut.id }, body: { linkEnabled: false } });
  for (const someone of [gus, hal]) await expectAnswersOfTheApi(someone, `/invite/${id}`);
  const nobodys = (await open(testApp.visitor(), `/invite/${id}`)).payload;
  expect(nobodys).not.toContain(firstRepliesId);
  for (const ended of [shut.id, 'A'.repeat(id.length)]) expect((await open(hal, `/invite/${ended}`)).payload).toBe(nobodys);
});

test('a page that brings what is somebody’s is kept by nobody, and is not that of another visitor', async () => {
  const { headers } = await open(await signUp('Carl'), '/dashboard');
  expect(headers).toMatchObject({ 'cache-control': 'no-store', vary: 'accept-encoding, cookie' });
  expect(headers).not.toHaveProperty('etag');
});

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('a page that brings replies is compressed as %s for whoever takes that', async (encoding, decompress) => {
  const ida = await signUp(`Ida${encoding}`);
  const { id } = await boardOf(ida);
  const plain = await open(ida, `/board/${id}`);
  const { rawPayload, headers } = await open(ida, `/board/${id}`, { 'accept-encoding': encoding });
  expect(headers).toMatchObject({ 'content-encoding': encoding, 'cache-control': 'no-store', vary: 'accept-encoding, cookie' });
  expect(Number(headers['content-length'])).toBe(rawPayload.length);
  expect(decompress(rawPayload).toString()).toBe(plain.payload);
  expect(plain.headers).not.toHaveProperty('content-encoding');
});

test('nothing comes with the page once the session is over, nor to a visitor', async () => {
  const dora = await signUp('Dora');
  const { cookie } = dora;
  expect(firstRepliesIn((await open(dora, '/dashboard')).payload)).not.toBeNull();
  await dora.does('DELETE /api/session');
  dora.cookie = cookie;
  for (const visitor of [dora, testApp.visitor()]) {
    const { payload, headers } = await open(visitor, '/dashboard');
    expect(payload).not.toContain(firstRepliesId);
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-encoding, cookie' });
  }
});

test('what a script fetches, what the service worker keeps and what has no body bring nothing of anybody', async () => {
  const eva = await signUp('Eva');
  const replies = [
    await open(eva, '/dashboard', { 'sec-fetch-dest': 'empty' }),
    await open(eva, '/dashboard', { 'sec-fetch-dest': 'script' }),
    await open(eva, '/index.html'),
    await app.inject({ method: 'HEAD', url: '/dashboard', headers: { cookie: eva.cookie } }),
  ];
  for (const { statusCode, payload, headers } of replies) {
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(payload).not.toContain(firstRepliesId);
  }
});

test('a page that a program opens by its token, with the session of a browser or without, brings nothing of anybody', async () => {
  const gia = await signUp('Gia');
  const { secret } = await programOf(gia);
  for (const someone of [testApp.visitor(), gia]) {
    const { statusCode, payload } = await open(someone, '/dashboard', { authorization: `Bearer ${secret}` });
    expect(statusCode).toBe(200);
    expect(payload).not.toContain(firstRepliesId);
  }
});

test('no title ends the element that it comes in', async () => {
  const fay = await signUp('Fay');
  const title = '</SCRIPT><!--<SCRIPT>&';
  const { id } = await boardOf(fay, [], { title });
  const { payload, headers } = await open(fay, `/board/${id}`);
  const inside = payload.slice(payload.indexOf(`id="${firstRepliesId}">`) + `id="${firstRepliesId}">`.length);
  expect(inside.indexOf('<')).toBe(inside.indexOf('</script></body>'));
  expect(firstRepliesIn(payload)).toMatchObject({ [`/api/boards/${id}`]: { board: { title } } });
  // An element of data needs no leave to run.
  expect(headers['content-security-policy']).toBe((await app.inject({ url: '/login' })).headers['content-security-policy']);
});

async function expectAnswersOfTheApi(someone: Someone, url: string): Promise<void> {
  const { payload } = await open(someone, url);
  const addresses = firstReadsOf(url.split('?', 1)[0] ?? '');
  const answers = await Promise.all(addresses.map((address) => app.inject({ url: address, headers: { cookie: someone.cookie } })));
  expect(firstRepliesIn(payload)).toEqual(Object.fromEntries(answers.map((answer, index) => [addresses[index], answer.json()])));
}

function open({ cookie }: Someone, url: string, headers: Record<string, string> = {}) {
  return app.inject({ url, headers: { 'sec-fetch-dest': 'document', ...headers, ...(cookie === undefined ? {} : { cookie }) } });
}

function firstRepliesIn(html: string): unknown {
  const [, json] = new RegExp(`<script type="application/json" id="${firstRepliesId}">(.*?)</script>`, 's').exec(html) ?? [];
  return json === undefined ? null : JSON.parse(json);
}
