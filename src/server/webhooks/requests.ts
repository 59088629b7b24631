/** What is sealed of a webhook: its address, with all of a shaped request, and its secrets. */
import type { WebhookId } from '#shared/ids';
import type { ShapedRequest } from '#shared/webhooks';
import type { BoardSecrets } from '../encryption/board-keys.ts';
import { Unreadable } from '../encryption/readable.ts';
import { secretPrefix } from './signing.ts';
import type { WebhookRow } from './webhook-store.ts';

export interface WebhookRequest {
  url: string;
  shaped?: ShapedRequest;
}

export function sealRequest(id: WebhookId, request: WebhookRequest, secrets: BoardSecrets): string {
  return secrets.seal(JSON.stringify(request), 'webhook', 'request', id);
}

/** Throws {@link Unreadable}. */
export function readRequest({ id, request_sealed }: Pick<WebhookRow, 'id' | 'request_sealed'>, secrets: BoardSecrets): WebhookRequest {
  // Only this program has sealed it.
  return JSON.parse(secrets.decryptAgain(request_sealed, 'webhook', 'request', id)) as WebhookRequest;
}

export function sealSecret(id: WebhookId, secret: string, secrets: BoardSecrets): string {
  return secrets.seal(secret, 'webhook', 'secret', id);
}

/** Throws {@link Unreadable}. */
export function readSecret({ id, secret_sealed }: Pick<WebhookRow, 'id' | 'secret_sealed'>, secrets: BoardSecrets): string {
  if (secret_sealed === null) throw new Unreadable('no secret');
  return secrets.decrypt(secret_sealed, 'webhook', 'secret', id);
}

interface OldSecret {
  secret: string;
  /** In milliseconds since 1970. */
  until: number;
}

export function sealOldSecrets(id: WebhookId, old: readonly OldSecret[], secrets: BoardSecrets): string {
  return secrets.seal(JSON.stringify(old), 'webhook', 'old_secret', id);
}

/** Those that sign what is sent at this time, the newest first. Throws {@link Unreadable}. */
export function readOldSecrets(
  { id, old_secret_sealed: sealed, old_secret_until }: Pick<WebhookRow, 'id' | `old_secret_${'sealed' | 'until'}`>,
  secrets: BoardSecrets,
  now: number,
): OldSecret[] {
  // Where the clock was ahead, the column alone was set right.
  const latest = old_secret_until ?? 0;
  if (sealed === null || latest <= now) return [];
  const text = secrets.decrypt(sealed, 'webhook', 'old_secret', id);
  // At first there was one, sealed as it is.
  if (text.startsWith(secretPrefix)) return [{ secret: text, until: latest }];
  // Only this program has sealed it.
  const old = JSON.parse(text) as OldSecret[];
  return old.map(({ secret, until }) => ({ secret, until: Math.min(until, latest) })).filter(({ until }) => until > now);
}
