import { defineConfig } from 'vitest/config';

/** The game in Firefox and in WebKit, as the system has them. Started by `npm run test:engines`, which builds first and finds them. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/engines/**/*.test.ts'],
    globalSetup: 'tests/engines/recording-build.ts',
    // Both engines at once: each waits half of the time, for a line, a worker, a page.
    maxWorkers: 2,
    pool: 'forks',
    // Each scenario takes some seconds. What is waited for has a limit of its own, which says what was shown.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
