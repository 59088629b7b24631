import type { Insertable } from 'kysely';
import type { Db } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { Keyring } from './keyring.ts';
import type { MasterKey } from './master-key.ts';
import { decrypt, type SealedField, seal } from './sealed-text.ts';
import { findSealedSecret } from './sealed-secret-store.ts';

type Name = Tables['sealed_secret']['name'];

/** One of the program's own secrets; undefined when there is none, or a key that is not here has sealed it. */
export async function readSecret(db: Db, keyring: Keyring, name: Name): Promise<string | undefined> {
  const row = await findSealedSecret(db, name);
  const key = row && keyring.find(row.master_key_id);
  return key && decrypt(key.bytes, row.sealed, fieldOf(key, name)).toString('utf8');
}

export function sealedBy(key: MasterKey, name: Name, secret: string): Insertable<Tables['sealed_secret']> {
  return { name, sealed: seal(key.bytes, secret, fieldOf(key, name)), master_key_id: key.id };
}

function fieldOf({ id: keyId }: MasterKey, name: Name): SealedField {
  return { table: 'sealed_secret', column: 'sealed', row: name, board: '', keyId };
}
