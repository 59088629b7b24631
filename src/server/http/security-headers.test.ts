/** Whatever is asked for, and whatever becomes of it, the reply protects whoever reads it. The build of the client must be there. */
import { get } from 'node:http';
import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { host, origin, startTestApp } from '../../../tests/test-app.ts';

const testApp = await startTestApp();
const { app } = testApp;
const lea = await testApp.signUp('Léa');
const cookie = lea.cookie ?? '';
const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec((await app.inject('/')).payload) ?? [];

const always = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
};

const notKept = 'no-store';
const askedAgain = 'no-cache';
const json = { host, origin, 'content-type': 'application/json' };

const replies: [what: string, InjectOptions, status: number, cache: string][] = [
  ['the page', { url: '/' }, 200, askedAgain],
  ['the page of an invitation', { url: '/invite/abc' }, 200, askedAgain],
  ['the head of the page', { method: 'HEAD', url: '/boards' }, 200, askedAgain],
  ['a script', { url: script }, 200, 'public, max-age=31536000, immutable'],
  ['the service worker', { url: '/sw.js' }, 200, askedAgain],
  ['a file that is missing', { url: '/assets/old.js' }, 404, notKept],
  ['a call', { url: '/api/boards', headers: { cookie } }, 200, notKept],
  ['a call without a session', { url: '/api/boards' }, 401, notKept],
  ['a call that does not exist', { url: '/api/nothing' }, 404, notKept],
  ['a change from elsewhere', { method: 'POST', url: '/api/session' }, 403, notKept],
  [
    'a change of another type',
    { method: 'POST', url: '/api/session', headers: { host, origin, 'content-type': 'text/plain' } },
    403,
    notKept,
  ],
  ['a body that is no JSON', { method: 'POST', url: '/api/session', headers: json, payload: '{' }, 400, notKept],
  ['a body that is too long', { method: 'POST', url: '/api/session', headers: json, payload: ' '.repeat(300_000) }, 413, notKept],
  ['an address that cannot be read', { url: '/%ff' }, 400, notKept],
  ['a call whose address cannot be read', { url: '/api/boards/%' }, 400, notKept],
  ['the document of the API', { url: '/api/openapi.json' }, 200, askedAgain],
  ['the reader of the API', { url: '/api/docs/' }, 200, askedAgain],
  ['a redirect', { url: '/api/docs' }, 301, notKept],
  ['the script of the reader', { url: '/api/docs/js/scalar.js' }, 200, askedAgain],
  ['a page that the reader has not', { url: '/api/docs/nothing' }, 404, notKept],
  ['the state of the server', { url: '/readyz' }, 200, notKept],
];

describe.each(replies)('%s', (what, call, status, cache) => {
  it('is framed nowhere, taken for nothing else, and kept no longer than it may', async () => {
    const reply = await app.inject(call);
    expect(reply.statusCode).toBe(status);
    expect(reply.headers).toMatchObject({ ...always, 'cache-control': cache });
  });

  it('allows nothing by itself, no inline script, and no style but those of files and of its own text', async () => {
    const policy = String((await app.inject(call)).headers['content-security-policy']);
    const directives = new Map(policy.split(';').map((one) => [one.trim().split(' ', 1)[0], one]));
    expect(directives.get('default-src')).toBe("default-src 'none'");
    expect(directives.get('frame-ancestors')?.trim()).toBe("frame-ancestors 'none'");
    expect(directives.get('base-uri')?.trim()).toBe("base-uri 'none'");
    expect(directives.get('script-src')).not.toContain('unsafe');
    // The reader of the API makes styles as it runs.
    expect(policy.includes('unsafe')).toBe(what.endsWith('of the reader') || what === 'the reader of the API');
  });
});

it('the live stream is protected as all else is', async () => {
  const port = await testApp.port();
  const headers = await new Promise<object>((resolve, reject) => {
    const request = get({ port, path: '/api/live', headers: { cookie } }, (reply) => {
      resolve(reply.headers);
      request.destroy();
    });
    request.on('error', reject);
  });
  expect(headers).toMatchObject({ ...always, 'cache-control': 'no-store, no-transform' });
});

it('an address with TLS is remembered as such by browsers, another is not', async () => {
  const secure = await startTestApp({ config: { origin: 'https://jeu.test' } });
  const header = 'strict-transport-security';
  for (const [what, call] of replies) {
    expect([what, (await secure.app.inject(call)).headers[header]]).toEqual([what, 'max-age=86400']);
    expect([what, (await app.inject(call)).headers[header]]).toEqual([what, undefined]);
  }
});

it('no reply speaks for other hosts, outlives its name or clears what is not of the app', async () => {
  const secure = await startTestApp({ config: { origin: 'https://jeu.test', hstsMaxAge: 63_072_000 } });
  const reaching = ['clear-site-data', 'report-to', 'reporting-endpoints', 'nel', 'alt-svc', 'public-key-pins', 'service-worker-allowed'];
  for (const [what, call] of replies) {
    const { headers } = await secure.app.inject({ ...call, headers: { ...call.headers, host, origin: 'https://jeu.test' } });
    expect([what, reaching.filter((name) => headers[name] !== undefined)]).toEqual([what, []]);
    expect([what, String(headers['strict-transport-security'])]).toEqual([what, 'max-age=63072000']);
    expect([what, String(headers['set-cookie'] ?? '')]).toEqual([what, expect.not.stringMatching(/domain=/i)]);
  }
});

it('all that stands in the page of the reader is allowed by its hash', async () => {
  const { headers, payload } = await app.inject('/api/docs/');
  const inside = payload.match(/<script(?![^>]*\ssrc=)[^>]*>/g) ?? [];
  expect(inside.length).toBeGreaterThan(0);
  expect(String(headers['content-security-policy']).match(/'sha256-/g)).toHaveLength(inside.length);
});
