/** A visitor without an account who invents addresses: they cost the server no memory and break nothing, and under /api every refusal has a closed code. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { api } from '#shared/api';
import { isRefusalCode } from '#shared/refusals';
import { endpoints, isStream, json, startTestApp } from './test-app.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

interface Address {
  method: string;
  path: string;
}

interface Reply {
  status: number;
  type: string;
  text: string;
}

const assets = new URL('../dist/client/assets/', import.meta.url);

const publicRoutes: Address[] = [
  ...endpoints
    .filter((key) => 'public' in api[key] && !isStream(key))
    .map((key) => {
      const [method = '', path = ''] = key.split(' ');
      return { method, path };
    }),
  ...[
    '/api/openapi.json',
    '/api/docs',
    '/api/docs/',
    '/api/docs/js/scalar.js',
    '/api/docs/openapi.json',
    '/healthz',
    '/readyz',
    '/index.html',
    '/sw.js',
    '/manifest.webmanifest',
    ...(existsSync(assets) ? readdirSync(assets).slice(0, 2) : []).map((name) => `/assets/${name}`),
    '/',
    '/login',
    '/dashboard',
    '/board/:boardId',
    '/invite/:invitation',
  ].map((path) => ({ method: 'GET', path })),
];

/** Ways to write an address that leads to the same place, or near it, and was never asked for. */
const spellings: readonly ((path: string, invented: string) => string)[] = [
  (path, invented) => `${path}?${invented}=${invented}`,
  (path, invented) => path.replace(/\/([^/]*)$/, `/${invented}/../$1`),
  (path, invented) => path.replace(/\/([^/]*)$/, `/${invented}\\..\\$1`),
  (path, invented) => path.replace(/\/([^/]*)$/, `/${invented}/%2e%2e/$1`),
  (path, invented) => path.replace(/\/([^/]*)$/, `/${invented}%5c..%5c$1`),
  (path, invented) => path.replace(/\/([^/]*)$/, `/$1${'/.'.repeat(1 + (Number.parseInt(invented, 16) % 50))}`),
  (path, invented) => `${path}/${invented}`,
  (path, invented) => `${path}${invented}.json`,
  (path, invented) => `${path};${invented}`,
  (path, invented) => `${path}%00${invented}`,
  (path, invented) => `${path}/${invented.repeat(100)}`,
  (path, invented) => `${path}%zz${invented}`,
  (path, invented) => `/${invented}/..${path}`,
  (path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => path.toUpperCase(),
];

const testApp = await startTestApp();
const port = await testApp.port();
const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** The routes in turn, all of them in one spelling after the other, with headers that no browser has sent before. */
function inventedAddress(index: number): Address & { headers: Record<string, string> } {
  const invented = createHash('sha256').update(String(index)).digest('hex').slice(0, 12);
  const { method, path } = publicRoutes[index % publicRoutes.length] ?? { method: 'GET', path: '/' };
  const spell = spellings[Math.floor(index / publicRoutes.length) % spellings.length] ?? ((plain) => plain);
  return {
    method,
    path: spell(
      path.replaceAll(/:\w+/g, () => invented),
      invented,
    ),
    headers: {
      host: index % 8 === 0 ? `${invented}.test` : 'jeu.test',
      origin: index % 8 === 0 ? `http://${invented}.test` : 'http://jeu.test',
      'accept-encoding': ['br', 'gzip', 'identity', `${invented}, br;q=0.5`][index % 4] ?? '',
      'accept-language': invented,
      cookie: `ou-la-la=${invented}.${invented}; ou-la-la-device=${invented}`,
      'if-none-match': `"${invented}"`,
      'user-agent': invented,
    },
  };
}

function ask({ method, path, headers = {} }: Address & { headers?: Record<string, string> }): Promise<Reply> {
  const body = method === 'GET' ? '' : JSON.stringify({ [path]: path });
  const sent = body === '' ? headers : { ...headers, ...json, 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    // Never read as a URL: that would take the ways apart that an address is written in.
    const asked = request({ agent, host: '127.0.0.1', port, method, path, headers: sent }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('error', reject);
      reply.on('end', () => {
        const { 'content-type': type = '', 'content-encoding': encoding } = reply.headers;
        const isText = encoding === undefined && type.startsWith('application/json');
        resolve({ status: reply.statusCode ?? 0, type, text: isText ? Buffer.concat(chunks).toString() : '' });
      });
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

/** Asks for so many invented addresses, a few at once. */
async function inventAddresses(first: number, count: number): Promise<void> {
  let next = first;
  const visitor = async () => {
    while (next < first + count) await ask(inventedAddress(next++));
  };
  await Promise.all(Array.from({ length: 8 }, visitor));
}

/** In bytes, after collecting what nobody refers to. */
async function memory(): Promise<number> {
  collect();
  // What was freed by that may free more.
  await new Promise((resolve) => setTimeout(resolve, 50));
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const most = 20e6;

test('10,000 invented addresses over every public route cost the server no memory', async () => {
  // Each route once in each spelling: what is loaded, compiled or compressed at its first use is there.
  const warmUp = publicRoutes.length * spellings.length;
  await inventAddresses(0, warmUp);
  const before = await memory();
  for (let asked = 0; asked < 10_000; asked += 500) {
    await inventAddresses(warmUp + asked, 500);
    expect((await memory()) - before, `after ${asked + 500} addresses`).toBeLessThan(most);
  }
});

test('no invented address breaks the server, and under /api each refusal has a closed code', async () => {
  const prefixes = [
    '/api',
    '/api/',
    '/api/nothing',
    '/api/docs/nothing',
    '/api/docs/openapi.yaml',
    '/api/boards/x/nothing',
    '/nothing',
    '/assets/nothing',
  ];
  const routes = [...publicRoutes, ...prefixes.map((path) => ({ method: 'GET', path }))];
  const written = routes.flatMap(({ method, path }, index) =>
    [(plain: string) => plain, ...spellings].map((spell) => ({
      method,
      path: spell(path.replaceAll(/:\w+/g, 'x'), `abc${index}`),
    })),
  );
  for (const address of written) {
    const { status, type, text } = await ask({ ...address, headers: { host: 'jeu.test', origin: 'http://jeu.test' } });
    const asked = `${address.method} ${address.path.slice(0, 100)} → ${status} ${text}`;
    expect(status, asked).toBeLessThan(500);
    if (!/^\/api(\/|$)/.test(address.path)) continue;
    if (status < 400) {
      // A page would be an answer to nobody who asks the API.
      if (type.startsWith('text/html')) expect(decodeURIComponent(address.path), asked).toMatch(/^\/api\/docs\/(\?|$)/);
      continue;
    }
    expect(type, asked).toMatch(/^application\/json/);
    expect(isRefusalCode((JSON.parse(text) as { code?: string }).code), asked).toBe(true);
  }
});

test.each([
  ['an address that is too long for HTTP', `GET /api/${'x'.repeat(20_000)} HTTP/1.1\r\nhost: jeu.test\r\n\r\n`, 431],
  ['a method that nobody knows', 'GUESS /api/boards HTTP/1.1\r\nhost: jeu.test\r\n\r\n', 400],
  ['an address with a null byte', 'GET /api/\u0000 HTTP/1.1\r\nhost: jeu.test\r\n\r\n', 400],
  ['what is no HTTP', 'bonjour\r\n\r\n', 400],
])('%s is refused with a closed code', async (_what, sent, status) => {
  const socket = connect(port, '127.0.0.1');
  socket.write(sent);
  const [head = '', body = ''] = (await readText(socket)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(isRefusalCode((JSON.parse(body) as { code?: string }).code), body).toBe(true);
});
