import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { WrongSetting } from '../config.ts';
import { keepPrivate } from '../private-file.ts';

/** The key that wraps every board's key. Whoever has it and the database file can read the boards. */
export interface MasterKey {
  /** Identifies the key without revealing it. */
  id: string;
  bytes: Buffer;
}

const keyBytes = 32;

/**
 * The key of the environment, or the one in `dataDir`/master.key; undefined where there is neither. Throws {@link WrongSetting} for a file
 * that is no key or cannot be read.
 */
export function findMasterKey(dataDir: string, configured: string | undefined): MasterKey | undefined {
  if (configured !== undefined) return masterKey(Buffer.from(configured, 'hex'));
  const file = masterKeyFile(dataDir);
  const text = readKey(file);
  if (text === undefined) return undefined;
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new WrongSetting(`Le fichier ${file} ne contient pas une clé de 64 chiffres hexadécimaux.`);
  return masterKey(Buffer.from(text, 'hex'));
}

/** Makes the key of a new database: the file `dataDir`/master.key, which only its owner reads. */
export function createMasterKey(dataDir: string): MasterKey {
  const bytes = randomBytes(keyBytes);
  try {
    writeDurably(masterKeyFile(dataDir), `${bytes.toString('hex')}\n`);
  } catch (failure) {
    throw unusable(masterKeyFile(dataDir), failure);
  }
  return masterKey(bytes);
}

/** Derives a separate secret for each use, so that leaking one reveals no other. */
export function derivedSecret(key: MasterKey, use: string): string {
  return Buffer.from(hkdfSync('sha256', key.bytes, '', use, keyBytes)).toString('hex');
}

function masterKey(bytes: Buffer): MasterKey {
  return { id: createHash('sha256').update('master-key-id').update(bytes).digest('hex').slice(0, 16), bytes };
}

function masterKeyFile(dataDir: string): string {
  return join(dataDir, 'master.key');
}

function readKey(file: string): string | undefined {
  try {
    if (!existsSync(file)) return undefined;
    keepPrivate(file);
    return readFileSync(file, 'utf8').trim();
  } catch (failure) {
    throw unusable(file, failure);
  }
}

function unusable(file: string, failure: unknown): WrongSetting {
  const code = failure instanceof Error && 'code' in failure ? String(failure.code) : String(failure);
  return new WrongSetting(`Le fichier ${file} n'est pas lisible (${code}).`);
}

// Boards encrypted under a key that a power cut then took would be lost: the key is on the disk before it is used.
function writeDurably(file: string, text: string): void {
  const handle = openSync(file, 'wx', 0o600);
  writeSync(handle, text);
  fsyncSync(handle);
  closeSync(handle);
}
