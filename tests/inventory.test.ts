import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

it('the inventory names each direct dependency, at the release that is used, and what it is for', () => {
  const { dependencies, optionalDependencies, devDependencies } = JSON.parse(read('package.json')) as Record<
    string,
    Record<string, string>
  >;
  const { dependencies: judges } = JSON.parse(read('tests/judges/package.json')) as Record<string, Record<string, string>>;
  const rows = [...read('docs/dependencies.md').matchAll(/^\| `([^`]+)` \| \S.* \| (\S+) \([\d-]+\) \| .* \| .* \|$/gm)];
  expect(Object.fromEntries(rows.map(([, name, version]) => [name, version]))).toEqual({
    ...dependencies,
    ...optionalDependencies,
    ...devDependencies,
    ...judges,
  });
});

interface Entry {
  integrity?: string;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
}

it('the lock file knows the bytes of all that is installed here; it may lack those of programs for other systems', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Entry> };
  const unknown = Object.entries(packages).filter(([path, { integrity }]) => path !== '' && integrity === undefined);
  const isForOthers = ({ optional, os = [], cpu = [], libc = ['glibc'] }: Entry) =>
    optional === true && !(os.includes('linux') && cpu.includes('x64') && libc.includes('glibc'));
  expect(unknown.filter(([, entry]) => !isForOthers(entry))).toEqual([]);
});
