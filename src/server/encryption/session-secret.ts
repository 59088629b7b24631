import type { Db, Transaction } from '../database/database.ts';
import type { Keyring } from './keyring.ts';
import { derivedSecret, type MasterKey } from './master-key.ts';
import { readSecret, sealedBy } from './sealed-secret.ts';
import { findSealedSecret, insertSealedSecret, resealSecret } from './sealed-secret-store.ts';

const name = 'session-cookies';

/**
 * What signs the session cookies. It is kept, sealed by the master key, so that replacing that key signs nobody out; made from the key once,
 * since that is how cookies were signed before it was kept. Undefined when another key has sealed it.
 */
export async function sessionSecret({ db }: Transaction, keyring: Keyring, whenNew: MasterKey): Promise<string | undefined> {
  await insertSealedSecret(db, sealedBy(whenNew, name, derivedSecret(whenNew, name)));
  return await readSecret(db, keyring, name);
}

/** Another one, where what is sealed cannot be opened any more and nothing else is: all sessions end. */
export async function renewSessionSecret({ db }: Transaction, key: MasterKey): Promise<string> {
  const secret = derivedSecret(key, name);
  await resealSecret(db, sealedBy(key, name, secret));
  return secret;
}

/** The key that all is to be sealed with: whoever replaces it begins with the secret. */
export async function currentKeyId(db: Db): Promise<string | undefined> {
  return (await findSealedSecret(db, name))?.master_key_id;
}

/** From its commit on, all that is new is sealed with this key; so are the program's other secrets, but for one that no key opens. */
export async function makeCurrent({ db }: Transaction, keyring: Keyring, key: MasterKey): Promise<void> {
  const secret = await readSecret(db, keyring, name);
  if (secret === undefined) throw new Error('the secret of the session cookies is sealed with an unknown key');
  await resealSecret(db, sealedBy(key, name, secret));
  const vapid = await readSecret(db, keyring, 'vapid');
  if (vapid !== undefined) await resealSecret(db, sealedBy(key, 'vapid', vapid));
}
