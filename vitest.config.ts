import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'dist/**', 'tests/e2e/**'],
    // Forks, because better-sqlite3 and argon2 are native; two, because the machines that run this have two cores.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 15_000,
    hookTimeout: 15_000,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
});
