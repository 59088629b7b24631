import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../database/database.ts';
import { keepOwner } from '../../files/private-file.ts';
import { syncFolder } from '../../files/sync-folder.ts';
import type { JobContext, Log, Worker } from '../../jobs/runner.ts';
import type { Tallies } from '../../metrics/tallies.ts';
import { keepNewest, listAhead } from './backup-folder.ts';

/** What the process of its own is asked to do: back up into the folder `scratch`, which is empty. */
export interface BackupTask {
  config: Config;
  scratch: string;
}

/** `found`: the findings of the doctor in the new backup. `code`: why there is none. */
export type BackupAnswer = { type: 'made'; file: string; found: string[] } | { type: 'failed'; code: string };

interface RecurringBackup {
  config: Config;
  database: Pick<Database, 'unitOfWork'>;
  tallies: Pick<Tallies, 'backupFailures'>;
}

const minute = 60 * 1000;
const hour = 60 * minute;
/** The claim is renewed each minute: after a kill, the next start makes the backup once this has passed. */
const claimed = 5 * minute;
/** In milliseconds. What takes longer hangs, on a share that no longer answers for instance. */
const longestBackup = 12 * hour;
const niceness = 10;

const scratchName = '.sauvegarde-';
/** A backup in which the doctor found something. Never counted as one of those to keep: it replaces the one before it. */
const doubtful = /^ou-la-la-[\dT-]+Z-avec-differences\.db\.gz$/;

// The built program: from `dist/server`, its folder of chunks, or this folder.
const here = dirname(fileURLToPath(import.meta.url));
const programs = ['backup-process.js', '../backup-process.js', '../../../../dist/server/backup-process.js'].map((name) => join(here, name));

/** Makes a backup again and again, checks it, and then removes the oldest. */
export function createRecurringBackup({ config, database, tallies }: RecurringBackup): Worker {
  if (config.backupEvery === undefined) return noBackup;
  let log: Log | undefined;
  return {
    start: (to) => void (log = to),
    async run(_job, context) {
      try {
        const found = await makeOne(config, (scratch) => inOwnProcess({ config, scratch }, { database, context }));
        const ahead = await listAhead(config.backupDir);
        if (ahead.length > 0)
          log?.warn({ kind: 'back_up', code: 'dated_ahead', files: ahead }, 'backups dated in the future are not counted');
        if (found === 0) return undefined;
        tallies.backupFailures += 1;
        log?.error({ kind: 'back_up', code: 'differences', found }, 'the backup is kept apart: npm run doctor says what is wrong');
      } catch (failure) {
        if (!context.signal.aborted) tallies.backupFailures += 1;
        throw failure;
      }
      return undefined;
    },
    every: config.backupEvery,
    longestRun: claimed,
    waits: [5 * minute, 15 * minute, hour],
    mostAttempts: Infinity,
    patience: 0,
  };
}

/**
 * Where no backups are wanted any more: it does not recur, so the job that is left ends. A turn of it that is hours away is later than any wait
 * here, and so is due.
 */
const noBackup: Worker = { run: async () => undefined, longestRun: minute, waits: [minute], mostAttempts: Infinity, patience: 0 };

/** How many differences the doctor found in it. Whatever happens, nothing half made is left. */
async function makeOne({ backupDir, backupKeep }: Config, make: (scratch: string) => Promise<Made>): Promise<number> {
  if ((await mkdir(backupDir, { recursive: true, mode: 0o700 })) !== undefined) keepOwner(backupDir);
  await removeLeftOf(backupDir, (name) => name.startsWith(scratchName));
  const scratch = await mkdtemp(join(backupDir, scratchName));
  try {
    const { file, found } = await make(scratch);
    const name = found.length === 0 ? basename(file) : basename(file).replace(/\.db\.gz$/, '-avec-differences.db.gz');
    await rename(file, join(backupDir, name));
    await syncFolder(backupDir);
    if (found.length === 0) await keepNewest(backupDir, backupKeep, { made: name });
    await removeLeftOf(backupDir, (other) => doubtful.test(other) && other !== name);
    return found.length;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function removeLeftOf(folder: string, isLeft: (name: string) => boolean): Promise<void> {
  for (const name of await readdir(folder)) if (isLeft(name)) await rm(join(folder, name), { recursive: true, force: true });
}

type Made = Extract<BackupAnswer, { type: 'made' }>;

/** Copying, packing and checking would hold up every request: another process does them. It ends with this one. */
function inOwnProcess(
  task: BackupTask,
  { database, context }: { database: Pick<Database, 'unitOfWork'>; context: JobContext },
): Promise<Made> {
  const program = programs.find((file) => existsSync(file));
  if (program === undefined) throw new Error('the program of the backup is missing');
  const lost = new AbortController();
  const renewal = setInterval(() => {
    // Where the database takes no writes, the claim runs out and the job is done once more.
    void database.unitOfWork(context.keepClaim).then(
      (isOurs) => isOurs || lost.abort(),
      () => undefined,
    );
  }, minute).unref();
  const child = fork(program, {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    signal: AbortSignal.any([context.signal, lost.signal]),
    timeout: longestBackup,
    killSignal: 'SIGKILL',
  });
  return new Promise<Made>((resolve, reject) => {
    let answer: BackupAnswer | undefined;
    child.on('message', (message) => {
      // It comes from our own program, backup-process.ts.
      answer = message as BackupAnswer;
      child.kill('SIGKILL');
    });
    // Not before it has ended: until then it may write into the folder that is removed next.
    child.on('exit', (code, signal) => {
      if (answer?.type === 'made') resolve(answer);
      else reject(new BackupFailed(answer?.code ?? signal ?? `exit ${code}`));
    });
    child.on('error', (failure) => {
      // A process that was started ends, and says so above.
      if (child.pid === undefined) reject(failure);
    });
    if (child.pid === undefined) return;
    yieldTo(child.pid);
    // One that ended before it was asked says so above.
    child.send(task, () => undefined);
  }).finally(() => clearInterval(renewal));
}

/** Requests come first. */
function yieldTo(pid: number): void {
  try {
    setPriority(pid, niceness);
  } catch {
    // It has ended already, or the system knows no priorities.
  }
}

class BackupFailed extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}
