/** Signatures of Standard Webhooks. */
import { createHmac, randomBytes } from 'node:crypto';

export const secretPrefix = 'whsec_';

export function newSecret(): string {
  return `${secretPrefix}${randomBytes(32).toString('base64')}`;
}

interface Signed {
  id: string;
  /** In seconds since 1970. */
  timestamp: number;
  body: string;
}

/** The value of `webhook-signature`: one signature by each secret. */
export function signatures(secrets: readonly string[], { id, timestamp, body }: Signed): string {
  const signed = `${id}.${timestamp}.${body}`;
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(secretPrefix.length), 'base64'))
      .update(signed)
      .digest('base64');
  return secrets.map((secret) => `v1,${sign(secret)}`).join(' ');
}
