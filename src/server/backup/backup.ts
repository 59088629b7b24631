import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, WrongSetting } from '../config/config.ts';
import { classify, copyDatabase, databaseFile, faultOf, noteDamage, openingProblem, refuseNewerFile } from '../database/open-database.ts';
import { keepOwner } from '../files/private-file.ts';
import { syncFolder } from '../files/sync-folder.ts';
import { removeUnused } from '../files/unused.ts';
import { pack, readThrough } from './packed.ts';
import { backupName } from './recurring/backup-folder.ts';

export interface Backup {
  file: string;
  bytes: number;
}

const unfinished = /^ou-la-la-[\dT-]+Z\.(db|db\.gz\.part)$/;
/** In milliseconds: what nobody has written to for so long was left by a backup that was killed. */
const abandonedAfter = 60 * 60 * 1000;

/**
 * Backs the database up as it is at one moment, into a new file of the folder; the server may be at work. It appears there whole or not
 * at all, on the disk, read through once. The master key is not in it.
 */
export async function backUp({ dataDir }: Pick<Config, 'dataDir'>, folder: string, now = new Date()): Promise<Backup> {
  if (!existsSync(databaseFile(dataDir))) throw new WrongSetting(`Aucune base de données dans ${dataDir} (réglage DATA_DIR).`);
  // An older program cannot tell whether a copy of a newer database is right.
  refuseNewerFile(dataDir);
  if ((await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined) keepOwner(folder);
  await removeAbandoned(folder);
  const name = backupName(now);
  const [plain, part, file] = ['db', 'db.gz.part', 'db.gz'].map((ending) => join(folder, `${name}.${ending}`)) as [string, string, string];
  try {
    copy(dataDir, plain);
    const fault = faultOf(plain);
    // A fault of the copy alone says nothing about the database.
    if (fault !== undefined && faultOf(databaseFile(dataDir)) !== undefined) noteDamage(databaseFile(dataDir));
    if (fault !== undefined) throw new WrongSetting(`La base de données ${databaseFile(dataDir)} est endommagée : voyez npm run doctor.`);
    await pack(plain, part);
    await readThrough(part);
    keepOwner(part);
    await rename(part, file);
    await syncFolder(folder);
  } finally {
    for (const left of [plain, `${plain}-journal`, part]) await rm(left, { force: true });
  }
  return { file, bytes: (await stat(file)).size };
}

function copy(dataDir: string, file: string): void {
  try {
    copyDatabase(dataDir, file);
  } catch (failure) {
    // The disk of the copy, not that of the database.
    if (classify(failure)?.kind === 'full') {
      throw new WrongSetting(`Il n'y a plus de place sur le disque pour ${file}.`, { cause: failure });
    }
    throw openingProblem(failure, { dataDir });
  }
}

async function removeAbandoned(folder: string): Promise<void> {
  // Another backup may remove the same files meanwhile.
  for (const name of await readdir(folder)) if (unfinished.test(name)) await removeUnused(join(folder, name), abandonedAfter);
}
