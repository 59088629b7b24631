import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { test as base } from '@playwright/test';

export { expect } from '@playwright/test';

/** A built server of one's own, with an empty database. */
export interface RunningServer {
  /** As in `http://127.0.0.1:41234`; the same after a restart. */
  readonly origin: string;
  readonly dataDir: string;
  /** What the server has printed so far, both streams. */
  output(): string;
  /** Ends it and waits for its end. SIGKILL is how a crash looks. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Stops it if it runs, and starts it again on the same data. `env` adds settings or changes them. */
  restart(env?: Record<string, string>): Promise<void>;
}

/** Every worker has one server for all its tests; `page.goto('/')` opens it. */
export const test = base.extend<object, { server: RunningServer }>({
  server: [
    // Playwright reads the wanted fixtures out of the braces, so they must stand there, even empty.
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
      rmSync(server.dataDir, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => {
    await use(server.origin);
  },
});

const program = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));

/** Starts the built server on a free port of this machine and waits until it is ready. The caller stops it and removes its data. */
export async function startServer(settings: Record<string, string> = {}): Promise<RunningServer> {
  if (!existsSync(program)) throw new Error('dist/server/main.js is missing: run `npm run build`, or the tests by `npm test -- e2e`.');
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const dataDir = mkdtempSync(join(tmpdir(), 'ou-la-la-e2e-'));
  let child: ChildProcess;
  let output = '';

  const start = async (env: Record<string, string>) => {
    child = spawn(process.execPath, ['--enable-source-maps', program], {
      cwd: dataDir,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: dataDir,
        LOG_LEVEL: 'warn',
        // All the people of a test run sign up from one address.
        SIGN_UPS_PER_HOUR: '100000',
        ...settings,
        ...env,
      },
    });
    child.stdout?.on('data', (text) => (output += text));
    child.stderr?.on('data', (text) => (output += text));
    await ready(origin, child, () => output);
  };

  const stop = async (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') => {
    if (hasEnded(child)) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await Promise.race([ended, pause(10_000)]);
    if (hasEnded(child)) return;
    child.kill('SIGKILL');
    await ended;
    throw new Error(`The server had not ended 10 s after ${signal}.\n${output}`);
  };

  await start({});
  return {
    origin,
    dataDir,
    output: () => output,
    stop,
    restart: async (env = {}) => {
      await stop();
      await start(env);
    },
  };
}

async function ready(origin: string, child: ChildProcess, output: () => string): Promise<void> {
  const limit = Date.now() + 15_000;
  while (Date.now() < limit) {
    if (hasEnded(child)) throw new Error(`The server ended while starting.\n${output()}`);
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await pause(50);
  }
  child.kill('SIGKILL');
  throw new Error(`The server was not ready after 15 s.\n${output()}`);
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))));
    });
  });
}
