/** What recaps are made of, and which are announced and read. */
import { type ExpressionBuilder, sql } from 'kysely';
import type { BoardId, UserId, UserOnBoard } from '#shared/ids';
import { newestRecapWeekAnywhere } from '#shared/recap-weeks';
import { latestAfter } from '#shared/day-after';
import type { Db } from '../database/database.ts';
import { countedMoment } from '../leaderboard/member-day-store.ts';
import type { Tables } from '../database/tables.ts';
import { preparedQuery } from '../database/prepared-query.ts';

export interface Days {
  boardId: BoardId;
  from: string;
  before: string;
}

/** What people did day by day. What deleted accounts did is left out. */
export const listDaysBetween = preparedQuery((db, { boardId, from, before }: Days) =>
  db
    .selectFrom('member_day')
    .innerJoin('user', 'user.id', 'member_day.user_id')
    .select(['member_day.user_id', 'member_day.day', 'member_day.gained', 'member_day.lost', 'member_day.actions'])
    .where('member_day.board_id', '=', boardId)
    .where('member_day.day', '>=', from)
    .where('member_day.day', '<', before)
    .where('member_day.actions', '>', 0)
    .orderBy('member_day.day'),
);

/** In milliseconds since 1970. */
export interface Span {
  boardId: BoardId;
  from: number;
  before: number;
}

/** The activities of a span that count; what was noted the day after is of the day before. */
export function counted(db: Db, { boardId, from, before }: Span) {
  return (
    db
      .selectFrom('activity')
      // Activities of a deleted account stay until they are erased, but must not be seen.
      .innerJoin('user', 'user.id', 'activity.user_id')
      .where('activity.board_id', '=', boardId)
      .where('activity.logged_at', '>=', from)
      .where('activity.logged_at', '<', sql<number>`cast(${before} as bigint) + ${sql.lit(latestAfter)}`)
      .where((eb) => eb(countedMoment(eb), '>=', from))
      .where((eb) => eb(countedMoment(eb), '<', before))
      .where('activity.undone_at', 'is', null)
  );
}

/** When the activities of a span were logged, without what was noted the day after. */
export const listMoments = preparedQuery((db, span: Span) =>
  counted(db, span).select('activity.logged_at').where('activity.played_at', 'is', null),
);

/** The gain that was logged most; as often, the one logged last. */
export const findFavourite = preparedQuery((db, span: Span) =>
  counted(db, span)
    .where('activity.points', '>', 0)
    .groupBy('activity.action_id')
    .select(({ fn }) => ['activity.action_id', fn.countAll<number>().as('times'), fn.max('activity.logged_at').as('last_at')])
    .orderBy('times', 'desc')
    .orderBy('last_at', 'desc')
    .orderBy('activity.action_id')
    .limit(1),
);

const shown = ['activity.id', 'activity.title_sealed', 'activity.emoji', 'activity.points'] as const;

/** The newest activity of an action in a span: an action shows as it was logged last. */
export async function findLastOf(db: Db, span: Span, { action_id, last_at }: Awaited<ReturnType<typeof findFavourite>>[number]) {
  return await counted(db, span)
    .select(shown)
    .where('activity.action_id', '=', action_id)
    .where('activity.logged_at', '=', last_at)
    .orderBy('activity.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The loss with the most laughs; with as many, the biggest, and the latest of those. */
export const findFunniestLoss = preparedQuery((db, { laugh, boardId, from, before }: Span & { laugh: string }) =>
  counted(db, { boardId, from, before })
    .select(shown)
    .where('activity.points', '<', 0)
    .orderBy(
      ({ selectFrom }) =>
        selectFrom('reaction')
          .whereRef('reaction.activity_id', '=', 'activity.id')
          .where('reaction.emoji', '=', laugh)
          .select(({ fn }) => fn.countAll<number>().as('laughs')),
      'desc',
    )
    .orderBy('activity.points')
    .orderBy('activity.logged_at', 'desc')
    .orderBy('activity.id', 'desc')
    .limit(1),
);

/** The reaction that the activities of a span got most. */
export const findTopReaction = preparedQuery((db, span: Span) =>
  counted(db, span)
    .innerJoin('reaction', 'reaction.activity_id', 'activity.id')
    .innerJoin('user as reacting', 'reacting.id', 'reaction.user_id')
    .groupBy('reaction.emoji')
    .select(({ fn }) => ['reaction.emoji', fn.countAll<number>().as('times')])
    .orderBy('times', 'desc')
    .orderBy('reaction.emoji')
    .limit(1),
);

/** Saves the newest week read. It goes back only where the stored week has no recap yet, since the clock was ahead. */
export async function saveRecapSeen(db: Db, { boardId, userId }: UserOnBoard, week: string): Promise<void> {
  await db
    .updateTable('board_member')
    .set({ recap_seen: week })
    .where('board_id', '=', boardId)
    .where('user_id', '=', userId)
    .where(({ or, eb }) =>
      or([eb('recap_seen', 'is', null), eb('recap_seen', '<', week), eb('recap_seen', '>', newestRecapWeekAnywhere(Date.now()))]),
    )
    .execute();
}

/** The time zones that boards have. */
export async function listTimeZones(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('board').select('time_zone').distinct().execute();
  return rows.map(({ time_zone }) => time_zone);
}

interface Due {
  timeZone: string;
  /** The Mondays of this week and the next. */
  week: string;
  next: string;
  /** If set, an announced week later than this one does not count: it was announced while the clock was ahead. */
  laterThan: string | undefined;
}

/** Some boards of a zone on which something was logged in a week that was not announced there. */
export async function listUnannounced(db: Db, due: Due, limit: number): Promise<BoardId[]> {
  const rows = await unannounced(db, due).select('board.id').orderBy('board.id').limit(limit).execute();
  return rows.map(({ id }) => id);
}

/**
 * Marks a week of a board as announced, which is so once: whether it was not yet. In the zone that the board has now, since somebody may have
 * changed it meanwhile.
 */
export async function announceRecap(db: Db, boardId: BoardId, due: Due): Promise<boolean> {
  const found = await unannounced(db, due).select('board.id').where('board.id', '=', boardId).executeTakeFirst();
  if (!found) return false;
  const { numUpdatedRows } = await db
    .updateTable('board')
    .set({ recap_week: due.week })
    .where('id', '=', boardId)
    .where((eb) => isNotYet(eb, due))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function isNotYet({ or, eb }: ExpressionBuilder<Pick<Tables, 'board'>, 'board'>, { week, laterThan }: Due) {
  const before = [eb('board.recap_week', 'is', null), eb('board.recap_week', '<', week)];
  return or(laterThan === undefined ? before : [...before, eb('board.recap_week', '>', laterThan)]);
}

function unannounced(db: Db, due: Due) {
  const { timeZone, week, next } = due;
  return db
    .selectFrom('board')
    .where('board.time_zone', '=', timeZone)
    .where((eb) => isNotYet(eb, due))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('member_day')
          .innerJoin('user', 'user.id', 'member_day.user_id')
          .select('member_day.day')
          .whereRef('member_day.board_id', '=', 'board.id')
          .where('member_day.day', '>=', week)
          .where('member_day.day', '<', next)
          .where('member_day.actions', '>', 0),
      ),
    );
}

export interface RecapMailRow {
  token: string;
  week: string;
  createdAt: number;
}

export async function findRecapMail(db: Db, userId: UserId): Promise<RecapMailRow | undefined> {
  return await db
    .selectFrom('recap_mail')
    .select(['token', 'week', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Nothing changes for whoever gets the mail already. */
export async function insertRecapMail(db: Db, row: { user_id: UserId; token: string; week: string }): Promise<void> {
  await db
    .insertInto('recap_mail')
    .values({ ...row, created_at: Date.now() })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}

export async function deleteRecapMail(db: Db, userId: UserId): Promise<void> {
  await db.deleteFrom('recap_mail').where('user_id', '=', userId).execute();
}

/** Ends the mails with this token. Returns the person who got them. */
export async function deleteRecapMailBy(db: Db, token: string): Promise<UserId | undefined> {
  const row = await db.deleteFrom('recap_mail').where('token', '=', token).returning('user_id').executeTakeFirst();
  return row?.user_id;
}

/**
 * Whether this shares its first or its last half with somebody's token. Each half has 96 bits, which nobody guesses: so it was that token, and
 * was cut or changed on its way.
 */
export async function isDamagedToken(db: Db, token: string): Promise<boolean> {
  if (token.length < halfToken) return false;
  const row = await db
    .selectFrom('recap_mail')
    .select('user_id')
    .where((where) =>
      where.or([
        where(sql<string>`substr(token, 1, ${sql.lit(halfToken)})`, '=', token.slice(0, halfToken)),
        where(sql<string>`substr(token, ${sql.lit(halfToken + 1)})`, '=', token.slice(-halfToken)),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** In characters; a whole token has 32. */
const halfToken = 16;

/** For each person who gets mails and each zone of their boards: the newest week announced there. */
export function listMailedZones(db: Db) {
  return db
    .selectFrom('recap_mail')
    .innerJoin('board_member', 'board_member.user_id', 'recap_mail.user_id')
    .innerJoin('board', 'board.id', 'board_member.board_id')
    .select(({ fn }) => ['recap_mail.user_id', 'recap_mail.week', 'board.time_zone', fn.max('board.recap_week').as('announced')])
    .groupBy(['recap_mail.user_id', 'recap_mail.week', 'board.time_zone'])
    .orderBy('recap_mail.user_id')
    .execute();
}

/** Notes that a person needs no mail about weeks up to this one any more. False where another copy changed meanwhile what was `noted` before. */
export async function passWeek(db: Db, userId: UserId, { week, noted }: { week: string; noted: string }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recap_mail')
    .set({ week })
    .where('user_id', '=', userId)
    .where('week', '=', noted)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The boards of a person, in the order in which they joined them. */
export function listBoardsOf(db: Db, userId: UserId) {
  return db
    .selectFrom('board_member')
    .innerJoin('board', 'board.id', 'board_member.board_id')
    .select(['board.id', 'board.title_sealed', 'board.icon', 'board.time_zone'])
    .where('board_member.user_id', '=', userId)
    .orderBy('board_member.joined_at')
    .orderBy('board.id')
    .execute();
}
