import { createPrivateKey, sign } from 'node:crypto';
import type { VapidKeys } from '../encryption/vapid-keys.ts';

const hour = 60 * 60 * 1000;
/** In milliseconds: how long a token is used, and how long it holds, which is less than the day that RFC 8292 allows. */
const [tokenIsUsed, tokenHolds] = [hour, 12 * hour];
/** Push services that are in use at once: there are four or five in the world. */
const mostKept = 50;

/** Says to a push service, by its origin, who sends: the value of `Authorization` (RFC 8292). */
export type Signature = (service: string) => string;

/** `subject`: where whoever runs the push service can reach whoever runs this server. */
export function createSignature({ publicKey, privateKey }: VapidKeys, subject: string): Signature {
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const key = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d: privateKey }, format: 'jwk' });
  const kept = new Map<string, { line: string; until: number }>();

  return (service) => {
    const now = Date.now();
    const known = kept.get(service);
    if (known && now < known.until && known.until <= now + tokenIsUsed) return known.line;
    const claims = { aud: service, exp: Math.floor((now + tokenHolds) / 1000), sub: subject };
    const signed = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded(claims)}`;
    const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
    const line = `vapid t=${signed}.${signature}, k=${publicKey}`;
    if (kept.size >= mostKept) kept.clear();
    kept.set(service, { line, until: now + tokenIsUsed });
    return line;
  };
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
