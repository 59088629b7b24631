import type { ExpressionBuilder, Insertable } from 'kysely';
import { latestTime } from '#shared/clock-rules';
import type { BoardId, NotificationId, SessionId, UserId, UserOnBoard } from '#shared/ids';
import { notificationKinds } from '#shared/notifications';
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
  'push_device.subscribed_at',
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

/** The devices of the members of a board. */
export function listDevicesOn(db: Db, boardId: BoardId) {
  return withSession(db)
    .innerJoin('board_member', 'board_member.user_id', 'push_device.user_id')
    .select(deviceColumns)
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

/** The devices of the members of a board, with what each has seen and was told of it. */
export function listListeners(db: Db, boardId: BoardId) {
  return withSession(db)
    .innerJoin('board_member', 'board_member.user_id', 'push_device.user_id')
    .leftJoin('notification_choice', 'notification_choice.user_id', 'push_device.user_id')
    .leftJoin('member_news', (join) =>
      join.onRef('member_news.user_id', '=', 'board_member.user_id').onRef('member_news.board_id', '=', 'board_member.board_id'),
    )
    .leftJoin('told_board', (join) =>
      join.onRef('told_board.session_id', '=', 'push_device.session_id').onRef('told_board.board_id', '=', 'board_member.board_id'),
    )
    .select(deviceColumns)
    .select('board_member.joined_at')
    .select(kindColumns)
    .select(['member_news.muted', 'member_news.seen_revision'])
    .select(looksUntil)
    .select(['told_board.revision as told_revision', 'told_board.told_at', 'told_board.times as told_times'])
    .where('board_member.board_id', '=', boardId)
    .execute();
}
export type Listener = Awaited<ReturnType<typeof listListeners>>[number];

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

/** What was logged on a board after a revision, and by whom, the newest first. */
export function listLogs(db: Db, { boardId, after }: { boardId: BoardId; after: number }, limit: number) {
  return db
    .selectFrom('activity')
    .select((eb) => doerIn(eb).as('by'))
    .select(['board_revision as revision', 'logged_at as at', 'noted_by as answered'])
    .where('board_id', '=', boardId)
    .where('board_revision', '>', after)
    .where('undone_revision', 'is', null)
    .orderBy('board_revision', 'desc')
    .limit(limit)
    .execute();
}

/** The reactions on a board after a revision, who reacted, and to whom that is news; the newest first. */
export function listReactions(db: Db, { boardId, after }: { boardId: BoardId; after: number }, limit: number) {
  return reactionsAfter(db, { boardId, after })
    .select(['reaction.user_id as by', 'reaction.board_revision as revision', 'reaction.reacted_at as at', 'activity.user_id as to'])
    .orderBy('reaction.board_revision', 'desc')
    .limit(limit)
    .execute();
}

/** The person whose doing an activity is, as in `doerOf`: nobody is told of their own. */
function doerIn({ eb, fn, ref }: ExpressionBuilder<Tables, 'activity'>) {
  return eb
    .case()
    .when('activity.points', '>', 0)
    .then(fn.coalesce(ref('activity.noted_by'), ref('activity.user_id')))
    .else(ref('activity.user_id'))
    .end();
}

/** Two lists of the achievements that people unlocked on a board after a revision, by logs and otherwise; each the newest first. */
export async function listUnlocked(db: Db, { boardId, after }: { boardId: BoardId; after: number }, limit: number) {
  const byLogs = await unlockedByLogs(db, { boardId, after })
    .select(['activity.user_id as by', 'activity.board_revision as revision', 'activity.logged_at as at'])
    .orderBy('activity.board_revision', 'desc')
    .limit(limit)
    .execute();
  const otherwise = await unlockedOtherwise(db, { boardId, after })
    .select(['achievement.user_id as by', 'achievement.unlocked_at as at'])
    .select(({ fn, lit }) => fn.coalesce('achievement.earned_revision', lit(0)).as('revision'))
    .orderBy('achievement.earned_revision', 'desc')
    .limit(limit)
    .execute();
  return [byLogs, otherwise];
}

/** Those that other boards earned are nobody's business here. */
function unlockedByLogs(db: Db, { boardId, after }: { boardId: BoardId; after: number }) {
  return db
    .selectFrom('activity')
    .innerJoin('achievement', (join) =>
      join.onRef('achievement.user_id', '=', 'activity.user_id').onRef('achievement.activity_id', '=', 'activity.id'),
    )
    .where('activity.board_id', '=', boardId)
    .where('activity.board_revision', '>', after)
    .where('activity.undone_revision', 'is', null);
}

function unlockedOtherwise(db: Db, { boardId, after }: { boardId: BoardId; after: number }) {
  return db.selectFrom('achievement').where('achievement.earned_on', '=', boardId).where('achievement.earned_revision', '>', after);
}

function reactionsAfter(db: Db, { boardId, after }: { boardId: BoardId; after: number }) {
  // The later of the two revisions is that of the activity: one index finds it.
  return db
    .selectFrom('activity')
    .innerJoin('reaction', 'reaction.activity_id', 'activity.id')
    .where('activity.board_id', '=', boardId)
    .where('activity.changed_revision', '>', after)
    .where('activity.undone_revision', 'is', null)
    .where('reaction.board_revision', '>', after);
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
    .select(['push_device.user_id', 'push_device.subscribed_at'])
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
    .leftJoin('member_news', (join) =>
      join.onRef('member_news.user_id', '=', 'board_member.user_id').onRef('member_news.board_id', '=', 'board_member.board_id'),
    )
    .leftJoin('told_board', (join) =>
      join.on('told_board.session_id', '=', sessionId).onRef('told_board.board_id', '=', 'board_member.board_id'),
    )
    .select(['board.revision', 'board_member.joined_at', 'member_news.muted', 'member_news.seen_revision'])
    .select(looksUntil)
    .select(['told_board.told_at', 'told_board.times as told_times', 'board.recap_week', 'board_member.recap_seen', 'board.time_zone'])
    .select('board.created_by')
    .where('board_member.board_id', '=', boardId)
    .where('board_member.user_id', '=', userId)
    .executeTakeFirst();
}

export interface Since {
  userId: UserId;
  boardId: BoardId;
  after: number;
  /** In milliseconds since 1970: when the person came, or asked to be told. */
  since: number;
  /** If so, a loss that was avowed is told to the person who noted it as an answer, and not once more as news. */
  isToldOfAnswers: boolean;
}

/** What others logged that the person has not heard of, the newest first. Logs of deleted accounts are left out. */
export async function listLogsFor(db: Db, { userId, boardId, after, since, isToldOfAnswers }: Since, limit: number) {
  const rows = await db
    .selectFrom('activity')
    .innerJoin('user', 'user.id', 'activity.user_id')
    .leftJoin('user as noter', 'noter.id', 'activity.noted_by')
    .select(['activity.id', 'activity.user_id', 'activity.title_sealed', 'activity.points', 'activity.emoji', 'user.username'])
    .select(['activity.noted_by', 'noter.username as noted_by_name'])
    .where('activity.board_id', '=', boardId)
    .where('activity.board_revision', '>', after)
    .where((eb) => eb(doerIn(eb), '!=', userId))
    .where('activity.undone_revision', 'is', null)
    .where('activity.logged_at', '>=', since)
    .$if(isToldOfAnswers, (query) =>
      query.where(({ eb, or }) => or([eb('activity.noted_by', 'is', null), eb('activity.noted_by', '!=', userId)])),
    )
    .orderBy('activity.board_revision', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ user_id, ...row }) => ({ ...row, isForPerson: user_id === userId }));
}

export function listReactionsFor(db: Db, { userId, boardId, after, since }: Since, limit: number) {
  return reactionsAfter(db, { boardId, after })
    .innerJoin('user', 'user.id', 'reaction.user_id')
    .select(['activity.id', 'activity.title_sealed', 'reaction.emoji', 'user.username'])
    .where('activity.user_id', '=', userId)
    .where('reaction.user_id', '!=', userId)
    .where('reaction.reacted_at', '>=', since)
    .orderBy('reaction.board_revision', 'desc')
    .limit(limit)
    .execute();
}

export async function listUnlockedFor(db: Db, { userId, boardId, after, since }: Since, limit: number) {
  const byLogs = await unlockedByLogs(db, { boardId, after })
    .innerJoin('user', 'user.id', 'activity.user_id')
    .select('user.username')
    .where('activity.user_id', '!=', userId)
    .where('activity.logged_at', '>=', since)
    .orderBy('activity.board_revision', 'desc')
    .limit(limit)
    .execute();
  const otherwise = await unlockedOtherwise(db, { boardId, after })
    .innerJoin('user', 'user.id', 'achievement.user_id')
    .select('user.username')
    .where('achievement.user_id', '!=', userId)
    .where('achievement.unlocked_at', '>=', since)
    .orderBy('achievement.earned_revision', 'desc')
    .limit(limit)
    .execute();
  return [...byLogs, ...otherwise];
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

/** The boards on which others have logged something, or reacted to what the person logged, that the person has not seen; none that is muted. */
export async function listBoardsWithNews(db: Db, userId: UserId): Promise<BoardId[]> {
  const rows = await db
    .selectFrom('board_member')
    .leftJoin('member_news', (join) =>
      join.onRef('member_news.user_id', '=', 'board_member.user_id').onRef('member_news.board_id', '=', 'board_member.board_id'),
    )
    .select('board_member.board_id')
    .where('board_member.user_id', '=', userId)
    .where((eb) => eb.or([eb('member_news.muted', 'is', null), eb('member_news.muted', '=', 0)]))
    .where((eb) => eb.or([eb.exists(unseen(eb)), eb.exists(unseenReactions(eb))]))
    .orderBy('board_member.board_id')
    .execute();
  return rows.map(({ board_id }) => board_id);
}

type OfMember = ExpressionBuilder<Pick<Tables, 'activity' | 'reaction' | 'board_member' | 'member_news'>, 'board_member' | 'member_news'>;

function unseen({ selectFrom, fn, lit }: OfMember) {
  return selectFrom('activity')
    .select('activity.id')
    .whereRef('activity.board_id', '=', 'board_member.board_id')
    .where('activity.board_revision', '>', (eb) => fn.coalesce(eb.ref('member_news.seen_revision'), lit(0)))
    .where((eb) => eb(doerIn(eb), '!=', eb.ref('board_member.user_id')))
    .where((eb) => eb.or([eb('activity.logged_at', '>=', eb.ref('board_member.joined_at')), joinedAhead(eb)]))
    .where('activity.undone_revision', 'is', null);
}

/** A member whose joining time lies ahead has all news, as in `knowsFrom`. */
function joinedAhead({ eb }: ExpressionBuilder<Pick<Tables, 'board_member'>, 'board_member'>) {
  return eb('board_member.joined_at', '>', latestTime(Date.now()));
}

function unseenReactions({ selectFrom, fn, lit }: OfMember) {
  return (
    selectFrom('activity')
      .innerJoin('reaction', 'reaction.activity_id', 'activity.id')
      .select('activity.id')
      .whereRef('activity.board_id', '=', 'board_member.board_id')
      // The index finds them, as in `reactionsAfter`.
      .where('activity.changed_revision', '>', (eb) => fn.coalesce(eb.ref('member_news.seen_revision'), lit(0)))
      .whereRef('activity.user_id', '=', 'board_member.user_id')
      .where('activity.undone_revision', 'is', null)
      .where('reaction.board_revision', '>', (eb) => fn.coalesce(eb.ref('member_news.seen_revision'), lit(0)))
      .whereRef('reaction.user_id', '!=', 'board_member.user_id')
      .where((eb) => eb.or([eb('reaction.reacted_at', '>=', eb.ref('board_member.joined_at')), joinedAhead(eb)]))
  );
}
