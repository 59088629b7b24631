/** What is shipped is known: where it comes from, and by which licence. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { billOfMaterials, isAllowed, licenceList, shipped } from '../scripts/sbom.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

it('nothing that is shipped has an unknown licence, or one that would bind the product', () => {
  expect(shipped().length).toBeGreaterThan(150);
  expect(shipped().filter(({ licence }) => !isAllowed(licence))).toEqual([]);
});

it.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['GPL-3.0-only OR AGPL-3.0-only', false],
  ['MIT AND GPL-3.0-only', false],
  ['AGPL-3.0-only', false],
  ['MPL-2.0', false],
  ['(MIT AND ISC) OR GPL-3.0-only', false],
  ['SEE LICENSE IN LICENSE.md', false],
  ['UNLICENSED', false],
  [undefined, false],
])('%s: %s', (licence, expected) => {
  expect(isAllowed(licence)).toBe(expected);
});

it('the lock file names the licence that each installed package gives itself', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { license?: string; dev?: boolean }> };
  const installed = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev && existsSync(join(root, path)));
  expect(installed.length).toBeGreaterThan(100);
  const said = (path: string) => (JSON.parse(read(join(path, 'package.json'))) as { license?: string }).license;
  expect(installed.filter(([path, { license }]) => said(path) !== license)).toEqual([]);
});

it('docs/licences.md is what the lock file says: npm run sbom writes it', () => {
  expect(read('docs/licences.md')).toBe(licenceList());
});

it('the bill of materials has each shipped package once, by its bytes, and nothing that only builds or tests', async () => {
  const { bomFormat, specVersion, metadata, components, dependencies } = await billOfMaterials();
  expect([bomFormat, specVersion, metadata.component.name, metadata.component.type]).toEqual([
    'CycloneDX',
    '1.5',
    'ou-la-la',
    'application',
  ]);
  const named = components.map(({ purl }) => decodeURIComponent(purl));
  expect(named.toSorted()).toEqual(
    shipped()
      .map(({ name, version }) => `pkg:npm/${name}@${version}`)
      .toSorted(),
  );
  // As of the lock file: it lacks the bytes of a few programs for other systems (docs/dependencies.md).
  const unknown = components.filter(({ hashes = [] }) => !hashes.some(({ alg, content }) => alg === 'SHA-512' && content.length === 128));
  expect(unknown.map(({ name }) => name).filter((name) => !/-(android|darwin|freebsd|linux|wasm32|win32)/.test(name))).toEqual([]);
  expect(components.filter(({ licenses = [] }) => licenses.length === 0)).toEqual([]);
  const builders = new Set(['vite', 'rolldown', 'lightningcss', 'esbuild', '@vitejs/plugin-react', 'vitest', 'typescript']);
  expect(components.filter(({ name }) => builders.has(name))).toEqual([]);
  const known = new Set([metadata.component, ...components].map((component) => component['bom-ref']));
  expect(dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((ref) => !known.has(ref))).toEqual([]);
});

it('what the app imports is shipped with it, and so is in both', () => {
  const names = new Set(shipped().map(({ name }) => name));
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(ts|tsx)$/.test(file) && !/\.test\.tsx?$|[\\/]testing[\\/]/.test(file),
  );
  const imported = files.flatMap((file) =>
    [...read(join('src', file)).matchAll(/(?:from|import\(?) '([^'.#][^']*)'/g)].map(([, one = '']) => one),
  );
  const packages = new Set(
    imported.filter((one) => !/^(node|virtual):/.test(one)).map((one) => /^(?:@[^/]+\/)?[^/]+/.exec(one)?.[0] ?? one),
  );
  expect(packages.size).toBeGreaterThan(20);
  expect([...packages].filter((name) => !names.has(name))).toEqual([]);
});
