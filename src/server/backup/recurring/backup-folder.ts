import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Sound backups, by their names. */
const ours = /^ou-la-la-[\dT-]+Z\.db\.gz$/;

/** The name of a backup made at that moment, without its ending. Names sort by time. */
export function backupName(moment: Date): string {
  return `ou-la-la-${moment.toISOString().replaceAll(/[:.]/g, '-')}`;
}

/** When the newest backup of a folder was made, and its path; undefined where there is none. */
export async function findNewest(folder: string): Promise<{ file: string; madeAt: Date } | undefined> {
  const name = (await backupsIn(folder).catch(ifThere))?.at(-1);
  const [, day, time] = /^ou-la-la-(.{10})(T.*)Z/.exec(name ?? '') ?? [];
  if (name === undefined || day === undefined || time === undefined) return undefined;
  const [hours, minutes, seconds, milliseconds] = time.slice(1).split('-');
  return { file: join(folder, name), madeAt: new Date(`${day}T${hours}:${minutes}:${seconds}.${milliseconds}Z`) };
}

/** Removes all backups of a folder but so many, the newest; which they were. */
export async function keepNewest(folder: string, count: number): Promise<string[]> {
  const old = (await backupsIn(folder)).slice(0, -count);
  for (const name of old) await rm(join(folder, name), { force: true });
  return old;
}

async function backupsIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => ours.test(name)).sort();
}

function ifThere(failure: unknown): undefined {
  if (!(failure instanceof Error && 'code' in failure && failure.code === 'ENOENT')) throw failure;
}
