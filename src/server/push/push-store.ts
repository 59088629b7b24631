import { type Expression, type ExpressionBuilder, expressionBuilder, type Insertable } from 'kysely';
import type { BoardId, NotificationId, SessionId, UserId, UserOnBoard } from '#shared/ids';
import { type NotificationKind, notificationKinds, usualKinds } from '#shared/notifications';
import { isNewLog, isNewReaction, type NewsOf } from '../boards/news-store.ts';
import type { Db } from '../database/database.ts';
import { deleteOlder } from '../database/delete-older.ts';
import { noLaterThan } from '../database/times-in-order.ts';
import type { Tables } from '../database/tables.ts';

/** A device and when it may be told something: what `quietUntil` needs. */
const deviceColumns = [
  'push_device.session_id',
  'push_device.user_id',
  'push_device.time_zone',
  'push_device.quiet_from',
  'push_device.quiet_to',
] as const;

/** What a person wants to hear of; null throughout where they have chosen nothing. */
const kindColumns = notificationKinds.map((kind) => `notification_choice.${kind}` as const);

export type NewPush = Pick<Insertable<Tables['push']>, 'id' | 'session_id' | 'topic' | 'about'> & { from_revision?: number };

/** Leaves out what waits already. Returns what is new. */
export function insertPushes(db: Db, pushes: readonly NewPush[]) {
  const now = Date.now();
  return db
    .insertInto('push')
    .values(pushes.map((push) => ({ ...push, created_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'session_id'])
    .execute();
}

/** The devices of a person, of sessions that have not ended. */
export function listDevicesOf(db: Db, userId: UserId) {
  return withSession(db).select(deviceColumns).where('push_device.user_id', '=', userId).execute();
}

/** The devices of the members of a board, with what each of these wants to hear of. */
export function listDevicesOn(db: Db, boardId: BoardId) {
  return withSession(db)
    .innerJoin('board_member', 'board_member.user_id', 'push_device.user_id')
    .leftJoin('notification_choice', 'notification_choice.user_id', 'push_device.user_id')
    .select(deviceColumns)
    .select('board_member.muted')
    .select(kindColumns)
    .where('board_member.board_id', '=', boardId)
    .execute();
}

function withSession(db: Db) {
  return db
    .selectFrom('push_device')
    .innerJoin('session', 'session.id', 'push_device.session_id')
    .where('session.expires_at', '>', Date.now());
}

export async function hasDevice(db: Db, userId: UserId): Promise<boolean> {
  const row = await db.selectFrom('push_device').select('session_id').where('user_id', '=', userId).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Whether a member of a board has a device. */
export async function hasListener(db: Db, boardId: BoardId): Promise<boolean> {
  const row = await withSession(db)
    .innerJoin('board_member', 'board_member.user_id', 'push_device.user_id')
    .select('push_device.session_id')
    .where('board_member.board_id', '=', boardId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The devices that are to be told of news on a board: of kinds that the person wants, and that they have neither seen nor been told there. */
export function listUntold(db: Db, boardId: BoardId) {
  return withSession(db)
    .innerJoin('board_member', 'board_member.user_id', 'push_device.user_id')
    .leftJoin('notification_choice', 'notification_choice.user_id', 'push_device.user_id')
    .leftJoin('told_board', (join) =>
      join.onRef('told_board.session_id', '=', 'push_device.session_id').onRef('told_board.board_id', '=', 'board_member.board_id'),
    )
    .select(deviceColumns)
    .select(looksUntil)
    .select((eb) => knownRevision(eb).as('known_revision'))
    .select(['told_board.told_at', 'told_board.times as told_times'])
    .where('board_member.board_id', '=', boardId)
    .where('board_member.muted', '=', 0)
    .where((eb) => {
      const { and, exists, not, or, ref } = eb;
      const userId = ref('push_device.user_id');
      const of = { boardId: ref('board_member.board_id'), userId, after: knownRevision(eb) };
      const logs = newLogs(within, of).select('activity.id');
      const [byLogs, otherwise] = unlocked(within, of);
      return or([
        and([wantsIn(eb, 'points'), exists(logs.where((log) => or([not(wantsIn(eb, 'requests')), isNoAnswer(log, userId)])))]),
        and([wantsIn(eb, 'reactions'), exists(newReactions(within, of).select('activity.id'))]),
        and([wantsIn(eb, 'achievements'), or([exists(byLogs.select('activity.id')), exists(otherwise.select('achievement.user_id'))])]),
      ]);
    })
    .execute();
}
export type Untold = Awaited<ReturnType<typeof listUntold>>[number];

/** How far a member has seen the board, or was told of it on this device. */
function knownRevision({ eb, ref, fn, lit }: ExpressionBuilder<Tables & Nullable<'told_board'>, 'board_member' | 'told_board'>) {
  const told = fn.coalesce(ref('told_board.revision'), lit(0));
  return eb.case().when('board_member.seen_revision', '>', told).then(ref('board_member.seen_revision')).else(told).end();
}

/** Whether a person wants this kind of news: by the usual kinds, where they have chosen none. */
function wantsIn(
  { eb, ref, fn, lit }: ExpressionBuilder<Tables & Nullable<'notification_choice'>, 'notification_choice'>,
  kind: NotificationKind,
) {
  return eb(fn.coalesce(ref(`notification_choice.${kind}`), lit(Number(usualKinds[kind]))), '=', 1);
}

type Nullable<Joined extends keyof Tables> = { [Table in Joined]: { [Column in keyof Tables[Table]]: Tables[Table][Column] | null } };

/** Until when, at most, a member looks at the board on any of their devices; null when they do not. */
function looksUntil({ selectFrom }: ExpressionBuilder<Tables, 'board_member'>) {
  return selectFrom('board_look')
    .select(({ fn }) => fn.max('board_look.looks_until').as('until'))
    .whereRef('board_look.board_id', '=', 'board_member.board_id')
    .whereRef('board_look.user_id', '=', 'board_member.user_id')
    .as('looks_until');
}

export async function setUnheard(db: Db, boardId: BoardId): Promise<void> {
  await db.updateTable('board').set({ heard: 0 }).where('id', '=', boardId).execute();
}

/** Queries from it run within others. */
const within: Pick<Db, 'selectFrom'> = expressionBuilder<Tables>();

function newLogs(db: Pick<Db, 'selectFrom'>, of: NewsOf) {
  return db.selectFrom('activity').where((eb) => isNewLog(eb, of));
}

/** A loss that was avowed is told to the person who noted it as an answer, and not once more as news. */
function isNoAnswer({ eb, or }: ExpressionBuilder<Tables, 'activity'>, userId: Expression<UserId>) {
  return or([eb('activity.noted_by', 'is', null), eb('activity.noted_by', '!=', userId)]);
}

function newReactions(db: Pick<Db, 'selectFrom'>, of: NewsOf) {
  return db
    .selectFrom('activity')
    .innerJoin('reaction', 'reaction.activity_id', 'activity.id')
    .where((eb) => isNewReaction(eb, of));
}

/** The achievements that others unlocked on a board, by logs and otherwise. Those that other boards earned are nobody's business here. */
function unlocked(db: Pick<Db, 'selectFrom'>, { boardId, userId, after }: NewsOf) {
  const byLogs = db
    .selectFrom('activity')
    .innerJoin('achievement', (join) =>
      join.onRef('achievement.user_id', '=', 'activity.user_id').onRef('achievement.activity_id', '=', 'activity.id'),
    )
    .where('activity.board_id', '=', boardId)
    .where('activity.board_revision', '>', after)
    .where('activity.undone_revision', 'is', null)
    .where('activity.user_id', '!=', userId);
  const otherwise = db
    .selectFrom('achievement')
    .where('achievement.earned_on', '=', boardId)
    .where('achievement.earned_revision', '>', after)
    .where('achievement.user_id', '!=', userId);
  return [byLogs, otherwise] as const;
}

/**
 * At most `limit` pushes that wait for the device of this push: this one, those that were gathered in it before, and then the others. None for a session
 * that has ended.
 */
export function listWaiting(db: Db, id: NotificationId, limit: number) {
  return withSession(db)
    .innerJoin('push as asked', 'asked.session_id', 'push_device.session_id')
    .innerJoin('push', 'push.session_id', 'push_device.session_id')
    .leftJoin('notification_choice', 'notification_choice.user_id', 'push_device.user_id')
    .selectAll('push')
    .select([...deviceColumns, 'push_device.endpoint', 'push_device.endpoint_hash', 'push_device.p256dh', 'push_device.auth'])
    .select(kindColumns)
    .where('asked.id', '=', id)
    .where('asked.sent_at', 'is', null)
    .where('asked.gathered_in', 'is', null)
    .where('push.sent_at', 'is', null)
    .where((eb) => eb.or([eb('push.gathered_in', 'is', null), eb('push.gathered_in', '=', id)]))
    .orderBy(({ eb }) => eb.case().when('push.id', '=', id).then(0).when('push.gathered_in', 'is not', null).then(1).else(2).end())
    .orderBy('push.id')
    .limit(limit)
    .execute();
}
export type Waiting = Awaited<ReturnType<typeof listWaiting>>[number];

/** The pushes that wait for a device, gathered in another one or not. */
export function listUnsent(db: Db, sessionId: SessionId) {
  return db
    .selectFrom('push')
    .select(['id', 'topic', 'created_at'])
    .where('session_id', '=', sessionId)
    .where('sent_at', 'is', null)
    .execute();
}

/** The person whose device a push goes to; undefined when its session was deleted. */
export async function findReceiver(db: Db, id: NotificationId): Promise<UserId | undefined> {
  const row = await db
    .selectFrom('push')
    .innerJoin('push_device', 'push_device.session_id', 'push.session_id')
    .select('push_device.user_id')
    .where('push.id', '=', id)
    .executeTakeFirst();
  return row?.user_id;
}

/** The people and the addresses that these pushes go to. Pushes of deleted sessions are left out. */
export function listReceivers(db: Db, ids: readonly NotificationId[]) {
  return db
    .selectFrom('push')
    .innerJoin('push_device', 'push_device.session_id', 'push.session_id')
    .select(['push.id', 'push_device.user_id', 'push_device.endpoint'])
    .where('push.id', 'in', ids)
    .execute();
}

/** What a push of this session said, and what was gathered in it. */
export function listSaid(db: Db, { sessionId, id }: { sessionId: SessionId; id: NotificationId }) {
  return db
    .selectFrom('push')
    .innerJoin('push_device', 'push_device.session_id', 'push.session_id')
    .selectAll('push')
    .select('push_device.user_id')
    .where('push.session_id', '=', sessionId)
    .where('push_device.details', '=', 1)
    .where((eb) => eb.or([eb('push.id', '=', id), eb('push.gathered_in', '=', id)]))
    .orderBy('push.id')
    .execute();
}

/** A member, on one board: how far they were told on this device, and have seen. */
export function findMemberNews(db: Db, { userId, boardId }: UserOnBoard, sessionId: SessionId) {
  return db
    .selectFrom('board_member')
    .innerJoin('board', 'board.id', 'board_member.board_id')
    .leftJoin('told_board', (join) =>
      join.on('told_board.session_id', '=', sessionId).onRef('told_board.board_id', '=', 'board_member.board_id'),
    )
    .select(['board.revision', 'board_member.joined_at', 'board_member.muted', 'board_member.seen_revision'])
    .select(looksUntil)
    .select(['told_board.told_at', 'told_board.times as told_times', 'board.recap_week', 'board_member.recap_seen', 'board.time_zone'])
    .select(['board.film_year', 'board.film_anniversary', 'board_member.film_year_seen', 'board_member.film_anniversary_seen'])
    .select('board.created_by')
    .where('board_member.board_id', '=', boardId)
    .where('board_member.user_id', '=', userId)
    .executeTakeFirst();
}

interface Asked {
  userId: UserId;
  boardId: BoardId;
  after: number;
  /** See {@link isNoAnswer}. */
  isToldOfAnswers: boolean;
}

function toldOf({ boardId, userId, after }: Asked): NewsOf {
  const { val } = expressionBuilder<Tables>();
  return { boardId: val(boardId), userId: val(userId), after: val(after) };
}

/** What others logged that the person has not heard of, the newest first. */
export async function listLogsFor(db: Db, asked: Asked, limit: number) {
  const of = toldOf(asked);
  const rows = await newLogs(db, of)
    .innerJoin('user', 'user.id', 'activity.user_id')
    .leftJoin('user as noter', 'noter.id', 'activity.noted_by')
    .select(['activity.id', 'activity.user_id', 'activity.title_sealed', 'activity.points', 'activity.emoji', 'user.username'])
    .select(['activity.noted_by', 'noter.username as noted_by_name'])
    .$if(asked.isToldOfAnswers, (query) => query.where((eb) => isNoAnswer(eb, of.userId)))
    .orderBy('activity.board_revision', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ user_id, ...row }) => ({ ...row, isForPerson: user_id === asked.userId }));
}

export function listReactionsFor(db: Db, asked: Asked, limit: number) {
  return newReactions(db, toldOf(asked))
    .innerJoin('user', 'user.id', 'reaction.user_id')
    .select(['activity.id', 'activity.title_sealed', 'reaction.emoji', 'user.username'])
    .orderBy('reaction.board_revision', 'desc')
    .limit(limit)
    .execute();
}

export async function listUnlockedFor(db: Db, asked: Asked, limit: number) {
  const [byLogs, otherwise] = unlocked(db, toldOf(asked));
  const logged = await byLogs
    .innerJoin('user', 'user.id', 'activity.user_id')
    .select('user.username')
    .orderBy('activity.board_revision', 'desc')
    .limit(limit)
    .execute();
  const others = await otherwise
    .innerJoin('user', 'user.id', 'achievement.user_id')
    .select('user.username')
    .orderBy('achievement.earned_revision', 'desc')
    .limit(limit)
    .execute();
  return [...logged, ...others];
}

export async function gatherPushes(db: Db, id: NotificationId, others: readonly NotificationId[]): Promise<void> {
  if (others.length > 0) await db.updateTable('push').set({ gathered_in: id }).where('id', 'in', others).execute();
}

export async function releasePushes(db: Db, ids: readonly NotificationId[]): Promise<void> {
  await db.updateTable('push').set({ gathered_in: null }).where('id', 'in', ids).execute();
}

export async function deletePushes(db: Db, ids: readonly NotificationId[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('push').where('id', 'in', ids).execute();
}

/** Deletes a push to a session that has expired. The clock may be wrong: when the session goes on after all, the push is not sent late. */
export async function deletePushToEnded(db: Db, id: NotificationId): Promise<void> {
  await db
    .deleteFrom('push')
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('gathered_in', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('session')
          .select('session.id')
          .whereRef('session.id', '=', 'push.session_id')
          .where('session.expires_at', '<=', Date.now()),
      ),
    )
    .execute();
}

/** What was to be said together is not said any more. */
export async function deletePushesGatheredIn(db: Db, id: NotificationId): Promise<void> {
  await db
    .deleteFrom('push')
    .where((eb) => eb.or([eb('id', '=', id), eb('gathered_in', '=', id)]))
    .execute();
}

/** False when another copy has said so already. */
export async function markSent(db: Db, id: NotificationId): Promise<boolean> {
  const now = Date.now();
  const { numUpdatedRows } = await db
    .updateTable('push')
    .set({ created_at: noLaterThan(now, 'created_at'), sent_at: now })
    .where('sent_at', 'is', null)
    .where((eb) => eb.or([eb('id', '=', id), eb('gathered_in', '=', id)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

interface Told {
  sessionId: SessionId;
  boardId: BoardId;
  revision: number;
  /** Told before this moment, in milliseconds since 1970, it is told for the first time again. */
  firstAfter: number;
}

/** Unless the session, or the board, is gone meanwhile. */
export async function saveTold(db: Db, { sessionId, boardId, revision, firstAfter }: Told): Promise<void> {
  const device = await db.selectFrom('push_device').select('session_id').where('session_id', '=', sessionId).executeTakeFirst();
  if (!device) return;
  const now = Date.now();
  await db
    .insertInto('told_board')
    .values({ session_id: sessionId, board_id: boardId, revision, told_at: now, times: 1 })
    .onConflict((conflict) =>
      conflict.columns(['session_id', 'board_id']).doUpdateSet(({ eb, ref, lit }) => ({
        revision,
        told_at: now,
        times: eb
          .case()
          .when('told_board.told_at', '<=', firstAfter)
          .then(lit(1))
          .else(eb(ref('told_board.times'), '+', lit(1)))
          .end(),
      })),
    )
    .execute();
}

/** What happened on the person's boards before they subscribed a device counts as told to it. */
export async function markTold(db: Db, { userId, sessionId }: { userId: UserId; sessionId: SessionId }): Promise<void> {
  await db
    .insertInto('told_board')
    .columns(['session_id', 'board_id', 'revision', 'told_at', 'times'])
    .expression(({ selectFrom, val, lit }) =>
      selectFrom('board_member')
        .innerJoin('board', 'board.id', 'board_member.board_id')
        .select([val(sessionId).as('session_id'), 'board.id', 'board.revision', lit(0).as('told_at'), lit(1).as('times')])
        .where('board_member.user_id', '=', userId),
    )
    .onConflict((conflict) => conflict.columns(['session_id', 'board_id']).doNothing())
    .execute();
}

/** Whether it was there. */
export async function deleteDeviceAt(db: Db, endpointHash: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('push_device').where('endpoint_hash', '=', endpointHash).executeTakeFirst();
  return numDeletedRows > 0n;
}

export function deletePushesSentBefore(db: Db, moment: number): Promise<number> {
  return deleteOlder(db, 'push', { key: ['id'], column: 'sent_at', before: moment });
}

export function deletePushesMadeBefore(db: Db, moment: number): Promise<number> {
  return deleteOlder(db, 'push', { key: ['id'], column: 'created_at', before: moment });
}
