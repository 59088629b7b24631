import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { api } from '#shared/api';

it('no endpoint stands in the tables of two nouns: one would hide the other', () => {
  const folder = new URL('../src/shared/api/', import.meta.url);
  const tables = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'));
  const rows = tables.flatMap((table) => [...table.matchAll(/^ {2}'([A-Z]+ \/api\/.*)': \{$/gm)].map(([, key = '']) => key));
  expect(rows.toSorted()).toEqual(Object.keys(api).toSorted());
});
