/** Webhooks of a board: its administrator makes and ends them, every member sees where they lead. */
import { canManageWebhooks } from '#shared/board-policy';
import type { ReplyOf } from '#shared/api';
import type { BoardId, UserId, UserOnBoard, WebhookDeliveryId, WebhookId } from '#shared/ids';
import { type MakeWebhook, type Webhook, type WebhookDelivery, webhookLimits, type Webhooks } from '#shared/webhooks';
import { boardFor, boardToChangeFor } from '../boards/board-for.ts';
import type { BoardRow } from '../boards/board-store.ts';
import type { Db, Work } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { BoardSecrets } from '../encryption/board-keys.ts';
import { decryptable } from '../encryption/readable.ts';
import { refuse, refuseFor } from '../errors/refusal.ts';
import { newId } from '../ids/ids.ts';
import { deleteJobsAbout, insertJob } from '../jobs/job-store.ts';
import { mayBeCalled, networksOf } from '../outgoing/addresses.ts';
import { isSamePlace } from '../outgoing/calling.ts';
import { queueDeliveries } from './queueing.ts';
import { readOldSecrets, readRequest, readSecret, sealOldSecrets, sealRequest, sealSecret } from './requests.ts';
import { isOfType } from './shaping.ts';
import { newSecret } from './signing.ts';
import {
  deleteWebhook,
  findWebhook,
  insertWebhook,
  isLeftOut,
  listDeliveries,
  listWebhooks,
  markHooked,
  renewDelivery,
  saveLeftOut,
  saveOff,
  saveSecret,
  type WebhookRow,
} from './webhook-store.ts';

interface OfWebhook extends UserOnBoard {
  webhookId: WebhookId;
}

export async function readWebhooks({ database, boardKeys }: Pick<Deps, 'database' | 'boardKeys'>, member: UserOnBoard): Promise<Webhooks> {
  return await database.snapshot(async (db) => {
    await boardFor(db, member);
    return await viewFor(db, await boardKeys.of(db, member.boardId), member);
  });
}

async function viewFor(db: Db, secrets: BoardSecrets, member: UserOnBoard): Promise<Webhooks> {
  const rows = await listWebhooks(db, member.boardId);
  return { webhooks: rows.map((row) => webhookView(row, secrets)), isLeftOut: await isLeftOut(db, member) };
}

function webhookView(row: WebhookRow, secrets: BoardSecrets): Webhook {
  const host = decryptable(() => new URL(readRequest(row, secrets).url).host) ?? '';
  return { id: row.id, host, isSigned: row.secret_sealed !== null, off: row.off };
}

/** Throws `webhook_address_invalid`, `webhook_address_refused`, `webhook_body_invalid`, `too_many_webhooks`. */
export async function addWebhook(
  deps: Deps,
  { userId, boardId }: UserOnBoard,
  { url: written, shaped }: MakeWebhook,
): Promise<ReplyOf<'POST /api/boards/:boardId/webhooks'>> {
  const url = addressIn(written, deps);
  if (shaped && !isOfType(shaped.body, shaped.contentType)) throw refuse('webhook_body_invalid', 'shaped.body');
  return await asAdministrator(deps, { userId, boardId }, async ({ db }) => {
    const others = await listWebhooks(db, boardId);
    if (others.length >= webhookLimits.perBoard) throw refuse('too_many_webhooks');
    const secrets = await deps.boardKeys.of(db, boardId);
    const id = newId<WebhookId>();
    const secret = shaped ? null : newSecret();
    const row = {
      id,
      board_id: boardId,
      request_sealed: sealRequest(id, { url: url.href, ...(shaped && { shaped }) }, secrets),
      secret_sealed: secret === null ? null : sealSecret(id, secret, secrets),
      made_at: Date.now(),
    };
    await insertWebhook(db, row);
    await markHooked(db, boardId);
    return { webhook: { id, host: url.host, isSigned: secret !== null, off: null }, secret };
  });
}

/** Only what its name tells: whether it leads into the house is looked at when it is called. */
function addressIn(written: string, { config, origin }: Pick<Deps, 'config' | 'origin'>): URL {
  if (!URL.canParse(written)) throw refuse('webhook_address_invalid', 'url');
  const url = new URL(written);
  const isPlain = url.protocol === 'http:' && config.outgoingNetworks.length > 0;
  if ((url.protocol !== 'https:' && !isPlain) || url.username !== '' || url.password !== '') throw refuse('webhook_address_invalid', 'url');
  url.hash = '';
  const isOwn = isSamePlace(url, new URL(origin));
  if (isOwn || !mayBeCalled(url.hostname, networksOf(config.outgoingNetworks))) throw refuse('webhook_address_refused', 'url');
  return url;
}

export async function switchWebhook(deps: Deps, { userId, boardId, webhookId }: OfWebhook, isOn: boolean): Promise<Webhooks> {
  return await asAdministrator(deps, { userId, boardId }, async ({ db }) => {
    const webhook = await webhookOf(db, { boardId, webhookId });
    if ((webhook.off === null) !== isOn) await saveOff(db, webhookId, isOn ? null : 'chosen');
    await markHooked(db, boardId);
    return await viewFor(db, await deps.boardKeys.of(db, boardId), { userId, boardId });
  });
}

export async function removeWebhook(deps: Deps, { userId, boardId, webhookId }: OfWebhook): Promise<void> {
  await asAdministrator(deps, { userId, boardId }, async ({ db }) => {
    if (!(await deleteWebhook(db, { boardId, webhookId }))) throw refuse('webhook_not_found');
    await markHooked(db, boardId);
  });
}

export async function changeSecret(deps: Deps, { userId, boardId, webhookId }: OfWebhook): Promise<{ secret: string }> {
  return await asAdministrator(deps, { userId, boardId }, async ({ db }) => {
    const webhook = await webhookOf(db, { boardId, webhookId });
    if (webhook.secret_sealed === null) throw refuse('webhook_not_found');
    const secrets = await deps.boardKeys.of(db, boardId);
    const [secret, now] = [newSecret(), Date.now()];
    const oldUntil = now + webhookLimits.oldSecretLasts;
    // One that cannot be read signs no more.
    const before = decryptable(() => readSecret(webhook, secrets));
    const older = decryptable(() => readOldSecrets(webhook, secrets, now)) ?? [];
    const all = [...(before === undefined ? [] : [{ secret: before, until: oldUntil }]), ...older];
    const most = webhookLimits.oldSecretsMax;
    // The receiver surely has the eldest.
    const old = all.length <= most ? all : [...all.slice(0, most - 1), ...all.slice(-1)];
    await saveSecret(db, webhookId, {
      secret: sealSecret(webhookId, secret, secrets),
      old: sealOldSecrets(webhookId, old, secrets),
      oldUntil,
    });
    return { secret };
  });
}

export async function testWebhook(deps: Deps, { userId, boardId, webhookId }: OfWebhook): Promise<void> {
  await spendCall(deps, userId);
  await asAdministrator(deps, { userId, boardId }, async (work) => {
    await webhookThatIsOn(work.db, { boardId, webhookId });
    await queueDeliveries(work, [webhookId], { type: 'test', about: webhookId });
  });
}

export async function readDeliveries(
  { database }: Pick<Deps, 'database'>,
  { userId, boardId, webhookId }: OfWebhook,
): Promise<{ deliveries: WebhookDelivery[] }> {
  return await database.snapshot(async (db) => {
    administered(await boardFor(db, { userId, boardId }), userId);
    await webhookOf(db, { boardId, webhookId });
    const rows = await listDeliveries(db, webhookId);
    const since = Date.now() - webhookLimits.logLasts;
    return {
      deliveries: rows
        .filter(({ created_at }) => created_at >= since)
        .map(({ id, type, state, tries, answer, created_at: createdAt, tried_at: triedAt }) => ({
          id,
          type,
          state,
          tries,
          answer,
          createdAt,
          triedAt,
        })),
    };
  });
}

export async function sendAgain(
  deps: Deps,
  { userId, boardId, webhookId, deliveryId }: OfWebhook & { deliveryId: WebhookDeliveryId },
): Promise<void> {
  await spendCall(deps, userId);
  await asAdministrator(deps, { userId, boardId }, async (work) => {
    await webhookThatIsOn(work.db, { boardId, webhookId });
    if (!(await renewDelivery(work.db, { webhookId, deliveryId }))) throw refuse('delivery_not_found');
    // A new one, with all attempts before it: the old one may be on its way, or its attempts nearly spent.
    await deleteJobsAbout(work.db, deliveryId, 'webhook');
    await insertJob(work.db, { kind: 'webhook', subject: deliveryId, due: Date.now() });
    work.record({ type: 'job_added', kind: 'webhook' });
  });
}

/** Whether what a member does goes to the webhooks of a board: their own choice alone. */
export async function leaveOut(deps: Deps, member: UserOnBoard, leftOut: boolean): Promise<void> {
  await deps.database.unitOfWork(async ({ db }) => {
    await boardToChangeFor(deps, db, member);
    await saveLeftOut(db, member, leftOut);
  });
}

async function asAdministrator<T>(deps: Deps, member: UserOnBoard, change: (work: Work) => Promise<T>): Promise<T> {
  return await deps.database.unitOfWork(async (work) => {
    administered(await boardToChangeFor(deps, work.db, member), member.userId);
    return await change(work);
  });
}

function administered({ created_by: createdBy }: Pick<BoardRow, 'created_by'>, userId: UserId): void {
  if (!canManageWebhooks({ id: userId }, { createdBy })) throw refuse('administrator_only');
}

async function webhookOf(db: Db, of: { boardId: BoardId; webhookId: WebhookId }): Promise<WebhookRow> {
  const webhook = await findWebhook(db, of);
  if (!webhook) throw refuse('webhook_not_found');
  return webhook;
}

async function webhookThatIsOn(db: Db, of: { boardId: BoardId; webhookId: WebhookId }): Promise<void> {
  if ((await webhookOf(db, of)).off !== null) throw refuse('webhook_off');
}

/** The server calls another host for it. */
async function spendCall({ limits }: Pick<Deps, 'limits'>, userId: UserId): Promise<void> {
  if (!(await limits.webhookCalls.spend(userId))) throw refuseFor('too_many_webhook_calls', await limits.webhookCalls.wait(userId));
}
