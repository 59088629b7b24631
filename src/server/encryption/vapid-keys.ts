import { createECDH } from 'node:crypto';
import type { Transaction } from '../database/database.ts';
import type { Keyring } from './keyring.ts';
import type { MasterKey } from './master-key.ts';
import { readSecret, sealedBy } from './sealed-secret.ts';
import { insertSealedSecret, resealSecret } from './sealed-secret-store.ts';

/** The key pair by which push services know this server (RFC 8292), both in base64url. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/** Made at the first start. Where no key opens them any more there are others: browsers notice it and subscribe anew. */
export async function findVapidKeys({ db }: Transaction, keyring: Keyring, key: MasterKey): Promise<VapidKeys> {
  const found = await readSecret(db, keyring, 'vapid');
  if (found !== undefined) return pairOf(found);
  const secret = newPrivateKey();
  await insertSealedSecret(db, sealedBy(key, 'vapid', secret));
  // Another copy may have been first.
  const kept = await readSecret(db, keyring, 'vapid');
  if (kept !== undefined) return pairOf(kept);
  await resealSecret(db, sealedBy(key, 'vapid', secret));
  return pairOf(secret);
}

function newPrivateKey(): string {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  // Without the zeros that it may begin with the key would be too short.
  return ecdh.getPrivateKey('hex').padStart(64, '0');
}

function pairOf(hex: string): VapidKeys {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(hex, 'hex');
  return { publicKey: ecdh.getPublicKey('base64url'), privateKey: Buffer.from(hex, 'hex').toString('base64url') };
}
