import { existsSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Config, WrongSetting } from '../config/config.ts';
import { renewEpoch } from '../database/epoch.ts';
import { databaseFile, faultOf, openDatabase, refuseNewerFile, setAside, settle } from '../database/open-database.ts';
import { examine } from '../doctor/doctor.ts';
import { hasBoardKeys } from '../encryption/board-key-store.ts';
import { openKeyring } from '../encryption/keyring.ts';
import { keepOwner } from '../files/private-file.ts';
import { syncFolder } from '../files/sync-folder.ts';
import { removeUnused } from '../files/unused.ts';
import { createDeps } from '../start.ts';
import { Damaged, unpack } from './packed.ts';

const unpackedInto = '.restauration-';
/** In milliseconds: what nobody has put a file into for so long was left by a command that was killed. */
const abandonedAfter = 24 * 60 * 60 * 1000;

export interface Restored {
  /** The findings of the doctor, in French, one line each. */
  found: string[];
  /** The path of the database that was there before. */
  aside: string | undefined;
}

/**
 * Puts the database of a backup into the data folder, brought to the shape that this program knows and examined by the doctor. Where one is
 * there already it is refused; `force` sets that one aside. Throws {@link WrongSetting}, with nothing changed.
 */
export async function restore(config: Config, file: string, { force = false, now = new Date() } = {}): Promise<Restored> {
  const { dataDir } = config;
  const isTaken = existsSync(databaseFile(dataDir));
  if (isTaken && !force) {
    throw new WrongSetting(
      `Il y a déjà une base de données dans ${dataDir} : restaurez dans un autre dossier (réglage DATA_DIR), ou ajoutez --force pour la mettre de côté.`,
    );
  }
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  return await withUnpacked(file, dataDir, async (unpacked) => {
    const found = await examineUnpacked(config, unpacked);
    await beginEpoch(unpacked);
    if (!settle(unpacked)) throw new Error('the restored database is still open');
    // Looked for as late as possible: a server that runs must not lose its file.
    if (!settle(dataDir, { damaged: 'allowed' }))
      throw new WrongSetting(`Un programme utilise la base de données de ${dataDir} : arrêtez d'abord le serveur.`);
    keepOwner(databaseFile(unpacked), isTaken ? databaseFile(dataDir) : dataDir);
    let aside: string | undefined;
    if (isTaken) {
      aside = join(dataDir, `avant-restauration-${now.toISOString().replaceAll(/[:.]/g, '-')}.db`);
      setAside(dataDir, aside);
    }
    await rename(databaseFile(unpacked), databaseFile(dataDir));
    await syncFolder(dataDir);
    return { found, aside };
  });
}

/**
 * Whether a backup can be restored here: what the doctor finds in it. Throws {@link WrongSetting} when it cannot be. It is unpacked beside the
 * file, where there is room for databases: a folder for temporary files may be in memory.
 */
export async function check(config: Config, file: string, scratch = dirname(file)): Promise<string[]> {
  return await withUnpacked(file, scratch, (unpacked) => examineUnpacked(config, unpacked));
}

/** Unpacks a backup into a folder of its own within `parent`, which goes again. */
export async function withUnpacked<T>(file: string, parent: string, use: (folder: string) => Promise<T>): Promise<T> {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new WrongSetting(`Aucun fichier ne s'appelle ${file}.`);
  await removeAbandoned(parent);
  // On the disk where the database is to be, so that renaming is enough; readable by its owner alone.
  const folder = await mkdtemp(join(parent, unpackedInto)).catch((failure: unknown) => {
    const code = failure instanceof Error && 'code' in failure ? String(failure.code) : String(failure);
    throw new WrongSetting(`Le dossier ${parent}, où déballer la sauvegarde, n'est pas accessible en écriture (${code}).`);
  });
  try {
    await unpack(file, databaseFile(folder));
    // This comes first: a later program may have renamed the tables that are looked for next.
    refuseNewerFile(folder);
    const fault = faultOf(databaseFile(folder));
    if (fault === 'damaged') throw new Damaged(fault);
    if (fault !== undefined) throw new WrongSetting(`${file} n'est pas une sauvegarde d'OU LA LA.`);
    return await use(folder);
  } catch (failure) {
    // The person knows the file that was given, not where it was unpacked.
    if (failure instanceof WrongSetting)
      throw new WrongSetting(failure.message.replaceAll(databaseFile(folder), file), { cause: failure.cause });
    if (failure instanceof Damaged)
      throw new WrongSetting(`La sauvegarde ${file} est endommagée : rien n'a été changé.`, { cause: failure });
    throw failure;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function removeAbandoned(parent: string): Promise<void> {
  // Where the folder cannot be read, unpacking into it fails next and says so.
  // Another program may remove the same folders meanwhile.
  for (const name of await readdir(parent).catch(() => []))
    if (name.startsWith(unpackedInto)) await removeUnused(join(parent, name), abandonedAfter);
}

/** What the doctor finds in the database of that folder, brought to the shape that this program knows. */
export async function examineUnpacked(config: Config, folder: string): Promise<string[]> {
  const keys = openKeyring(config).keys();
  if (keys.length === 0 && (await isSealed(folder))) {
    throw new WrongSetting(
      `La clé maîtresse manque : elle n'est pas dans la sauvegarde. Mettez d'abord le fichier master.key dans ${config.dataDir}, ou réglez MASTER_KEY.`,
    );
  }
  // Opened as a start would: it is refused where it is newer or sealed with another key, and brought to the newest shape.
  const masterKey = keys.length === 0 ? undefined : keys.map(({ bytes }) => bytes.toString('hex')).join(',');
  const deps = await createDeps({ ...config, databaseUrl: undefined, dataDir: folder, masterKey });
  try {
    return await examine(deps, { ofCopy: true });
  } finally {
    await deps.database.close();
  }
}

/** Phones have seen what happened after the backup was made: by this they know that it is no more. */
async function beginEpoch(folder: string): Promise<void> {
  const database = openDatabase({ dataDir: folder });
  try {
    await database.unitOfWork(renewEpoch);
  } finally {
    await database.close();
  }
}

async function isSealed(folder: string): Promise<boolean> {
  const database = openDatabase({ dataDir: folder });
  try {
    return await hasBoardKeys(database.read);
  } finally {
    await database.close();
  }
}
