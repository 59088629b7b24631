import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { WrongSetting } from '../config.ts';

/** The key that wraps every board's key. Whoever has it and the database file can read the boards. */
export interface MasterKey {
  /** Identifies the key without revealing it. */
  id: string;
  bytes: Buffer;
}

const keyBytes = 32;

export function newMasterKey(): MasterKey {
  return masterKey(randomBytes(keyBytes));
}

export function masterKey(bytes: Buffer): MasterKey {
  return { id: createHash('sha256').update('master-key-id').update(bytes).digest('hex').slice(0, 16), bytes };
}

export function masterKeyFile(dataDir: string): string {
  return join(dataDir, 'master.key');
}

/** Makes the key of a new database: the file `dataDir`/master.key, which only its owner reads. */
export function createMasterKey(dataDir: string): MasterKey {
  const key = newMasterKey();
  try {
    writeDurably(masterKeyFile(dataDir), textOf([key]));
  } catch (failure) {
    throw unusable(masterKeyFile(dataDir), failure);
  }
  return key;
}

/** Puts other keys into a key file: whole or not at all, and on the disk before it resolves. */
export function replaceKeys(file: string, keys: readonly MasterKey[]): void {
  const unfinished = `${file}.part`;
  rmSync(unfinished, { force: true });
  writeDurably(unfinished, textOf(keys));
  renameSync(unfinished, file);
  const folder = openSync(dirname(file), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

/** Derives a separate secret for each use, so that leaking one reveals no other. */
export function derivedSecret(key: MasterKey, use: string): string {
  return Buffer.from(hkdfSync('sha256', key.bytes, '', use, keyBytes)).toString('hex');
}

export function unusable(file: string, failure: unknown): WrongSetting {
  const code = failure instanceof Error && 'code' in failure ? String(failure.code) : String(failure);
  return new WrongSetting(`Le fichier ${file} n'est pas lisible (${code}).`);
}

function textOf(keys: readonly MasterKey[]): string {
  return keys.map(({ bytes }) => `${bytes.toString('hex')}\n`).join('');
}

// Boards encrypted under a key that a power cut then took would be lost: the key is on the disk before it is used.
function writeDurably(file: string, text: string): void {
  const handle = openSync(file, 'wx', 0o600);
  writeSync(handle, text);
  fsyncSync(handle);
  closeSync(handle);
}
