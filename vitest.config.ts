import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'],
    exclude: [
      '**/node_modules/**',
      'dist/**',
      'tests/e2e/**',
      'tests/faults/**',
      'tests/engines/**',
      'tests/cluster/**',
      'tests/postgres/**',
    ],
    // Forks, because better-sqlite3 and argon2 are native; two, because the machines that run this have two cores.
    pool: 'forks',
    maxWorkers: 2,
    // No fact hangs on how fast the machine is: these limits only end what hangs. Nothing is tried twice, a test that fails once has a cause.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
});
