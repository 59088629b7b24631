import { defineConfig } from 'vitest/config';
import { common } from './vitest.common.ts';

/** What must hold with several copies, on real services of the tests' own. Started by `npm run test:cluster`, which builds and looks for them. */
export default defineConfig({
  test: {
    ...common,
    // Each is several copies already.
    maxWorkers: 2,
    include: ['tests/cluster/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    globalSetup: ['tests/postgres/global-setup.ts'],
  },
});
