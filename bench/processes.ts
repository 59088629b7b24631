/** The processes and the folder of a bench. Whatever ends the bench ends and removes them. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Removed when the bench ends. */
export const folder = mkdtempSync(join(tmpdir(), 'ou-la-la-bench-'));
/** Another build, as for the tests; undefined is the one in dist. */
export const otherProgram = process.env['OU_LA_LA_PROGRAM'];
export const builtServer = otherProgram ?? fileURLToPath(new URL('../dist/server/main.js', import.meta.url));

const children = new Set<ChildProcess>();

process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

export interface RunningServer {
  /** As in `http://127.0.0.1:4500`. */
  origin: string;
  pid: number;
  /** From spawn to the first reply of /healthz, in milliseconds. */
  startedIn: number;
  /** Processor time that it has used so far, in milliseconds; undefined where the system does not tell. */
  processorTime(): number | undefined;
  /** What it holds in memory, in bytes; undefined where the system does not tell. */
  residentMemory(): number | undefined;
  stop(): Promise<void>;
}

/** Starts the built server, as `npm start` runs it, on the data of `dataDir`. */
export async function startServer(dataDir: string, nodeArguments: readonly string[] = []): Promise<RunningServer> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const spawned = performance.now();
  // The same as `npm start` gives it.
  const flags = ['--enable-source-maps', '--max-semi-space-size=8'];
  const child = spawn(process.execPath, [...flags, ...nodeArguments, builtServer], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      // The whole players signs up from one address.
      SIGN_UPS_PER_HOUR: '100000',
      // Some seventy people log as fast as they can.
      LOGS_PER_MINUTE: '1000000',
    },
  });
  children.add(child);
  let output = '';
  child.stdout.on('data', (text) => (output += text));
  child.stderr.on('data', (text) => (output += text));

  while (!(await answers(`${origin}/healthz`))) {
    if (hasEnded(child) || performance.now() - spawned > 20_000) throw new Error(`the built server does not answer\n${output}`);
    await pause(2);
  }
  const startedIn = performance.now() - spawned;
  return {
    origin,
    pid: child.pid ?? 0,
    startedIn,
    processorTime: () => processorTimeOf(child),
    residentMemory: () => residentMemoryOf(child),
    stop: () => end(child),
  };
}

function processorTimeOf({ pid }: ChildProcess): number | undefined {
  // After the name, which may hold anything but ends at the last bracket: state is field 3, utime 14, stime 15, in ticks of 10 ms.
  const fields = aboutProcess(pid, 'stat')?.split(') ').at(-1)?.split(' ');
  return fields && (Number(fields[11]) + Number(fields[12])) * 10;
}

function residentMemoryOf({ pid }: ChildProcess): number | undefined {
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB/m.exec(aboutProcess(pid, 'status') ?? '') ?? [];
  return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
}

function aboutProcess(pid: number | undefined, file: string): string | undefined {
  const path = `/proc/${pid}/${file}`;
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** Throws when this process, and so those that it starts, may not hold that many connections. */
export function assertMayOpen(connections: number): void {
  const limits = '/proc/self/limits';
  if (!existsSync(limits)) return;
  // Node has already raised the soft limit as far as it may.
  const [, soft] = /^Max open files\s+(\w+)/m.exec(readFileSync(limits, 'utf8')) ?? [];
  if (soft !== 'unlimited' && Number(soft) < connections + 100)
    throw new Error(
      `${connections.toLocaleString('en')} streams need as many open files and some more, and ${soft} are allowed (ulimit -Hn)`,
    );
}

/** A program of this folder in a process of its own, which answers each message with one message. */
export interface Companion {
  ask(question: unknown): Promise<unknown>;
  stop(): Promise<void>;
}

export function startCompanion(program: URL, programArguments: readonly string[] = []): Companion {
  const child = fork(fileURLToPath(program), programArguments);
  children.add(child);
  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        const fail = () => reject(new Error(`${program.pathname} ended`));
        child.once('exit', fail);
        child.once('message', (answer) => {
          child.off('exit', fail);
          resolve(answer);
        });
        child.send(question as object);
      }),
    stop: () => end(child),
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (!hasEnded(child)) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const killer = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await ended;
    clearTimeout(killer);
  }
  children.delete(child);
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
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

const ports = { first: 4500, last: 4599 };

export async function freePort(): Promise<number> {
  for (let port = ports.first; port <= ports.last; port++) if (await isFree(port)) return port;
  throw new Error(`no free port from ${ports.first} to ${ports.last}`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
