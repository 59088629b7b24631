/** The processes and the folder of a bench. Whatever ends the bench ends and removes them. */
import { fork, type Serializable } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer as startBuiltServer } from '../tests/built-server.ts';

/** Removed when the bench ends. */
export const folder = mkdtempSync(join(tmpdir(), 'ou-la-la-bench-'));
/** Another build, as for the tests; undefined is the one in dist. */
export const otherProgram = process.env['OU_LA_LA_PROGRAM'];

process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/** A data folder of its own for a build: of `dist` when none is named. */
export function dataDirOf(name: string, build?: string): string {
  return join(folder, build === undefined ? name : `${name}-base`);
}

export interface RunningServer {
  /** As in `http://127.0.0.1:21234`. */
  origin: string;
  dataDir: string;
  /** From spawn to the first answer, in milliseconds. */
  startedIn: number;
  /** Processor time that it has used so far, in milliseconds; NaN where the system does not tell. */
  processorTime(): number;
  /** What it holds in memory, in megabytes; NaN where the system does not tell. */
  residentMemory(): number;
  stop(): Promise<void>;
}

/** Starts the built server, as `npm start` runs it, on the data of `dataDir`. */
export async function startServer(dataDir: string, build?: string, settings: Record<string, string> = {}): Promise<RunningServer> {
  // It logs as it does for people: that is part of what is measured.
  const server = await startBuiltServer(
    { LOG_LEVEL: 'info', ...settings },
    { dataDir, lookEvery: 2, ...(build !== undefined && { build }) },
  );
  const pid = server.pid();
  return {
    origin: server.origin,
    dataDir,
    startedIn: server.startedIn(),
    processorTime: () => processorTimeOf(pid),
    residentMemory: () => Number(/^VmRSS:\s+(\d+) kB/m.exec(aboutProcess(pid, 'status'))?.[1]) * 0.001024,
    stop: async () => void (await server.stop()),
  };
}

/** What a process has used so far, in milliseconds; NaN where the system does not tell. */
function processorTimeOf(pid: number): number {
  // After the name, which may hold anything but ends at the last bracket: state is field 3, utime 14, stime 15, in ticks of 10 ms.
  const fields = aboutProcess(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function aboutProcess(pid: number | 'self', file: string): string {
  const path = `/proc/${pid}/${file}`;
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** Throws when this process, and so those that it starts, may not hold that many connections. */
export function assertMayOpen(connections: number): void {
  // Node has already raised the soft limit as far as it may.
  const [, soft] = /^Max open files\s+(\d+)/m.exec(aboutProcess('self', 'limits')) ?? [];
  if (soft === undefined || Number(soft) >= connections + 100) return;
  throw new Error(
    `${connections.toLocaleString('en')} streams need as many open files and some more, and ${soft} are allowed (ulimit -Hn)`,
  );
}

/** A program of this folder in a process of its own, which answers each message with one message, and ends with this process. */
export interface Companion {
  ask(question: Serializable): Promise<unknown>;
  /** Processor time that it has used so far, in milliseconds; NaN where the system does not tell. */
  processorTime(): number;
  stop(): Promise<void>;
}

export function startCompanion(program: URL, ...given: readonly string[]): Companion {
  const child = fork(fileURLToPath(program), given);
  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        const fail = () => reject(new Error(`${program.pathname} ended`));
        child.once('exit', fail);
        child.once('message', (answer) => {
          child.off('exit', fail);
          resolve(answer);
        });
        child.send(question);
      }),
    processorTime: () => processorTimeOf(child.pid ?? 0),
    stop: async () => {
      if (child.kill('SIGKILL')) await once(child, 'exit');
    },
  };
}
