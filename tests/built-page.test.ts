/** What the server says of the page that was built. `npm test` builds first. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { boardOf, startTestApp } from './test-app.ts';

const { app, signUp } = await startTestApp();

test.each(['/', '/dashboard', '/invite/nothing', '/index.html'])(
  'at %s all that stands in the page is allowed by its hash, and nothing else by any other way',
  async (url) => {
    const { body, headers } = await app.inject({ url });
    const policy = String(headers['content-security-policy']);
    const inside = { script: textsOf(body, 'script'), style: textsOf(body, 'style') };
    expect([inside.script.length, inside.style.length]).toEqual([3, 1]);
    for (const element of ['script', 'style'] as const) {
      const sources = policy.split(';').find((directive) => directive.trim().startsWith(`${element}-src `));
      expect(sources?.trim().split(' ')).toEqual([`${element}-src`, "'self'", ...inside[element].map(hashOf)]);
    }
    expect(policy).not.toContain('unsafe');
    expect(body).not.toMatch(/\s(style|on[a-z]+)="/);
  },
);

const paths = ['/', '/login', '/signup', '/dashboard', '/invite/nothing', '/create-board', '/confidentialite', '/index.html', '/api/docs/'];

test.each(paths)('no script of the page at %s is rewritten by Rocket Loader', async (url) => {
  const { body } = await app.inject({ url });
  const scripts = body.match(/<script[^>]*>/g) ?? [];
  expect(scripts.length).toBeGreaterThan(1);
  // The attribute is looked for before `src`.
  expect(scripts.filter((tag) => !tag.startsWith('<script data-cfasync="false"'))).toEqual([]);
});

test('every page that is nothing without its scripts has a sentence for when they do not come, and no other page has one', async () => {
  const lea = await signUp('Zoé');
  const sentenceAt = async (url: string) => (await lea.sends({ method: 'GET', url })).text.includes('class="unstarted"');
  for (const url of [
    '/login',
    '/signup',
    '/dashboard',
    '/boards',
    '/board/abc',
    '/requests',
    '/invite/abc',
    '/create-board',
    '/index.html',
  ])
    expect([url, await sentenceAt(url)]).toEqual([url, true]);
  for (const url of ['/', '/confidentialite', '/mentions-legales', '/passer-en-https', '/verifier'])
    expect([url, await sentenceAt(url)]).toEqual([url, false]);
});

test('to whoever is sent an invitation the page is the same, to the byte and the header, whether there is such a board or not', async () => {
  const { id } = await boardOf(await signUp('Léa'));
  const [real, invented] = await Promise.all([id, 'A'.repeat(id.length)].map((board) => app.inject({ url: `/invite/${board}` })));
  expect(real?.payload).toContain('<meta property="og:title" content="Une place vous attend sur un tableau">');
  expect(real?.payload).toContain('<meta name="robots" content="noindex">');
  const seen = [real, invented].map((reply) => ({ ...reply?.headers, date: null, status: reply?.statusCode, payload: reply?.payload }));
  expect(seen[1]).toEqual(seen[0]);
});

test.each(['/api/session', '/sw.js', '/nothing.js'])('%s is no page: nothing is allowed there but files of our own', async (url) => {
  const { headers } = await app.inject({ url });
  expect(headers['content-security-policy']).toContain("script-src 'self';style-src 'self';");
});

/** What browsers find between the tags of an element that names no file. */
function textsOf(html: string, element: string): string[] {
  const pieces = html.split(`<${element}`).slice(1);
  return pieces
    .filter((piece) => !piece.slice(0, piece.indexOf('>')).includes('src='))
    .map((piece) => piece.slice(piece.indexOf('>') + 1, piece.indexOf(`</${element}>`)));
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
