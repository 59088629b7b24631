import { defineConfig } from 'vitest/config';
import { printFigures } from './tests/figures.ts';

/** The proofs that nothing is lost, by faults that are made on purpose. Started by `npm run test:faults`, which builds the server first. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/faults/**/*.test.ts'],
    setupFiles: ['tests/end-of-file.ts'],
    // One after the other: each loads the machine and measures it.
    fileParallelism: false,
    pool: 'forks',
    // Each ends in a minute or two, but the machine is not ours alone.
    testTimeout: 600_000,
    hookTimeout: 60_000,
    reporters: ['default', 'json', { onTestRunEnd: printFigures }],
    restoreMocks: true,
    unstubGlobals: true,
  },
});
