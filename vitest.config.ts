import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { common } from './vitest.common.ts';

const include = ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'];
const exclude = [
  '**/node_modules/**',
  'dist/**',
  'tests/e2e/**',
  'tests/faults/**',
  'tests/engines/**',
  'tests/cluster/**',
  'tests/postgres/**',
];
// Files that replace modules, want them fresh, or give Node for good what only browsers have.
const alone = ['src', 'tests']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
  .filter(
    (file) => /\.test\.tsx?$/.test(file) && /\bvi\.(mock|doMock|resetModules)\(|'fake-indexeddb\/auto'/.test(readFileSync(file, 'utf8')),
  );

export default defineConfig({
  test: {
    ...common,
    projects: [
      { extends: true, test: { name: 'alone', include: alone, exclude } },
      // One file after the other with the modules that a process has loaded: loading the server takes longer than most files do. What a test
      // changes is in an app and a database of its own.
      { extends: true, test: { name: 'shared', isolate: false, include, exclude: [...exclude, ...alone] } },
    ],
  },
});
