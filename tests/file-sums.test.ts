/** Everybody can compare what this server sends with a build of their own. `npm test` builds first. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import packageFile from '../package.json' with { type: 'json' };
import { sumOf } from '../scripts/file-sums.ts';
import { startTestApp } from './test-app.ts';

const { app } = await startTestApp();
const client = fileURLToPath(new URL('../dist/client', import.meta.url));
const list = await app.inject('/SHA256SUMS.txt');
const listed = new Map(
  list.payload
    .trimEnd()
    .split('\n')
    .map((line) => [line.slice(66), line.slice(0, 64)]),
);

it('the version and the list of sums are there for everybody, and asked for anew each time', async () => {
  const version = await app.inject('/version.json');
  expect(version.json()).toEqual({ version: packageFile.version, manifest: sumOf(list.payload) });
  expect(version.headers['content-type']).toMatch(/^application\/json/);
  expect(list.headers['content-type']).toMatch(/^text\/plain/);
  for (const { statusCode, headers } of [version, list]) expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache']);
});

it('the list names every file of the client but the compressed ones, the notes of Vite and what is made of the list, in the order of their bytes', () => {
  const files = readdirSync(client, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => `${parentPath}/${name}`.slice(client.length + 1));
  const made = /^(SHA256SUMS\.txt|version\.json)$/;
  const wanted = paths.filter((path) => !/\.(br|gz)$|^\.vite\//.test(path) && !made.test(path));
  expect([...listed.keys()]).toEqual(wanted.sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))));
});

it('each file that the list names has that sum in the build, and as the server sends it', async () => {
  expect(listed.size).toBeGreaterThan(100);
  for (const [path, sum] of listed) {
    expect([path, sumOf(readFileSync(`${client}/${path}`))]).toEqual([path, sum]);
    // The pages of single addresses are sent by these addresses.
    if (path.startsWith('.')) continue;
    const { statusCode, rawPayload } = await app.inject(`/${path}`);
    expect([path, statusCode, sumOf(rawPayload)]).toEqual([path, 200, sum]);
  }
});
