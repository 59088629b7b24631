/** What `npm run release` packs. `npm test` builds first; `npm run test:nodes` unpacks and starts it. */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import packageFile from '../package.json' with { type: 'json' };
import { archive } from '../scripts/archive.ts';
import { root } from '../scripts/commands.mjs';
import { sumOf } from '../scripts/file-sums.ts';

const folder = mkdtempSync(join(tmpdir(), 'ou-la-la-archive-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const time = 1_790_000_000;
const name = `ou-la-la-${packageFile.version}`;
const first = archive(root, join(folder, 'first'), time);
execFileSync('tar', ['-xzf', first.file, '-C', folder]);
const unpacked = join(folder, name);

it('the archive has the same bytes whatever the times and the rights of what it is made of', () => {
  const copy = join(folder, 'copy');
  cpSync(unpacked, copy, { recursive: true });
  // What it is made of has more: the packages that build.
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(root, file), join(copy, file));
  utimesSync(join(copy, 'README.md'), 1, 1);
  chmodSync(join(copy, 'LICENSE'), 0o600);
  const second = archive(copy, join(folder, 'second'), time);
  expect(sumOf(readFileSync(second.file))).toBe(sumOf(readFileSync(first.file)));
});

it('every file of the archive is sorted by its name, belongs to nobody in particular, and has the time of the version', () => {
  const lines = execFileSync('tar', ['-tvzf', first.file, '--numeric-owner', '--full-time', '--utc'], { encoding: 'utf8' })
    .trimEnd()
    .split('\n');
  const files = lines.map((line) => /^(\S+) (\S+) +\d+ (\S+ \S+) (.*)$/.exec(line)?.slice(1) ?? []);
  expect(new Set(files.map(([rights, owner, when]) => `${rights} ${owner} ${when}`))).toEqual(
    new Set(['-rw-r--r-- 0/0 2026-09-21 14:13:20']),
  );
  const paths = files.map(([, , , path = '']) => path);
  expect(paths.length).toBeGreaterThan(500);
  expect(paths).toEqual(paths.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))));
});

it('SHA256SUMS holds for the archive and for the client that is in it', () => {
  cpSync(first.file, join(folder, `${name}.tar.gz`));
  expect(execFileSync('sha256sum', ['--check', first.sums], { cwd: folder, encoding: 'utf8' })).toContain(
    `${name}/dist/client/index.html: OK\n`,
  );
  expect(readFileSync(first.sums, 'utf8')).toMatch(new RegExp(`^[0-9a-f]{64}  ${name}\\.tar\\.gz\n`));
});

it('the archive locks what the server imports, and neither tools nor what is in the pages already', () => {
  const read = <Content>(file: string) => JSON.parse(readFileSync(join(unpacked, file), 'utf8')) as Content;
  const { dependencies, scripts, ...others } = read<Record<'dependencies' | 'scripts', Record<string, string>>>('package.json');
  expect(others).not.toHaveProperty('devDependencies');
  expect(Object.keys(dependencies)).toEqual(
    expect.arrayContaining(['fastify', '@node-rs/argon2', 'kysely', '@scalar/fastify-api-reference']),
  );
  const { packages } = read<{ packages: Record<string, { dev?: true }> }>('package-lock.json');
  const locked = Object.keys(packages);
  expect(locked).toEqual(
    expect.arrayContaining([...Object.keys(dependencies).map((one) => `node_modules/${one}`), 'node_modules/better-sqlite3']),
  );
  expect(locked.filter((path) => /\/(vite|rolldown|react|react-dom|typescript|lucide-react|emojibase-data)$/.test(path))).toEqual([]);
  expect(Object.values(packages).filter(({ dev }) => dev)).toEqual([]);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['start', 'backup', 'restore', 'doctor']));
  expect(readdirSync(unpacked).sort()).toEqual(
    ['CHANGELOG.md', 'LICENSE', 'README.md', 'deploy', 'dist', 'docs', 'package-lock.json', 'package.json', 'scripts'].sort(),
  );
});
