import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { latestTime } from '#shared/clock-rules';

/** Sound backups, by their names. */
const ours = /^ou-la-la-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.db\.gz$/;

/** The name of a backup made at that moment, without its ending. Names sort by time. */
export function backupName(moment: Date): string {
  return `ou-la-la-${moment.toISOString().replaceAll(/[:.]/g, '-')}`;
}

export interface FoundBackup {
  file: string;
  madeAt: Date;
  /** Its name lies in the future, so a wrong clock made it: nobody knows when that was. */
  isAhead: boolean;
}

/** The newest backup of a folder; undefined where there is none. One whose name lies in the future is taken only where there is no other. */
export async function findNewest(folder: string, now = Date.now()): Promise<FoundBackup | undefined> {
  const { known, ahead } = sorted((await backupsIn(folder).catch(ifThere)) ?? [], now);
  const name = known.at(-1) ?? ahead.at(-1);
  return name === undefined ? undefined : { file: join(folder, name), madeAt: new Date(timeOf(name)), isAhead: ahead.includes(name) };
}

/**
 * Removes all backups of a folder but the newest `count`, and returns the names of those. A backup whose name lies in the future is neither counted nor
 * removed: a wrong clock made it, and it may be the oldest as well as the newest. The one that was `made` just now stays, whatever its name says.
 */
export async function keepNewest(folder: string, count: number, { made, now = Date.now() }: Keeping = {}): Promise<string[]> {
  const { known } = sorted(await backupsIn(folder), now);
  const isMadeCounted = made !== undefined && known.includes(made);
  const others = known.filter((name) => name !== made);
  const old = others.slice(0, Math.max(others.length - count + (isMadeCounted ? 1 : 0), 0));
  for (const name of old) await rm(join(folder, name), { force: true });
  return old;
}

interface Keeping {
  /** The name of the file of the new backup. */
  made?: string;
  now?: number;
}

/** The names of the backups that a wrong clock has dated in the future. */
export async function listAhead(folder: string, now = Date.now()): Promise<string[]> {
  return sorted((await backupsIn(folder).catch(ifThere)) ?? [], now).ahead;
}

function sorted(names: readonly string[], now: number): { known: string[]; ahead: string[] } {
  const isAhead = (name: string) => timeOf(name) > latestTime(now);
  return { known: names.filter((name) => !isAhead(name)), ahead: names.filter(isAhead) };
}

/** In milliseconds since 1970. */
function timeOf(name: string): number {
  const [, day, hours, minutes, seconds, milliseconds] = ours.exec(name) ?? [];
  return Date.parse(`${day}T${hours}:${minutes}:${seconds}.${milliseconds}Z`);
}

async function backupsIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => ours.test(name)).sort();
}

function ifThere(failure: unknown): undefined {
  if (!(failure instanceof Error && 'code' in failure && failure.code === 'ENOENT')) throw failure;
}
