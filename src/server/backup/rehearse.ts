import { statfsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { type Config, WrongSetting } from '../config/config.ts';
import { databaseFile, isThere, openDatabase, refuseNewerFile } from '../database/open-database.ts';
import { type Contents, countContents } from './count-store.ts';
import { findNewest, listAhead } from './recurring/backup-folder.ts';
import { examineUnpacked, withUnpacked } from './restore.ts';

interface Rehearsal {
  file: string;
  /** Names of backups that were passed over, since a wrong clock has dated them in the future. */
  passedOver: string[];
  /** The findings of the doctor, in French, one line each. */
  found: string[];
  /** What is compared, in French: its name, how much of it the backup has, and how much the database in use. */
  rows: [name: string, backup: string, inUse: string][];
  /** False for a backup without people of a database that has some. */
  isPlausible: boolean;
}

/**
 * Restores a backup, or the newest one, into a folder that goes again, while a server may be at work. Throws {@link WrongSetting} where it
 * could not be restored.
 */
export async function rehearse(config: Config, given?: string): Promise<Rehearsal> {
  const { dataDir, backupDir } = config;
  if (!(await isThere(config))) throw new WrongSetting(`Aucune base de données dans ${dataDir} (réglage DATA_DIR).`);
  // The database in use is counted below, and an older program cannot count a newer one.
  refuseNewerFile(dataDir);
  const file = given ?? (await findNewest(backupDir))?.file;
  if (file === undefined) throw new WrongSetting(`Aucune sauvegarde dans ${backupDir} : faites-en une par npm run backup.`);
  refuseWithoutRoom(dataDir);
  // Where it would be restored: the folder of the backups may be a share, which SQLite does not like.
  return await withUnpacked(file, dataDir, async (folder) => {
    const found = await examineUnpacked(config, folder);
    const [backup, inUse] = [await contentsOf(folder), await contentsOf(dataDir)];
    const passedOver = given === undefined ? (await listAhead(backupDir)).filter((name) => name !== basename(file)) : [];
    return { file, passedOver, found, rows: compared(backup, inUse), isPlausible: backup.people > 0 || inUse.people === 0 };
  });
}

/** A trial must not fill the disk of the server that is at work. */
function refuseWithoutRoom(dataDir: string): void {
  const { bavail, bsize } = statfsSync(dataDir);
  if (bavail * bsize < 2 * statSync(databaseFile(dataDir)).size)
    throw new WrongSetting(`Il n'y a pas assez de place dans ${dataDir} pour restaurer une sauvegarde à l'essai.`);
}

async function contentsOf(dataDir: string): Promise<Contents> {
  const database = openDatabase({ dataDir });
  try {
    return await database.snapshot(countContents);
  } finally {
    await database.close();
  }
}

const numbers = new Intl.NumberFormat('fr-FR');
const times = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'short', timeStyle: 'medium' });

function compared(backup: Contents, inUse: Contents): Rehearsal['rows'] {
  const row = (name: string, say: (contents: Contents) => string): Rehearsal['rows'][number] => [name, say(backup), say(inUse)];
  return [
    row('personnes', ({ people }) => numbers.format(people)),
    row('tableaux', ({ boards }) => numbers.format(boards)),
    row('actions notées', ({ activities }) => numbers.format(activities)),
    row('la dernière', ({ newest }) => (newest === null ? 'aucune' : times.format(newest))),
  ];
}
