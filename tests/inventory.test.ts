import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

it('the inventory names each direct dependency, at the release that is used, and what it is for', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
  const rows = [...read('docs/dependencies.md').matchAll(/^\| `([^`]+)` \| \S.* \| (\S+) \([\d-]+\) \| .* \| .* \|$/gm)];
  expect(Object.fromEntries(rows.map(([, name, version]) => [name, version]))).toEqual({ ...dependencies, ...devDependencies });
});
