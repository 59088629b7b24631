import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'dist/**', 'tests/e2e/**', 'tests/faults/**'],
    // Forks, because better-sqlite3 and argon2 are native; two, because the machines that run this have two cores.
    pool: 'forks',
    maxWorkers: 2,
    // As in playwright.config.ts: some facts are about time, and the machine is not ours alone.
    retry: process.env['CI'] ? 1 : 0,
    testTimeout: 15_000,
    hookTimeout: 15_000,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
});
