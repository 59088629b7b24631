/** A disk of a few megabytes that is full when a proof wants it to be, for one server alone. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type RunningServer, startServer } from '../built-server.ts';

const run = promisify(execFile);

export interface SmallDisk {
  /** What makes the disk small. */
  how: string;
  server: RunningServer;
  /** In bytes: so much of it the server's log of changes may take, unless somebody holds on to the database. */
  logAtMost: number;
  /** Takes all the room that is left. */
  fill(): Promise<void>;
  /** Gives it back. */
  free(): Promise<void>;
  /** The data folder, as it is seen from outside while the server runs. */
  folder(): string;
  /** Lets another program hold on to the state of the database as it is now. Resolves when it does, with what ends it. */
  hold(): Promise<() => Promise<void>>;
}

const size = '6m';
/** Where only the size of files is limited the server sees a large disk, and gives its log 8 MB. */
const limitedTo = 12;

// A file system in memory that only the server and what it starts can see, and that is gone with it.
const mount = (room: string) => `mount -t tmpfs -o size=${room} tmpfs "$0" && exec "$@"`;
const namespaces = [
  { how: `a file system of ${size} in a mount namespace`, unshare: ['unshare', '-m'], enter: ['--mount'] },
  {
    how: `a file system of ${size} in a user namespace`,
    unshare: ['unshare', '-U', '-r', '-m'],
    enter: ['--user', '--preserve-credentials', '--mount'],
  },
];

/** Starts a server on a disk of its own, by the first way that this machine permits. */
export async function startOnSmallDisk(): Promise<SmallDisk> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ou-la-la-small-'));
  const own = await smallFolder(dataDir, size);
  if (own) return onFileSystem(own, await startServer({}, { under: own.under, dataDir }));
  if (await works(['prlimit', '--version'])) return await withLimit(await startServer({}, { dataDir }));
  rmSync(dataDir, { recursive: true });
  throw new Error(
    'R5 needs a small disk: run it as root, or where unprivileged user namespaces are permitted, or with `prlimit` (util-linux).',
  );
}

interface SmallFolder {
  how: string;
  /** What runs a server that sees the folder so. */
  under: string[];
  /** What runs another program in the same namespace. */
  enter: readonly string[];
}

/** Makes a folder small for one server alone; undefined where this machine permits nobody to mount. */
export async function smallFolder(folder: string, room: string): Promise<SmallFolder | undefined> {
  for (const { how, unshare, enter } of namespaces) {
    const under = [...unshare, 'sh', '-c', mount(room), folder];
    if (await works([...under, 'true'])) return { how, under, enter };
  }
  return undefined;
}

function onFileSystem({ how, enter }: SmallFolder, server: RunningServer): SmallDisk {
  const folder = () => `/proc/${server.pid()}/root${server.dataDir}`;
  const ballast = () => join(folder(), 'ballast');
  return {
    how,
    server,
    folder,
    logAtMost: 1_000_000,
    fill: async () => fillUp(ballast()),
    free: async () => rmSync(ballast(), { force: true }),
    hold: () => holdDatabase(server, ['nsenter', `--target=${server.pid()}`, ...enter]),
  };
}

/** Without the right to mount anything: no file of the server's may grow beyond this. The system then answers EFBIG, not ENOSPC. */
async function withLimit(server: RunningServer): Promise<SmallDisk> {
  const limit = (bytes: number) => run('prlimit', ['--pid', String(server.pid()), `--fsize=${bytes}:unlimited`]);
  const free = async () => void (await limit(limitedTo * 1024 * 1024));
  await free();
  return {
    how: `a limit of ${limitedTo} MB on the size of files (EFBIG in place of ENOSPC)`,
    server,
    folder: () => server.dataDir,
    logAtMost: 9_000_000,
    // Below every file there is: a write-ahead log that begins anew overwrites what it has.
    fill: async () => void (await limit(1)),
    free,
    hold: () => holdDatabase(server, []),
  };
}

const outsideReader = fileURLToPath(new URL('outside-reader.mjs', import.meta.url));

async function holdDatabase({ dataDir }: RunningServer, under: readonly string[]): Promise<() => Promise<void>> {
  const [program, ...args] = [...under, process.execPath, outsideReader, join(dataDir, 'ou-la-la.db')];
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const holds = await Promise.race([once(child.stdout, 'data').then(() => true), ended.then(() => false)]);
  if (!holds) throw new Error('nobody could hold on to the database');
  return async () => {
    child.stdin.end();
    await ended;
  };
}

function fillUp(path: string): void {
  const file = openSync(path, 'a');
  try {
    // Down to the last page, which is what a file system gives away at the least.
    for (const length of [64 * 1024, 4096]) for (;;) if (!wrote(file, length)) break;
  } finally {
    closeSync(file);
  }
}

function wrote(file: number, length: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(length, 'x')) === length;
  } catch (failure) {
    if (failure instanceof Error && 'code' in failure && failure.code === 'ENOSPC') return false;
    throw failure;
  }
}

async function works([program = '', ...args]: readonly string[]): Promise<boolean> {
  try {
    await run(program, args);
    return true;
  } catch {
    return false;
  }
}
