/** A Redis of the tests' own: a process on a free port of this machine that keeps nothing, which ends with them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './built-server.ts';

export interface RedisServer {
  /** The same after a restart. */
  readonly url: string;
  readonly port: number;
  /** Ends it, as in a crash; what was in it is gone. */
  stop(): Promise<void>;
  /** After {@link RedisServer.stop}; empty. */
  start(): Promise<void>;
  /** Lets it hang: connections stand, nothing is answered. */
  freeze(): void;
  thaw(): void;
}

const missingRedis = 'redis-server manque : apt-get install -y redis-server';

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Far longer than it ever takes. */
const patience = 60_000;

export async function startRedis(): Promise<RedisServer> {
  const port = await freePort();
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    const started = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], {
      cwd: tmpdir(),
      stdio: 'ignore',
    });
    child = started;
    running.add(started);
    let failure: Error | undefined;
    started.once('error', (error) => (failure = new Error(missingRedis, { cause: error })));
    const limit = performance.now() + patience;
    while (!(await listens(port))) {
      if (failure) throw failure;
      if (started.exitCode !== null || performance.now() > limit) throw new Error('redis-server does not start');
      await pause(5);
    }
  }

  async function stop(): Promise<void> {
    const ending = child;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill('SIGKILL');
    await ended;
    running.delete(ending);
  }

  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    stop,
    start,
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
  };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(port, '127.0.0.1', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(false));
  });
}
