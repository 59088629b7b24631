/** What the server says of the page that was built. `npm test` builds first. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { startTestApp } from './test-app.ts';

const { app } = await startTestApp();

test.each(['/', '/dashboard', '/index.html'])(
  'at %s all that stands in the page is allowed by its hash, and nothing else by any other way',
  async (url) => {
    const { body, headers } = await app.inject({ url });
    const policy = String(headers['content-security-policy']);
    const inside = { script: textsOf(body, 'script'), style: textsOf(body, 'style') };
    expect([inside.script.length, inside.style.length]).toEqual([1, 1]);
    for (const element of ['script', 'style'] as const) {
      const sources = policy.split(';').find((directive) => directive.trim().startsWith(`${element}-src `));
      expect(sources?.trim().split(' ')).toEqual([`${element}-src`, "'self'", ...inside[element].map(hashOf)]);
    }
    expect(policy).not.toContain('unsafe');
    expect(body).not.toMatch(/\s(style|on[a-z]+)="/);
  },
);

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
