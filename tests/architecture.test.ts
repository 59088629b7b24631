import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const here = (path: string) => new URL(`../${path}`, import.meta.url);

test('every file and folder that docs/architecture.md names is there', () => {
  const text = readFileSync(here('docs/architecture.md'), 'utf8');
  const named = [...text.matchAll(/`([\w-]+\/[\w./-]*)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter((path) => !existsSync(here(`src/${path}`)) && !existsSync(here(path)))).toEqual([]);
});

test.each(['server', 'client'])('every room of src/%s has its line there', (side) => {
  const text = readFileSync(here('docs/architecture.md'), 'utf8');
  const rooms = readdirSync(here(`src/${side}`), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(rooms.length).toBeGreaterThan(10);
  expect(rooms.map(({ name }) => name).filter((name) => !text.includes(`\`${side}/${name}/\``))).toEqual([]);
});
