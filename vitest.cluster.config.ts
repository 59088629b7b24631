import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** What must hold with several copies, on real services of the tests' own. Started by `npm run test:cluster`, which builds and looks for them. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ['tests/cluster/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    globalSetup: ['tests/postgres/global-setup.ts'],
  },
});
