/** What others made is known: what it is for, where it comes from, and by which licence. */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Entry {
  version: string;
  license?: string;
  integrity?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
}
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Entry> };
const locked = Object.entries(packages).filter(([path]) => path !== '');
/** What is installed to build and run the app, on any system. */
const installed = locked.filter(([, { dev }]) => !dev);

/** None of these asks the product to be given away, or anybody to publish its source. */
const allowed = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'Unlicense'],
  ...['(MIT OR WTFPL)', '(MIT OR CC0-1.0)', '(BSD-2-Clause OR MIT OR Apache-2.0)'],
  // Fonts: they may be served with anything, and not be sold by themselves.
  'OFL-1.1',
]);
/** These build and are not part of what is built; MPL-2.0 asks for the source of changed files, and no file is changed. */
const buildsOnly = /^node_modules\/lightningcss(-[\w-]+)?$/;

it('no shipped package has an unknown licence, or one that would bind the product', () => {
  expect(installed.length).toBeGreaterThan(150);
  const bound = installed.filter(([path, { license = '' }]) => !allowed.has(license) && !buildsOnly.test(path));
  expect(bound.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
});

it('the lock file names the licence that each installed package gives itself', () => {
  const here = installed.filter(([path]) => existsSync(join(root, path)));
  expect(here.length).toBeGreaterThan(100);
  const said = (path: string) => (JSON.parse(read(join(path, 'package.json'))) as { license?: string }).license;
  expect(here.filter(([path, { license }]) => said(path) !== license)).toEqual([]);
});

it('the lock file knows the bytes of all that is installed here; it may lack those of programs for other systems', () => {
  const isForOthers = ({ optional, os = [], cpu = [], libc = ['glibc'] }: Entry) =>
    optional === true && !(os.includes('linux') && cpu.includes('x64') && libc.includes('glibc'));
  expect(locked.filter(([, entry]) => entry.integrity === undefined && !isForOthers(entry))).toEqual([]);
});

interface Bill {
  bomFormat: string;
  specVersion: string;
  metadata: { component: { purl: string; type: string } };
  components: {
    name: string;
    version: string;
    hashes?: { alg: string; content: string }[];
    licenses?: unknown[];
    properties: { name: string }[];
  }[];
}

it('the bill of materials has each package by its bytes and licence, marks what only tests, and has all that the app imports', async () => {
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'sbom'], { cwd: root, maxBuffer: 64e6 });
  const bill = JSON.parse(stdout) as Bill;
  expect([bill.bomFormat, bill.specVersion, bill.metadata.component.type]).toEqual(['CycloneDX', '1.5', 'application']);
  expect(bill.metadata.component.purl).toMatch(/^pkg:npm\/ou-la-la@/);
  const shipped = bill.components.filter(({ properties }) => !properties.some(({ name }) => name === 'cdx:npm:package:development'));
  const named = new Set(shipped.map(({ name, version }) => `${name}@${version}`));
  expect(named).toEqual(new Set(installed.map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`)));
  // The lock file lacks the bytes of a few programs for other systems (docs/dependencies.md).
  const unknown = shipped.filter(({ hashes = [] }) => !hashes.some(({ alg, content }) => alg === 'SHA-512' && content.length === 128));
  expect(unknown.map(({ name }) => name).filter((name) => !/-(android|darwin|freebsd|linux|wasm32|win32)/.test(name))).toEqual([]);
  expect(shipped.filter(({ licenses = [] }) => licenses.length === 0)).toEqual([]);
  const names = new Set(shipped.map(({ name }) => name));
  const imported = importedPackages();
  expect(imported.size).toBeGreaterThan(20);
  expect([...imported].filter((name) => !names.has(name))).toEqual([]);
});

function importedPackages(): Set<string> {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(ts|tsx)$/.test(file) && !/\.test\.tsx?$|[\\/]testing[\\/]/.test(file),
  );
  const imported = files.flatMap((file) =>
    [...read(join('src', file)).matchAll(/(?:from|import\(?) '([^'.#][^']*)'/g)].map(([, one = '']) => one),
  );
  return new Set(imported.filter((one) => !/^(node|virtual):/.test(one)).map((one) => /^(?:@[^/]+\/)?[^/]+/.exec(one)?.[0] ?? one));
}

it('docs/dependencies.md names each direct dependency and what it is for', () => {
  const { dependencies, optionalDependencies, devDependencies } = JSON.parse(read('package.json')) as Record<string, object>;
  const { dependencies: judges } = JSON.parse(read('tests/judges/package.json')) as Record<string, object>;
  const rows = [...read('docs/dependencies.md').matchAll(/^\| `([^`]+)` \| \S.* \| .* ?\|$/gm)].map(([, name = '']) => name);
  expect(rows).toEqual(Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies, ...judges }));
});
