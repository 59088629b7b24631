/** What others made and browsers get goes along with its licences. `npm test` builds first. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { importsIn } from '../scripts/imports.mjs';
import { startTestApp } from './test-app.ts';

const { app } = await startTestApp();
const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8');
const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
const { statusCode, headers, payload } = await app.inject('/licences.txt');

// Those that no file of ours names, or none but for its types.
const behind = ['scheduler', '@base-ui/utils', '@tanstack/query-core', '@tanstack/router-core', 'workbox-core', 'workbox-strategies'];
const notByImport = ['@fontsource-variable/bricolage-grotesque', '@fontsource-variable/figtree', 'emojibase-data'];
const asItIs = '@scalar/fastify-api-reference';

it('the file of licences is a text that everybody may read, and no part of what browsers keep of the app', async () => {
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect((await app.inject('/sw.js')).payload).not.toContain('licences');
});

it.each([...importedByClient(), ...behind, ...notByImport, asItIs])(
  'the file of licences names %s, its release and its licence, word by word',
  (name) => {
    const { version, license } = JSON.parse(read(`node_modules/${name}/package.json`)) as Record<string, string>;
    const file = readdirSync(`${root}/node_modules/${name}`).find((one) => /^licen[cs]e/i.test(one));
    const part = payload.split(`\n${'-'.repeat(80)}\n`).find((one) => ` ${one.split(' (', 1)[0]},`.includes(` ${name} ${version},`));
    expect(part).toContain(` (${license})\n\n${read(`node_modules/${name}/${file}`).trim()}\n`);
  },
);

it('the file of licences names nothing of the server, or of what builds and tests', () => {
  for (const name of ['fastify', 'better-sqlite3', 'kysely', 'pino', 'vite', 'vitest', 'typescript'])
    expect(payload).not.toMatch(`\n${name} `);
});

function importedByClient(): string[] {
  const imports = ['src/client', 'src/shared']
    .flatMap(importsIn)
    .filter(({ from, type }) => !type && !/\.test\.tsx?$|\/testing\//.test(from));
  const names = imports.flatMap(({ to }) => /^(?:@[^/]+\/)?[^/]+/.exec(to) ?? []);
  return [...new Set(names)].filter((name) => name in dependencies).toSorted();
}
