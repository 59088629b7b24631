import { createECDH, randomBytes, randomUUID } from 'node:crypto';

/** What a browser in Paris subscribes with, at the push service of this address; nobody has its private key. */
export function subscription(service = 'https://push.example.org') {
  const ecdh = createECDH('prime256v1');
  return {
    endpoint: `${service}/${randomUUID()}`,
    p256dh: ecdh.generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
    timeZone: 'Europe/Paris',
  };
}
