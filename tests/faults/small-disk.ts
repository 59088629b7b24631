/** A disk that is full when a proof wants it to be, for one server alone. */
import { execFile } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type RunningServer, startServer } from '../built-server.ts';

const run = promisify(execFile);

export interface SmallDisk {
  /** What makes the disk small. */
  how: string;
  server: RunningServer;
  /** Takes all the room that is left. */
  fill(): Promise<void>;
  /** Gives it back. */
  free(): Promise<void>;
  /** The data folder, as it is seen from outside while the server runs. */
  folder(): string;
}

const size = '6m';

// A file system in memory that only the server and what it starts can see, and that is gone with it.
const mount = `mount -t tmpfs -o size=${size} tmpfs "$0" && exec "$@"`;
const namespaces = [
  { how: `a file system of ${size} in a mount namespace`, unshare: ['unshare', '-m'] },
  { how: `a file system of ${size} in a user namespace`, unshare: ['unshare', '-U', '-r', '-m'] },
];

/** Starts a server on a disk of its own, by the first way that this machine permits. */
export async function startOnSmallDisk(): Promise<SmallDisk> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ou-la-la-small-'));
  for (const { how, unshare } of namespaces) {
    const under = [...unshare, 'sh', '-c', mount, dataDir];
    if (await works([...under, 'true'])) return onFileSystem(how, await startServer({}, { under, dataDir }));
  }
  if (await works(['prlimit', '--version'])) return withLimit(await startServer({}, { dataDir }));
  rmSync(dataDir, { recursive: true });
  throw new Error(
    'R5 needs a small disk: run it as root, or where unprivileged user namespaces are permitted, or with `prlimit` (util-linux).',
  );
}

function onFileSystem(how: string, server: RunningServer): SmallDisk {
  const folder = () => `/proc/${server.pid()}/root${server.dataDir}`;
  const ballast = () => join(folder(), 'ballast');
  return {
    how,
    server,
    folder,
    fill: async () => fillUp(ballast()),
    free: async () => rmSync(ballast(), { force: true }),
  };
}

/** Without the right to mount anything: no file of the server's may grow. The system then answers EFBIG, not ENOSPC. */
function withLimit(server: RunningServer): SmallDisk {
  const limit = (bytes: string) => run('prlimit', ['--pid', String(server.pid()), `--fsize=${bytes}:unlimited`]);
  return {
    how: 'a limit on the size of files (EFBIG in place of ENOSPC)',
    server,
    folder: () => server.dataDir,
    // Below every file there is: a write-ahead log that begins anew overwrites what it has.
    fill: async () => void (await limit('1')),
    free: async () => void (await limit('unlimited')),
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
