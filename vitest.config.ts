import { defineConfig } from 'vitest/config';
import { alone, common } from './vitest.common.ts';

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
