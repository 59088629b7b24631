/** A PostgreSQL of the tests' own: started from installed binaries on a free port, gone with the process that started it. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { findPostgres } from '../../scripts/postgres.mjs';
import { freePort } from '../built-server.ts';

/** In milliseconds: it takes one or two seconds; on a machine that others use, a hundred times that. */
const patience = 120_000;

export interface PostgresServer {
  /** The URL of its database `postgres`, for a superuser. */
  readonly url: string;
  readonly port: number;
  /** The id of its first process. */
  pid(): number;
  /** The ids of all its processes, the first one first. */
  pids(): number[];
  /** SIGINT ends it in good order whoever is connected, SIGQUIT as a crash does. */
  stop(signal?: 'SIGINT' | 'SIGQUIT'): Promise<void>;
  /** Starts it again on the same data and port. */
  restart(): Promise<void>;
  /** Stops it, and removes its data. */
  remove(): Promise<void>;
}

interface Circumstances {
  /** Writes to a disk and waits for it, as one does whose data matter. */
  durable?: boolean;
  /** Otherwise 127.0.0.1. */
  address?: string;
  /** Otherwise a free one. */
  port?: number;
  /** A standby of this server, which must be durable: it copies it now and follows it, until it is promoted. */
  follows?: PostgresServer;
}

/** Nothing of it has to outlast the tests. */
const hasty = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  autovacuum: 'off',
};

export async function startPostgres({
  durable = false,
  address = '127.0.0.1',
  port: wanted,
  follows,
}: Circumstances = {}): Promise<PostgresServer> {
  const binaries = findPostgres();
  if (!binaries) throw new Error('no PostgreSQL is installed: apt-get install postgresql');
  const memory = '/dev/shm';
  const folder = mkdtempSync(join(!durable && existsSync(memory) ? memory : tmpdir(), 'ou-la-la-postgres-'));
  // It refuses to be run by the one who may do everything.
  const user = process.getuid?.() === 0 ? unprivileged() : undefined;
  if (user) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const options = ['--no-sync', '--auth=trust', '--username=postgres', '--encoding=UTF8', '--locale=C.UTF-8', '-D', data];
  const copying = ['--pgdata', data, '--write-recovery-conf', '--checkpoint=fast', '--no-sync', '--dbname', follows?.url ?? ''];
  const [maker, made] = follows ? (['pg_basebackup', copying] as const) : (['initdb', options] as const);
  execFileSync(join(binaries, maker), made, { ...user, cwd: folder, stdio: 'ignore' });
  const port = wanted ?? (await freePort());
  const url = `postgres://postgres@${address}:${port}/postgres`;
  const given = {
    port,
    listen_addresses: address,
    unix_socket_directories: folder,
    // Ten of each app that a file of tests starts; they stay open until its end.
    max_connections: 500,
    shared_buffers: '64MB',
    jit: 'off',
  };
  const all = Object.entries({ ...given, ...(durable ? {} : hasty) });
  let child: ChildProcess;
  let output = '';

  const launch = async () => {
    const values = all.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const started = spawn(join(binaries, 'postgres'), ['-D', data, ...values], {
      ...user,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child = started;
    started.stderr.on('data', (text) => (output = `${output}${text}`.slice(-10_000)));
    process.on('exit', crash);
    await ready(url, started, () => output);
  };
  const crash = () => void child.kill('SIGQUIT');
  const stop = async (signal: 'SIGINT' | 'SIGQUIT' = 'SIGINT') => {
    process.off('exit', crash);
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  };

  await launch();
  return {
    url,
    port,
    pid: () => child.pid ?? 0,
    pids: () => [child.pid ?? 0, ...childrenOf(child.pid ?? 0)],
    stop,
    restart: async () => {
      await stop();
      await launch();
    },
    remove: async () => {
      await stop('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function unprivileged(): { uid: number; gid: number } {
  const of = (what: string) => Number(execFileSync('id', [what, 'nobody'], { encoding: 'utf8' }));
  return { uid: of('-u'), gid: of('-g') };
}

function childrenOf(pid: number): number[] {
  const found = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return found.split('\n').map(Number).filter(Boolean);
}

async function ready(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const limit = performance.now() + patience;
  while (performance.now() < limit) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended while starting.\n${output()}`);
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await pause(50);
    }
  }
  throw new Error(`PostgreSQL hangs while starting.\n${output()}`);
}
