import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { WrongSetting } from '../config/config.ts';

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

/** Derives a separate secret for each use, so that leaking one reveals no other. */
export function derivedSecret(key: MasterKey, use: string): string {
  return Buffer.from(hkdfSync('sha256', key.bytes, '', use, keyBytes)).toString('hex');
}

export function unusable(file: string, failure: unknown): WrongSetting {
  const code = failure instanceof Error && 'code' in failure ? String(failure.code) : String(failure);
  return new WrongSetting(`Le fichier ${file} n'est pas lisible (${code}).`);
}
