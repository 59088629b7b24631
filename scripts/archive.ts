// The archive of a release: the built app with the list of the packages that run it, for hosts that must not build.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sumOf, sumsFile } from './file-sums.ts';
import { importedByServer } from './imported-packages.mjs';

const asTheyAre = [
  ...['dist/client', 'dist/server', 'deploy', 'docs', 'README.md', 'LICENSE', 'CHANGELOG.md'],
  // What `npm start` and the commands need.
  ...['commands.mjs', 'install.mjs', 'node-version.cjs', 'prepare.mjs', 'progress.mjs', 'start.mjs'].map((name) => `scripts/${name}`),
];

interface Package {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

interface PackageFile extends Package {
  version: string;
  scripts: Record<string, string>;
}

/**
 * Writes `ou-la-la-<version>.tar.gz` and beside it SHA256SUMS, which names it and the client's files in it. The same build makes the same bytes.
 * @param folder the checkout, which was built
 * @param target the folder of the two files
 * @param time of all that is in it, in seconds: that of the commit, by which browsers see that a file of the same length is another one
 */
export function archive(folder: string, target: string, time: number): { file: string; sums: string } {
  const { packageFile, lock } = runtimePackages(folder);
  const name = `ou-la-la-${packageFile.version}`;
  const entries = new Map<string, Uint8Array>([
    ['package.json', json(packageFile)],
    ['package-lock.json', json(lock)],
    ...asTheyAre
      .flatMap((path) => filesOf(folder, path))
      // Only the build reads it, and it says where the packages lay.
      .filter((path) => !path.includes('/.vite/'))
      .map((path) => [path, readFileSync(join(folder, path))] as const),
  ]);
  const paths = [...entries.keys()].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  const parts = paths.flatMap((path) => tarEntry(name, path, entries.get(path) ?? Buffer.alloc(0), time));
  const content = gzipSync(Buffer.concat([...parts, Buffer.alloc(1024)]), { level: 9 });
  const file = join(target, `${name}.tar.gz`);
  const sums = join(target, 'SHA256SUMS');
  const client = readFileSync(join(folder, 'dist', 'client', sumsFile), 'utf8').replaceAll('  ', `  ${name}/dist/client/`);
  mkdirSync(target, { recursive: true });
  writeFileSync(file, content);
  writeFileSync(sums, `${sumOf(content)}  ${name}.tar.gz\n${client}`);
  return { file, sums };
}

/** package.json and its lock with what runs the built server, and nothing that builds, tests, or is in the pages already. */
function runtimePackages(folder: string) {
  const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as unknown;
  const {
    devDependencies: _tools,
    imports: _sources,
    knip: _knip,
    ...packageFile
  } = read('package.json') as PackageFile & Record<string, unknown>;
  const lock = read('package-lock.json') as { packages: Record<string, Package> };
  const isImported = importedByServer(folder);
  packageFile.dependencies = pick(packageFile.dependencies, isImported);
  packageFile.scripts = pick(packageFile.scripts, (script) => packageFile.scripts[script]?.includes('scripts/start.mjs') ?? false);
  const { devDependencies: _locked, ...itself } = lock.packages[''] as Package & Record<string, unknown>;
  const locked = { ...lock.packages, '': { ...itself, dependencies: packageFile.dependencies } };
  const needed = neededPackages(locked);
  return { packageFile, lock: { ...lock, packages: pick(locked, (path) => needed.has(path)) } };
}

function pick<Value>(all: Record<string, Value> = {}, isWanted: (name: string) => boolean): Record<string, Value> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => isWanted(name)));
}

/** The paths in the lock of all that the root needs, and what that needs in turn. */
function neededPackages(packages: Record<string, Package>): Set<string> {
  const needed = new Set(['']);
  // It grows while it is walked.
  for (const path of needed) {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[path] ?? {};
    const peers = pick(peerDependencies, (name) => !peerDependenciesMeta?.[name]?.optional);
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peers })) {
      const found = placeOf(name, path, packages);
      if (found !== undefined) needed.add(found);
    }
  }
  return needed;
}

/** Where Node finds a package for the one at this path: within it, or within one of those around it. */
function placeOf(name: string, from: string, packages: Record<string, Package>): string | undefined {
  const path = `${from}${from && '/'}node_modules/${name}`;
  if (path in packages) return path;
  return from === '' ? undefined : placeOf(name, from.slice(0, Math.max(0, from.lastIndexOf('node_modules/') - 1)), packages);
}

function json(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);
}

/** The path itself, or those of all files below it. */
function filesOf(folder: string, path: string): string[] {
  const whole = join(folder, path);
  if (statSync(whole).isFile()) return [path];
  const found = readdirSync(whole, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return found.map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

/** A file as POSIX's ustar has it: nobody's in particular, readable by everybody. */
function tarEntry(folder: string, path: string, content: Uint8Array, time: number): Uint8Array[] {
  if (Buffer.byteLength(path) > 100) throw new Error(`too long a name for the archive: ${path}`);
  const header = Buffer.alloc(512);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  header.write(path, 0);
  header.write(octal(0o644, 7) + octal(0, 7) + octal(0, 7) + octal(content.length, 11) + octal(time, 11), 100);
  header.write(`${' '.repeat(8)}0`, 148);
  header.write('ustar\u000000', 257);
  header.write(folder, 345);
  const checksum = header.reduce((sum, byte) => sum + byte, 0);
  header.write(octal(checksum, 6), 148);
  return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)];
}
