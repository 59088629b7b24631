/** The built server, as people run it: a process of its own on this machine, with data of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** A built server of one's own, with an empty database. */
export interface RunningServer {
  /** As in `http://127.0.0.1:21234`; the same after a restart. */
  readonly origin: string;
  readonly dataDir: string;
  /** The id of the process that was started last. */
  pid(): number;
  /** From its last start to its first answer, in milliseconds. */
  startedIn(): number;
  /** What the server has printed so far, both streams. */
  output(): string;
  /** Ends it and waits for its end. SIGKILL is how a crash looks. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<Ending>;
  /** Stops it if it runs, and starts it again on the same data. `env` adds settings or changes them. */
  restart(env?: Record<string, string>): Promise<void>;
  /** Starts it again and does not wait until it is ready. */
  relaunch(): void;
}

export interface Ending {
  /** Null when a signal ended it. */
  code: number | null;
  /** From the signal to the end, in milliseconds. */
  after: number;
}

interface Circumstances {
  /** What runs the server, with its arguments, as in `['strace', '-f']`: it gets the signals too. */
  under?: readonly string[];
  /** Another Node than the one that runs the test, by its path. */
  node?: string;
  /** A folder of one's own; otherwise a new one. The server must be able to make it. */
  dataDir?: string;
  /** The arguments of Node, beside those that `npm start` gives. */
  nodeArguments?: readonly string[];
  /** Another build than all others use, to compare the two. */
  build?: string;
  /** In milliseconds, between two looks whether it answers: where its start is measured, few. */
  lookEvery?: number;
}

// Another build can be tried without touching the one in dist.
export const builtServer = process.env['OU_LA_LA_PROGRAM'] ?? fileURLToPath(new URL('../dist/server/main.js', import.meta.url));

/** Starting takes half a second and ending less; on a machine that others use, a hundred times that. Only what hangs takes longer. */
const patience = 120_000;

const running = new Set<(signal: NodeJS.Signals) => void>();
const folders = new Set<string>();
// Whatever becomes of a test, nothing of its server stays behind.
process.on('exit', () => {
  for (const signal of running) signal('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Starts the built server on a free port of this machine and waits until it is ready. The caller stops it and removes its data. */
export async function startServer(
  settings: Record<string, string> = {},
  { under = [], node = process.execPath, dataDir, nodeArguments = [], build = builtServer, lookEvery = 25 }: Circumstances = {},
): Promise<RunningServer> {
  if (!existsSync(build)) throw new Error('dist/server/main.js is missing: run `npm run build`, or the tests by `npm test -- e2e`.');
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'ou-la-la-e2e-'));
  if (dataDir === undefined) folders.add(folder);
  const [program, ...before] = [...under, node];
  // A group of its own, so that signals reach the server and not only what runs it.
  const detached = under.length > 0;
  let child: ChildProcess;
  let output = '';
  let startedIn = Number.NaN;

  const signal = (name: NodeJS.Signals) => {
    if (child.pid === undefined || hasEnded(child)) return;
    if (detached) process.kill(-child.pid, name);
    else child.kill(name);
  };

  const launch = (env: Record<string, string> = {}) => {
    // The same flags as `npm start` gives it.
    child = spawn(program, [...before, '--enable-source-maps', '--max-semi-space-size=8', ...nodeArguments, build], {
      cwd: tmpdir(),
      detached,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: folder,
        LOG_LEVEL: 'warn',
        // All the people of a test run sign up from one address.
        SIGN_UPS_PER_HOUR: '100000',
        // The load of a test comes from few people.
        LOGS_PER_MINUTE: '1000000',
        ...settings,
        ...env,
      },
    });
    running.add(signal);
    child.stdout?.on('data', (text) => (output += text));
    child.stderr?.on('data', (text) => (output += text));
  };

  const start = async (env: Record<string, string>) => {
    const launched = performance.now();
    launch(env);
    try {
      await ready(origin, child, lookEvery, () => output);
      startedIn = performance.now() - launched;
    } catch (failure) {
      signal('SIGKILL');
      throw failure;
    }
  };

  const stop = async (name: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<Ending> => {
    if (hasEnded(child)) return { code: child.exitCode, after: 0 };
    const sent = performance.now();
    const ended = new Promise((resolve) => child.once('exit', resolve));
    signal(name);
    const hangs = setTimeout(() => signal('SIGKILL'), patience);
    await ended;
    clearTimeout(hangs);
    running.delete(signal);
    if (child.signalCode !== null && child.signalCode !== name) throw new Error(`The server hung after ${name}.\n${output}`);
    return { code: child.exitCode, after: performance.now() - sent };
  };

  await start({});
  return {
    origin,
    dataDir: folder,
    pid: () => child.pid ?? 0,
    startedIn: () => startedIn,
    output: () => output,
    stop,
    restart: async (env = {}) => {
      await stop();
      await start(env);
    },
    relaunch: () => launch(),
  };
}

async function ready(origin: string, child: ChildProcess, every: number, output: () => string): Promise<void> {
  const limit = performance.now() + patience;
  while (performance.now() < limit) {
    if (hasEnded(child)) throw new Error(`The server ended while starting.\n${output()}`);
    if (await answers(`${origin}/readyz`)) return;
    await pause(every);
  }
  throw new Error(`The server hangs while starting.\n${output()}`);
}

function answers(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false }, (reply) => {
      reply.resume();
      resolve(reply.statusCode === 200);
    });
    request.on('error', () => resolve(false));
  });
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

// Below the ports that the system gives to outgoing connections: while a server is down, one of those could take its place, or a
// client that tries again could even connect to itself.
const ports = { first: 20_000, count: 10_000 };

/** A port that nobody listens on now. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = ports.first + Math.floor(Math.random() * ports.count);
    if (await isFree(port)) return port;
  }
  throw new Error('no free port');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
