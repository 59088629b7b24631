import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openPrivate } from '../files/private-file.ts';
import { readKeys } from './keyring.ts';
import { type MasterKey, masterKeyFile, newMasterKey, unusable } from './master-key.ts';

/** Makes the key of a new database: the file `dataDir`/master.key, which only its owner reads. Of two copies that start at once both get one. */
export function createMasterKey(dataDir: string): MasterKey {
  const file = masterKeyFile(dataDir);
  const key = newMasterKey();
  const unfinished = `${file}.${key.id}.part`;
  try {
    writeDurably(unfinished, [key], dataDir);
    const isFirst = giveName(unfinished, file);
    syncFolderOf(file);
    return isFirst ? key : (readKeys(file)[0] ?? key);
  } catch (failure) {
    throw unusable(file, failure);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** Adds a new key to the file of a data folder, before those that are in it: servers that run find it there once they need it. */
export function addKey(dataDir: string): MasterKey {
  const file = masterKeyFile(dataDir);
  const key = newMasterKey();
  replaceKeys(file, [key, ...readKeys(file)]);
  return key;
}

/**
 * Leaves the key in use alone in the file. The others go into a file beside it, since backups of earlier need them; its name, or undefined
 * where there was none to remove. A file that begins with another key was changed meanwhile, and stays as it is.
 */
export function removeOldKeys(dataDir: string, inUse: string): string | undefined {
  const file = masterKeyFile(dataDir);
  const [newest, ...old] = readKeys(file);
  if (newest?.id !== inUse || old.length === 0) return undefined;
  const archive = join(dataDir, 'master.key.old');
  const archived = existsSync(archive) ? readKeys(archive) : [];
  const ids = new Set(archived.map(({ id }) => id));
  // First there, then away here: a kill in between loses none.
  replaceKeys(archive, [...old.filter(({ id }) => !ids.has(id)), ...archived], file);
  replaceKeys(file, [newest]);
  return archive;
}

/** Whole or not at all, and on the disk before it ends. It belongs to whom `like` does, whoever writes it. */
function replaceKeys(file: string, keys: readonly MasterKey[], like = file): void {
  const unfinished = `${file}.part`;
  rmSync(unfinished, { force: true });
  writeDurably(unfinished, keys, like);
  renameSync(unfinished, file);
  syncFolderOf(file);
}

/** False when there is a file of this name already: that one stays. */
function giveName(unfinished: string, file: string): boolean {
  try {
    linkSync(unfinished, file);
    return true;
  } catch (failure) {
    const code = failure instanceof Error && 'code' in failure ? failure.code : undefined;
    if (code === 'EEXIST') return false;
    // A file system that gives a file one name only.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP') throw failure;
    renameSync(unfinished, file);
    return true;
  }
}

// Boards encrypted under a key that a power cut then took would be lost: the key is on the disk before it is used.
function writeDurably(file: string, keys: readonly MasterKey[], like: string): void {
  const handle = openPrivate(file, like);
  writeSync(handle, keys.map(({ bytes }) => `${bytes.toString('hex')}\n`).join(''));
  fsyncSync(handle);
  closeSync(handle);
}

function syncFolderOf(file: string): void {
  const folder = openSync(dirname(file), 'r');
  fsyncSync(folder);
  closeSync(folder);
}
