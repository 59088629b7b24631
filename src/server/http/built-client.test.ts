import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtClient } from './built-client.ts';
import type { App } from './serve.ts';

const root = mkdtempSync(join(tmpdir(), 'ou-la-la-client-'));
let app: App;

beforeAll(async () => {
  mkdirSync(join(root, 'assets'));
  writeFileSync(join(root, 'index.html'), '<!doctype html><title>OU LA LA</title>');
  writeFileSync(join(root, 'theme.js'), '"use strict";');
  writeFileSync(join(root, 'sw.js'), 'self;');
  writeFileSync(join(root, 'manifest.webmanifest'), '{}');
  writeFileSync(join(root, 'assets', 'app-1a2b.js'), 'export {};');
  writeFileSync(join(root, 'assets', 'app-1a2b.js.br'), brotliCompressSync('export {};'));
  app = fastify();
  await builtClient(app, root);
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

it('the page is not sent again to a browser that has it', async () => {
  const first = await app.inject({ url: '/login' });
  const again = await app.inject({ url: '/boards', headers: { 'if-none-match': String(first.headers.etag) } });
  expect([again.statusCode, again.payload]).toEqual([304, '']);
});

it('a HEAD request is answered like the page', async () => {
  const reply = await app.inject({ method: 'HEAD', url: '/' });
  expect(reply.statusCode).toBe(200);
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
  const plain = await app.inject({ url: '/theme.js' });
  expect([plain.statusCode, plain.headers['cache-control']]).toEqual([200, 'no-cache']);
});

it('nothing outside the folder is served', async () => {
  for (const url of ['/../package.json', '/%2e%2e/package.json', '/assets/..%2f..%2fpackage.json']) {
    const reply = await app.inject({ url });
    expect(reply.body).not.toContain('dependencies');
  }
});

it('the worker and the manifest of the app are asked for again, and are what browsers take for such', async () => {
  const worker = await app.inject({ url: '/sw.js' });
  expect(worker.headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': expect.stringMatching(/^(text|application)\/javascript/),
  });
  const manifest = await app.inject({ url: '/manifest.webmanifest' });
  expect(manifest.headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': expect.stringContaining('application/manifest+json'),
  });
});
