import { existsSync, readFileSync, statSync } from 'node:fs';
import { WrongSetting } from '../config/config.ts';
import { keepPrivate } from '../files/private-file.ts';
import { NoText, textIn } from '../files/text-file.ts';
import { type MasterKey, masterKey, masterKeyFile, unusable } from './master-key.ts';

/** The master keys that this program may use: one, or two while the one is replaced by the other (decision record 0037). */
export interface Keyring {
  /** The newest first: the one that all should be sealed with. Empty where there is no key yet; looked for again each time as long as it is. */
  keys(): readonly MasterKey[];
  /** The key of this id. One that is not known may have come into the file since: then it is read again. */
  find(id: string): MasterKey | undefined;
}

/**
 * The keys of the environment, or those in `dataDir`/master.key, one a line. Throws {@link WrongSetting} for a file that holds none or cannot
 * be read.
 */
export function openKeyring({ dataDir, masterKey: configured }: { dataDir: string; masterKey: string | undefined }): Keyring {
  // Whatever was read once stays: a key that left the file may still be needed for what was read before.
  const known = new Map<string, MasterKey>();
  let newest: readonly MasterKey[] = [];
  let seen = '';

  function look(): void {
    seen = stateOf(masterKeyFile(dataDir));
    newest = configured === undefined ? readKeys(masterKeyFile(dataDir)) : keysIn(configured);
    for (const key of newest) known.set(key.id, key);
  }

  look();
  return {
    keys() {
      if (newest.length === 0) look();
      return newest;
    },
    find(id) {
      // A board whose key is nowhere is asked for again and again: the file is read only once it is another one.
      if (!known.has(id) && configured === undefined && stateOf(masterKeyFile(dataDir)) !== seen) look();
      return known.get(id);
    },
  };
}

/** Another one for each that ever lay there: keys are replaced by a new file in the place of the old one. */
function stateOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? '' : `${found.ino} ${found.mtimeMs} ${found.size}`;
}

/** The keys in the file of a data folder, the newest first; none where there is no file. */
export function readKeys(file: string): MasterKey[] {
  const text = readText(file);
  if (text === undefined) return [];
  if (!/^[0-9a-f]{64}(\s+[0-9a-f]{64})*$/i.test(text)) {
    throw new WrongSetting(`Le fichier ${file} ne contient pas une clé de 64 chiffres hexadécimaux.`);
  }
  return keysIn(text);
}

function keysIn(text: string): MasterKey[] {
  return text.split(/[\s,]+/).map((hex) => masterKey(Buffer.from(hex, 'hex')));
}

function readText(file: string): string | undefined {
  try {
    if (!existsSync(file)) return undefined;
    keepPrivate(file);
    return textIn(readFileSync(file)).trim();
  } catch (failure) {
    if (failure instanceof NoText) throw new WrongSetting(`Le fichier ${file} ${failure.message}.`);
    throw unusable(file, failure);
  }
}
