/** Webhooks of boards, and what they are told. */
import type { Insertable, Selectable } from 'kysely';
import type { ActivityId, BoardId, SeasonId, UserId, UserOnBoard, WebhookDeliveryId, WebhookId } from '#shared/ids';
import { webhookLimits, type WebhookAnswer, type WebhookOff, type WebhookState, type WebhookType } from '#shared/webhooks';
import type { Db } from '../database/database.ts';
import { deleteOlder } from '../database/delete-older.ts';
import type { Tables } from '../database/tables.ts';
import { newId } from '../ids/ids.ts';

export type WebhookRow = Selectable<Tables['webhook']>;

export interface OnBoard {
  boardId: BoardId;
  webhookId: WebhookId;
}

export function listWebhooks(db: Db, boardId: BoardId): Promise<WebhookRow[]> {
  return db.selectFrom('webhook').selectAll().where('board_id', '=', boardId).orderBy('made_at').orderBy('id').execute();
}

export function findWebhook(db: Db, { boardId, webhookId }: OnBoard): Promise<WebhookRow | undefined> {
  return db.selectFrom('webhook').selectAll().where('id', '=', webhookId).where('board_id', '=', boardId).executeTakeFirst();
}

export async function insertWebhook(db: Db, webhook: Insertable<Tables['webhook']>): Promise<void> {
  await db.insertInto('webhook').values(webhook).execute();
}

export async function deleteWebhook(db: Db, { boardId, webhookId }: OnBoard): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('webhook').where('id', '=', webhookId).where('board_id', '=', boardId).executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function saveOff(db: Db, webhookId: WebhookId, off: WebhookOff | null): Promise<void> {
  await db.updateTable('webhook').set({ off }).where('id', '=', webhookId).execute();
}

export async function saveSecret(
  db: Db,
  webhookId: WebhookId,
  { secret, old, oldUntil }: { secret: string; old: string; oldUntil: number },
): Promise<void> {
  await db
    .updateTable('webhook')
    .set({ secret_sealed: secret, old_secret_sealed: old, old_secret_until: oldUntil })
    .where('id', '=', webhookId)
    .execute();
}

/** Notes on a board whether a webhook is told of it, so that a log elsewhere asks for nothing. */
export async function markHooked(db: Db, boardId: BoardId): Promise<void> {
  const on = await db.selectFrom('webhook').select('id').where('board_id', '=', boardId).where('off', 'is', null).limit(1).execute();
  await db.updateTable('board').set({ hooked: on.length }).where('id', '=', boardId).execute();
}

export async function isLeftOut(db: Db, { boardId, userId }: UserOnBoard): Promise<boolean> {
  const row = await db
    .selectFrom('board_member')
    .select('left_out')
    .where('board_id', '=', boardId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.left_out === 1;
}

export async function isAnyoneLeftOut(db: Db, boardId: BoardId): Promise<boolean> {
  const row = await db
    .selectFrom('board_member')
    .select('user_id')
    .where('board_id', '=', boardId)
    .where('left_out', '=', 1)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function saveLeftOut(db: Db, { boardId, userId }: UserOnBoard, leftOut: boolean): Promise<void> {
  await db
    .updateTable('board_member')
    .set({ left_out: Number(leftOut) })
    .where('board_id', '=', boardId)
    .where('user_id', '=', userId)
    .execute();
}

/** How many of these people are members of the board who are not left out. */
export async function countTold(db: Db, boardId: BoardId, people: readonly UserId[]): Promise<number> {
  const rows = await db
    .selectFrom('board_member')
    .select('user_id')
    .where('board_id', '=', boardId)
    .where('user_id', 'in', people)
    .where('left_out', '=', 0)
    .execute();
  return rows.length;
}

/** The webhooks that are told of a board. */
export async function listTold(db: Db, boardId: BoardId): Promise<WebhookId[]> {
  const rows = await db.selectFrom('webhook').select('id').where('board_id', '=', boardId).where('off', 'is', null).execute();
  return rows.map(({ id }) => id);
}

export interface Told {
  type: WebhookType;
  about: string;
}

export async function insertDeliveries(db: Db, webhookIds: readonly WebhookId[], told: readonly Told[]): Promise<WebhookDeliveryId[]> {
  const created_at = Date.now();
  const rows = webhookIds.flatMap((webhook_id) =>
    told.map(({ type, about }) => ({ id: newId<WebhookDeliveryId>(), webhook_id, type, about, state: 'waiting' as const, created_at })),
  );
  await db.insertInto('webhook_delivery').values(rows).execute();
  return rows.map(({ id }) => id);
}

export function listDeliveries(db: Db, webhookId: WebhookId) {
  return db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(webhookLimits.deliveriesShown)
    .execute();
}

/** Has one told once more; false where the log of the webhook lacks it. */
export async function renewDelivery(
  db: Db,
  { webhookId, deliveryId }: { webhookId: WebhookId; deliveryId: WebhookDeliveryId },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_delivery')
    .set({ state: 'waiting', answer: null })
    .where('id', '=', deliveryId)
    .where('webhook_id', '=', webhookId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Those that wait, with their webhooks and who administers these. */
export function listWaiting(db: Db, ids: readonly WebhookDeliveryId[]) {
  return db
    .selectFrom('webhook_delivery')
    .innerJoin('webhook', 'webhook.id', 'webhook_delivery.webhook_id')
    .innerJoin('board', 'board.id', 'webhook.board_id')
    .select([
      'webhook_delivery.id',
      'webhook_delivery.type',
      'webhook_delivery.about',
      'webhook_delivery.created_at',
      'webhook.id as webhookId',
      'webhook.board_id',
      'webhook.request_sealed',
      'webhook.secret_sealed',
      'webhook.old_secret_sealed',
      'webhook.old_secret_until',
      'webhook.off',
      'board.created_by as administrator',
    ])
    .where('webhook_delivery.id', 'in', ids)
    .where('webhook_delivery.state', '=', 'waiting')
    .execute();
}
export type Waiting = Awaited<ReturnType<typeof listWaiting>>[number];

/** What an attempt came to, unless another one has ended the wait: of two that are on their way, a failure takes nothing back. */
export async function saveAnswer(
  db: Db,
  id: WebhookDeliveryId,
  { state, answer, at }: { state: WebhookState; answer: WebhookAnswer; at: number },
): Promise<void> {
  await db
    .updateTable('webhook_delivery')
    .set(({ eb }) => ({ state, answer, tried_at: at, tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

export async function deleteDelivery(db: Db, id: WebhookDeliveryId): Promise<void> {
  await db.deleteFrom('webhook_delivery').where('id', '=', id).execute();
}

export async function deleteDeliveriesAbout(db: Db, about: string): Promise<void> {
  await db.deleteFrom('webhook_delivery').where('about', '=', about).execute();
}

export function deleteDeliveriesBefore(db: Db, before: number): Promise<number> {
  return deleteOlder(db, 'webhook_delivery', { key: ['id'], column: 'created_at', before });
}

/** An activity with its author and who noted it for them, as far as they are members who are not left out. */
export function findToldActivity(db: Db, { boardId, activityId: id }: { boardId: BoardId; activityId: ActivityId }) {
  return db
    .selectFrom('activity')
    .innerJoin('user', 'user.id', 'activity.user_id')
    .innerJoin('board_member as author', (join) =>
      join
        .onRef('author.board_id', '=', 'activity.board_id')
        .onRef('author.user_id', '=', 'activity.user_id')
        .on('author.left_out', '=', 0),
    )
    .leftJoin('board_member as noter', (join) =>
      join.onRef('noter.board_id', '=', 'activity.board_id').onRef('noter.user_id', '=', 'activity.noted_by').on('noter.left_out', '=', 0),
    )
    .leftJoin('user as notedBy', 'notedBy.id', 'noter.user_id')
    .select([
      'activity.id',
      'activity.title_sealed',
      'activity.points',
      'activity.emoji',
      'activity.logged_at',
      'activity.noted_by',
      'activity.total_after',
      'activity.score_after',
      'user.id as userId',
      'user.username',
      'notedBy.id as noterId',
      'notedBy.username as noterName',
    ])
    .where('activity.id', '=', id)
    .where('activity.board_id', '=', boardId)
    .executeTakeFirst();
}
export type ToldActivity = NonNullable<Awaited<ReturnType<typeof findToldActivity>>>;

export function findToldMember(db: Db, { boardId, userId }: UserOnBoard) {
  return db
    .selectFrom('board_member')
    .innerJoin('user', 'user.id', 'board_member.user_id')
    .select(['user.id', 'user.username'])
    .where('board_member.board_id', '=', boardId)
    .where('board_member.user_id', '=', userId)
    .where('board_member.left_out', '=', 0)
    .executeTakeFirst();
}

export function findToldSeason(db: Db, { boardId, seasonId: id }: { boardId: BoardId; seasonId: SeasonId }) {
  return db.selectFrom('season').select(['id', 'number', 'kind']).where('id', '=', id).where('board_id', '=', boardId).executeTakeFirst();
}
