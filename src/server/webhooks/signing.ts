/** Signatures of Standard Webhooks. */
import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

export function newSecret(): string {
  return `${prefix}${randomBytes(32).toString('base64')}`;
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
    createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
      .update(signed)
      .digest('base64');
  return secrets.map((secret) => `v1,${sign(secret)}`).join(' ');
}
