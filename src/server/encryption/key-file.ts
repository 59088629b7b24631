import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readKeys } from './keyring.ts';
import { type MasterKey, masterKeyFile, newMasterKey, replaceKeys } from './master-key.ts';

/** Adds a new key to the file of a data folder, before those that are in it: servers that run find it there once they need it. */
export function addKey(dataDir: string): MasterKey {
  const file = masterKeyFile(dataDir);
  const key = newMasterKey();
  replaceKeys(file, [key, ...readKeys(file)]);
  return key;
}

/**
 * Leaves the newest key alone in the file. The others go into a file beside it, since backups of earlier need them; its name, or undefined
 * where there was none to remove.
 */
export function removeOldKeys(dataDir: string): string | undefined {
  const file = masterKeyFile(dataDir);
  const [newest, ...old] = readKeys(file);
  if (!newest || old.length === 0) return undefined;
  const archive = join(dataDir, 'master.key.old');
  const archived = existsSync(archive) ? readKeys(archive) : [];
  const ids = new Set(archived.map(({ id }) => id));
  // First there, then away here: a kill in between loses none.
  replaceKeys(archive, [...old.filter(({ id }) => !ids.has(id)), ...archived]);
  replaceKeys(file, [newest]);
  return archive;
}
