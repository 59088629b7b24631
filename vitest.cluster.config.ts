import { defineConfig } from 'vitest/config';

/** What must hold with several copies, on real services of the tests' own. Started by `npm run test:cluster`, which builds and looks for them. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/cluster/**/*.test.ts'],
    globalSetup: ['tests/postgres/global-setup.ts'],
    // Forks, as in the other suites; two, because the machines that run this have two cores.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    restoreMocks: true,
  },
});
