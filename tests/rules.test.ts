/** Whoever reads a number of a rule somewhere in the repository finds the rule in docs/rules.md. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const text = (file: string) => readFileSync(join(root, file), 'utf8');
// The first column of its tables.
const listed = [...text('docs/rules.md').matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) => cell.match(/[BDPRSU]\d+/g) ?? []);

test('each number has one line', () => {
  expect(listed.length).toBeGreaterThan(50);
  expect(new Set(listed).size).toBe(listed.length);
});

test('each number that anything cites has its line', () => {
  const folders = ['src', 'tests', 'scripts', 'bench', 'docs'];
  const inside = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );
  const files = [...inside, 'README.md', 'CONTRIBUTING.md'].filter((file) => /\.(ts|tsx|mjs|css|md)$/.test(file));
  expect(files.length).toBeGreaterThan(500);
  const cited = files.flatMap((file) => (text(file).match(/\b[BDPRSU]\d{1,2}\b/g) ?? []).map((number) => ({ file, number })));
  expect(cited.length).toBeGreaterThan(200);
  expect(cited.filter(({ number }) => !listed.includes(number))).toEqual([]);
});
