/** The processes and the folder of a bench. Whatever ends the bench ends and removes them. */
import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer as startBuiltServer } from '../tests/built-server.ts';

/** Removed when the bench ends. */
export const folder = mkdtempSync(join(tmpdir(), 'ou-la-la-bench-'));
/** Another build, as for the tests; undefined is the one in dist. */
export const otherProgram = process.env['OU_LA_LA_PROGRAM'];

const children = new Set<ChildProcess>();

process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

export interface RunningServer {
  /** As in `http://127.0.0.1:21234`. */
  origin: string;
  pid: number;
  /** From spawn to the first answer, in milliseconds. */
  startedIn: number;
  /** Processor time that it has used so far, in milliseconds; undefined where the system does not tell. */
  processorTime(): number | undefined;
  /** What it holds in memory, in bytes; undefined where the system does not tell. */
  residentMemory(): number | undefined;
  stop(): Promise<void>;
}

/** Starts the built server, as `npm start` runs it, on the data of `dataDir`. */
export async function startServer(
  dataDir: string,
  {
    nodeArguments = [],
    build,
    settings = {},
  }: { nodeArguments?: readonly string[]; build?: string; settings?: Record<string, string> } = {},
): Promise<RunningServer> {
  // It logs as it does for people: that is part of what is measured.
  const server = await startBuiltServer(
    { LOG_LEVEL: 'info', ...settings },
    { dataDir, nodeArguments, lookEvery: 2, ...(build !== undefined && { build }) },
  );
  const pid = server.pid();
  return {
    origin: server.origin,
    pid,
    startedIn: server.startedIn(),
    processorTime: () => processorTimeOf(pid),
    residentMemory: () => residentMemoryOf(pid),
    stop: async () => void (await server.stop()),
  };
}

/** What a process has used so far, in milliseconds; undefined where the system does not tell. */
function processorTimeOf(pid: number): number | undefined {
  // After the name, which may hold anything but ends at the last bracket: state is field 3, utime 14, stime 15, in ticks of 10 ms.
  const fields = aboutProcess(pid, 'stat')?.split(') ').at(-1)?.split(' ');
  return fields && (Number(fields[11]) + Number(fields[12])) * 10;
}

function residentMemoryOf(pid: number): number | undefined {
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB/m.exec(aboutProcess(pid, 'status') ?? '') ?? [];
  return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
}

function aboutProcess(pid: number, file: string): string | undefined {
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
  /** Processor time that it has used so far, in milliseconds; undefined where the system does not tell. */
  processorTime(): number | undefined;
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
    processorTime: () => (child.pid === undefined ? undefined : processorTimeOf(child.pid)),
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
