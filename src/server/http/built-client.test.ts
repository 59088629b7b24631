import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SignUpPolicy } from '#shared/accounts';
import { readConfig } from '../config/config.ts';
import { programOf } from '../../../tests/programs.ts';
import { boardOf, startTestApp } from '../../../tests/test-app.ts';
import { builtClient } from './built-client.ts';
import type { App } from './serve.ts';
import { requireSessions } from './session-hook.ts';

const root = mkdtempSync(join(tmpdir(), 'ou-la-la-client-'));
const script = "document.title = 'Été';\n";
const style = 'html { color: red }';
const config = readConfig({});
let signUps: SignUpPolicy = 'open';
let app: App;

beforeAll(async () => {
  for (const folder of ['assets', '.pages']) mkdirSync(join(root, folder));
  const head = `<script>${script.replace('\n', '\r\n')}</script><style media="screen">${style}</style><script type="module" src="/assets/app-1a2b.js"></script>`;
  const text = '<noscript><p>JavaScript</p></noscript>';
  writeFileSync(join(root, 'index.html'), `<!doctype html><html lang="fr"><title>OU LA LA</title>${head}${text}`);
  writeFileSync(join(root, '.pages', 'dashboard.html'), '<!doctype html><html lang="fr"><title>Mes tableaux</title>');
  writeFileSync(join(root, 'icon.svg'), '<svg/>');
  writeFileSync(join(root, 'sw.js'), 'self;');
  writeFileSync(join(root, 'manifest.webmanifest'), '{}');
  writeFileSync(join(root, 'assets', 'app-1a2b.js'), 'export {};');
  writeFileSync(join(root, 'assets', 'app-1a2b.js.br'), brotliCompressSync('export {};'));
  app = visitedOnly();
  await builtClient(app, { config, origin: 'http://localhost:3000' }, async () => signUps, root);
});

afterAll(async () => {
  await app.close();
  rmSync(root, { recursive: true });
});

it.each(['identity', 'br', 'gzip, deflate'])(
  'every path of the application opens the page, for a visitor who reads %s',
  async (encoding) => {
    for (const url of ['/', '/login', '/board/abc?tab=scores', '/invite/abc/']) {
      const reply = await app.inject({ url, headers: { 'accept-encoding': encoding } });
      expect([url, reply.statusCode, reply.headers['content-type']]).toEqual([url, 200, 'text/html; charset=utf-8']);
      expect(reply.headers['cache-control']).toBe('no-cache');
    }
  },
);

it('the script and the style that stand in the page are the only ones there that may run and apply, by whatever name it is asked for', async () => {
  const sources = (header: unknown, directive: string) => new RegExp(`(?:^|;)${directive} ([^;]*)`).exec(String(header))?.[1]?.split(' ');
  const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  for (const url of ['/', '/board/abc', '/invite/abc', '/index.html']) {
    const policy = (await app.inject({ url })).headers['content-security-policy'];
    expect([url, sources(policy, 'script-src')]).toEqual([url, ["'self'", hashOf(script)]]);
    expect([url, sources(policy, 'style-src')]).toEqual([url, ["'self'", hashOf(style)]]);
    expect([url, sources(policy, 'default-src')]).toEqual([url, ["'none'"]]);
  }
  const other = await app.inject({ url: '/assets/app-1a2b.js' });
  expect(String(other.headers['content-security-policy'])).not.toContain('sha256');
});

it('a link to an invitation tells nothing of its board: the same bytes at every address', async () => {
  const [one, other, single] = await Promise.all(
    ['/invite/abc', '/invite/def?from=mail', '/invite/abc/'].map((url) => app.inject({ url })),
  );
  expect(one?.payload).toContain('Une place vous attend sur un tableau');
  expect([other?.payload, single?.payload]).toEqual([one?.payload, one?.payload]);
  expect([other?.headers, single?.headers].map((headers) => headers?.etag)).toEqual([one?.headers.etag, one?.headers.etag]);
});

it('pages of people who are signed in, and the one that the service worker keeps, have no preview', async () => {
  for (const url of ['/dashboard', '/board/abc', '/login', '/index.html'])
    expect([url, (await app.inject({ url })).payload]).not.toEqual([url, expect.stringMatching(/og:|twitter:|noindex|canonical/)]);
});

it('a preview names its picture by the configured address, else by the name that it was asked by, and by no forged one', async () => {
  const pictureAt = async (served: App, headers: Record<string, string>) =>
    /property="og:image" content="([^"]*)"/.exec((await served.inject({ url: '/', headers })).payload)?.[1];
  expect(await pictureAt(app, { host: 'phone.local:3000' })).toBe('http://phone.local:3000/apercu.png');
  expect(await pictureAt(app, { host: 'other.local' })).toBe('http://other.local/apercu.png');
  for (const host of ['a"><script>', 'me@evil.example', 'evil.example/path', 'a b', ''])
    expect([host, await pictureAt(app, { host })]).toEqual([host, expect.stringMatching(/^http:\/\/localhost(:\d+)?\/apercu\.png$/)]);

  const configured = visitedOnly();
  const origin = 'https://jeu.example.org';
  await builtClient(configured, { config: readConfig({ ORIGIN: origin }), origin }, async () => 'open', root);
  expect(await pictureAt(configured, { host: 'evil.example' })).toBe(`${origin}/apercu.png`);
  await configured.close();
});

it('the page is not sent again to a browser that has it', async () => {
  const first = await app.inject({ url: '/login' });
  const again = await app.inject({ url: '/boards', headers: { 'if-none-match': String(first.headers.etag) } });
  expect([again.statusCode, again.payload]).toEqual([304, '']);
});

it('a file that is missing, an unknown call and another method are 404 in our own words', async () => {
  for (const [method, url] of [
    ['GET', '/assets/app-old.js'],
    ['GET', '/api/nothing'],
    ['POST', '/login'],
  ] as const) {
    const reply = await app.inject({ method, url });
    expect([url, reply.statusCode, reply.json()]).toEqual([url, 404, { code: 'not_found', message: "Cette page n'existe pas." }]);
  }
});

it('a hashed file is kept for good in its compressed form, another is asked for again', async () => {
  const hashed = await app.inject({ url: '/assets/app-1a2b.js', headers: { 'accept-encoding': 'br' } });
  expect(hashed.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    vary: 'accept-encoding',
  });
  const plain = await app.inject({ url: '/icon.svg' });
  expect([plain.statusCode, plain.headers['cache-control']]).toEqual([200, 'no-cache']);
});

it('nothing outside the folder is served', async () => {
  for (const url of ['/../package.json', '/%2e%2e/package.json', '/assets/..%2f..%2fpackage.json'])
    expect((await app.inject({ url })).body).not.toContain('dependencies');
});

it('a program is given the page of a visitor and every file, whatever boards its token reaches', async () => {
  const { signUp, deps } = await startTestApp();
  const lea = await signUp('Léa');
  const board = await boardOf(lea);
  const [full, limited] = [await programOf(lea), await programOf(lea, { boards: [board.id] })];
  const served = fastify();
  requireSessions(served, deps.identity);
  await builtClient(served, { config, origin: 'http://localhost:3000' }, async () => 'open', root);
  const get = async (url: string, headers: Record<string, string>) => {
    const { statusCode, payload } = await served.inject({ url, headers });
    return [statusCode, payload];
  };
  const own = { cookie: lea.cookie ?? '', 'sec-fetch-dest': 'empty' };
  expect(await get('/dashboard', own)).not.toEqual(await get('/dashboard', {}));
  for (const url of ['/', '/dashboard', `/board/${board.id}`, '/assets/app-1a2b.js', '/api/nothing'])
    for (const { secret } of [full, limited])
      expect([url, ...(await get(url, { authorization: `Bearer ${secret}` }))]).toEqual([url, ...(await get(url, {}))]);
  await served.close();
});

it('the worker and the manifest of the app are asked for again, and are what browsers take for such', async () => {
  for (const [url, type] of [
    ['/sw.js', /^(text|application)\/javascript/],
    ['/manifest.webmanifest', /application\/manifest\+json/],
  ] as const) {
    const { headers } = await app.inject({ url });
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': expect.stringMatching(type) });
  }
});

/** Where nobody is signed in. */
function visitedOnly(): App {
  const served = fastify();
  served.decorateRequest('caller', null);
  return served;
}

it('a page says who may make an account, where that is not everybody', async () => {
  const pages: string[] = [];
  for (signUps of ['open', 'closed'] as const) pages.push((await app.inject({ url: '/' })).payload);
  signUps = 'open';
  expect(pages.map((page) => /<html[^>]*>/.exec(page)?.[0])).toEqual(['<html lang="fr">', '<html data-sign-ups="closed" lang="fr">']);
});
