/** What is sealed of a webhook: its address, with all of a shaped request, and its secrets. */
import type { WebhookId } from '#shared/ids';
import type { ShapedRequest } from '#shared/webhooks';
import type { BoardSecrets } from '../encryption/board-keys.ts';
import { Unreadable } from '../encryption/readable.ts';
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

type Secret = 'secret' | 'old_secret';

export function sealSecret(id: WebhookId, which: Secret, secret: string, secrets: BoardSecrets): string {
  return secrets.seal(secret, 'webhook', which, id);
}

/** Throws {@link Unreadable}. */
export function readSecret(row: Pick<WebhookRow, 'id' | `${Secret}_sealed`>, which: Secret, secrets: BoardSecrets): string {
  const sealed = row[`${which}_sealed`];
  if (sealed === null) throw new Unreadable(`no ${which}`);
  return secrets.decrypt(sealed, 'webhook', which, row.id);
}
