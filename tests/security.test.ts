/** docs/security.md claims nothing that no test holds: each proof names a test that is there, and each place in the code is. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const here = (path: string) => new URL(`../${path}`, import.meta.url);
const text = readFileSync(here('docs/security.md'), 'utf8');
const links = [...text.matchAll(/\[([^\]]+)\]\(([^)#]+)[^)]*\)/g)].map(([, name = '', target = '']) => ({ name, target }));
const proofs = links.filter(({ target }) => /\.(test|spec)\.ts$/.test(target));

test('every link leads to a file', () => {
  expect(links.length).toBeGreaterThan(60);
  expect(links.filter(({ target }) => !existsSync(new URL(target, here('docs/security.md'))))).toEqual([]);
});

test('every proof is the title of a test of the file that it leads to', () => {
  expect(proofs.length).toBeGreaterThan(60);
  const isThere = ({ name, target }: { name: string; target: string }) => {
    const titles = titlesIn(readFileSync(new URL(target, here('docs/security.md')), 'utf8'));
    return titles.has(name);
  };
  expect(proofs.filter((proof) => !isThere(proof))).toEqual([]);
});

test('every row of a table with proofs has one, or says that there is none', () => {
  const rows = text.split('\n').filter((line) => line.startsWith('| '));
  let proven = false;
  const bare: string[] = [];
  for (const row of rows) {
    const [last = ''] = row.split(' |').slice(-2);
    if (/^\| (wants|who) \|/.test(row)) proven = true;
    else if (/^\| (what) \|/.test(row)) proven = false;
    else if (proven && !/\.(test|spec)\.ts\)|none: /.test(last)) bare.push(row);
  }
  expect(bare).toEqual([]);
});

test('every place in the code that it names is there', () => {
  const named = [...text.matchAll(/`((?:client|server|shared|deploy)\/[\w./-]*)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((path) => !existsSync(here(`src/${path}`)) && !existsSync(here(path)))).toEqual([]);
});

/** What stands where a test has its title, as it is written: `%s` and `${…}` as they are. */
function titlesIn(source: string): Set<string> {
  // After `it(`, or after the list of `it.each([…])(`.
  const literals = source.matchAll(/(?:\b(?:it|test|describe)(?:\.\w+)*|\)|\] as const\))\(\s*(['"`])((?:\\.|(?!\1).)*)\1\s*,/g);
  return new Set([...literals].map(([, , title = '']) => title.replaceAll(/\\(['"`])/g, '$1')));
}
