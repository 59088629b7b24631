/** What the suites have in common that run the server and the client in the processes of the tests. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ViteUserConfig } from 'vitest/config';

/** Files that replace modules, want them fresh, or give Node for good what only browsers have: they share no process with others. */
export const alone = ['src', 'tests']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
  .filter(
    (file) => /\.test\.tsx?$/.test(file) && /\bvi\.(mock|doMock|resetModules)\(|'fake-indexeddb\/auto'/.test(readFileSync(file, 'utf8')),
  );

export const common = {
  environment: 'node',
  setupFiles: ['tests/end-of-file.ts'],
  // Forks, because better-sqlite3 and argon2 are native.
  pool: 'forks',
  // One more than the machines that run this have cores: now and then one waits, for a lock, a mail server, the end of a process.
  maxWorkers: 3,
  // No fact hangs on how fast the machine is: these limits only end what hangs. Nothing is tried twice, a test that fails once has a cause.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
} satisfies ViteUserConfig['test'];
