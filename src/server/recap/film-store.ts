/** What films are made of, those that are kept, and which were told and seen. */
import { sql } from 'kysely';
import type { ActionId, ActivityId, BoardId, FilmId, SeasonId, UserId, UserOnBoard } from '#shared/ids';
import { leastOfFilm, isYear } from '#shared/film-periods';
import type { ReactionEmoji } from '#shared/reaction-choices';
import type { Db } from '../database/database.ts';
import { preparedQuery } from '../database/prepared-query.ts';
import type { Days } from './recap-store.ts';

/** What was done on each day, of all people together. What deleted accounts did is left out. */
export const sumByDay = preparedQuery((db, days: Days) =>
  daysOf(db, days)
    .select(({ fn }) => [
      'member_day.day',
      fn.countAll<number>().as('people'),
      fn.sum<number>('member_day.gained').as('gained'),
      fn.sum<number>('member_day.lost').as('lost'),
      fn.sum<number>('member_day.actions').as('actions'),
    ])
    .groupBy('member_day.day')
    .orderBy('member_day.day'),
);
export type DayOfBoard = Awaited<ReturnType<typeof sumByDay>>[number];

/** How many people logged something, members by now or not. */
export const countPeople = preparedQuery((db, { boardId, from, before }: Days) =>
  db
    .selectFrom('user')
    .select(({ fn }) => fn.countAll<number>().as('people'))
    .where(({ eb, or, selectFrom }) => {
      const of = (table: 'board_member' | 'former_member') =>
        selectFrom(table).select(`${table}.user_id`).where(`${table}.board_id`, '=', boardId);
      return or([eb('user.id', 'in', of('board_member')), eb('user.id', 'in', of('former_member'))]);
    })
    .where(({ exists, selectFrom, lit }) =>
      exists(
        selectFrom('member_day')
          .select(lit(1).as('one'))
          .whereRef('member_day.user_id', '=', 'user.id')
          .where('member_day.board_id', '=', boardId)
          .where('member_day.day', '>=', from)
          .where('member_day.day', '<', before)
          .where('member_day.actions', '>', 0),
      ),
    ),
);

/** Whether there is enough for a film: so many days of a person, with an activity each at least, are more than enough. */
export async function hasEnough(db: Db, days: Days): Promise<boolean> {
  const some = await firstDays(db, days);
  return some.reduce((sum, { actions }) => sum + actions, 0) >= leastOfFilm;
}

const firstDays = preparedQuery((db, days: Days) => daysOf(db, days).select('member_day.actions').limit(leastOfFilm));

function daysOf(db: Db, { boardId, from, before }: Days) {
  return (
    db
      .selectFrom('member_day')
      .where('member_day.board_id', '=', boardId)
      .where('member_day.day', '>=', from)
      .where('member_day.day', '<', before)
      .where('member_day.actions', '>', 0)
      // Cheaper than to ask for the person of each day.
      .where('member_day.user_id', 'not in', beingErased(db))
  );
}

/** Deleted accounts of which something may be left. */
function beingErased(db: Db) {
  return db
    .selectFrom('job')
    .select(({ ref }) => ref('job.subject').$castTo<UserId>().as('id'))
    .where('job.kind', '=', 'erase_account');
}

interface Moments {
  boardId: BoardId;
  /** In milliseconds since 1970. */
  from: number;
  before: number;
}

/** The revisions of the first and the last activity of a span by their time, undone or not; undefined where there is none. */
export async function findRevisions(db: Db, { boardId, from, before }: Moments): Promise<readonly [number, number] | undefined> {
  const [first] = await firstFrom(db, { boardId, from });
  const [last] = await lastBefore(db, { boardId, before });
  return first && last && first.logged_at <= last.logged_at ? [first.board_revision, last.board_revision] : undefined;
}

const firstFrom = preparedQuery((db, { boardId, from }: Omit<Moments, 'before'>) =>
  moments(db, boardId).where('logged_at', '>=', from).orderBy('logged_at').orderBy('id').limit(1),
);
const lastBefore = preparedQuery((db, { boardId, before }: Omit<Moments, 'from'>) =>
  moments(db, boardId).where('logged_at', '<', before).orderBy('logged_at', 'desc').orderBy('id', 'desc').limit(1),
);

function moments(db: Db, boardId: BoardId) {
  return db.selectFrom('activity').select(['board_revision', 'logged_at']).where('board_id', '=', boardId);
}

/** Some columns of a log, undone or not: what was read is as much as was asked for. */
export interface LoggedRow {
  id: ActivityId;
  action_id: ActionId;
  points: number;
  logged_at: number;
  board_revision: number;
  undone_revision: number | null;
  /** Null once the account is gone. */
  author: string | null;
}

/** The activities of a board in the order of their times. */
export const listLoggedAfter = preparedQuery((db, { boardId, from, before, id, limit }: Moments & { id: ActivityId; limit: number }) =>
  logged(db)
    .where('activity.board_id', '=', boardId)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('activity.logged_at', 'activity.id'), '>', tuple(from, id)))
    .where('activity.logged_at', '<', before)
    .orderBy('activity.logged_at')
    .orderBy('activity.id')
    .limit(limit),
);

interface Page {
  boardId: BoardId;
  after: number;
  limit: number;
}

/** The activities that made these revisions of a board. Not each of its revisions was made by one. */
export function listLoggedAt(db: Db, boardId: BoardId, revisions: readonly number[]): Promise<LoggedRow[]> {
  return logged(db).where('activity.board_id', '=', boardId).where('activity.board_revision', 'in', revisions).execute();
}

function logged(db: Db) {
  return db
    .selectFrom('activity')
    .leftJoin('user', 'user.id', 'activity.user_id')
    .select(['activity.id', 'activity.action_id', 'activity.points', 'activity.logged_at', 'activity.board_revision'])
    .select(['activity.undone_revision', 'user.id as author']);
}

const laugh: ReactionEmoji = '😂';

/** The activities that got a reaction or a note after a revision, in the order of the last of them, with how often people reacted and laughed. */
export const listChangedAfter = preparedQuery((db, { boardId, after, limit }: Page) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('activity')
        .selectAll()
        .where('board_id', '=', boardId)
        .where('changed_revision', '>', after)
        .orderBy('changed_revision')
        .limit(limit)
        .as('changed'),
    )
    .leftJoin('user', 'user.id', 'changed.user_id')
    .select(['changed.id', 'changed.points', 'changed.logged_at', 'changed.changed_revision', 'changed.undone_revision'])
    .select(['user.id as author', sql<number>`case when changed.note_sealed is null then 0 else 1 end`.as('has_note')])
    .select(({ selectFrom, fn }) => [
      selectFrom('reaction')
        .innerJoin('user as reacting', 'reacting.id', 'reaction.user_id')
        .whereRef('reaction.activity_id', '=', 'changed.id')
        .select(fn.countAll<number>().as('count'))
        .as('reactions'),
      selectFrom('reaction')
        .innerJoin('user as laughing', 'laughing.id', 'reaction.user_id')
        .whereRef('reaction.activity_id', '=', 'changed.id')
        .where('reaction.emoji', '=', laugh)
        .where('changed.points', '<', 0)
        .select(fn.countAll<number>().as('count'))
        .as('laughs'),
    ])
    .orderBy('changed.changed_revision'),
);
export type ChangedRow = Awaited<ReturnType<typeof listChangedAfter>>[number];

/** Those of these activities that still count, and whose author is still there, with who wrote under them. */
export async function listShown(db: Db, boardId: BoardId, ids: readonly ActivityId[]) {
  if (ids.length === 0) return [];
  return await db
    .selectFrom('activity')
    .innerJoin('user', 'user.id', 'activity.user_id')
    .leftJoin('user as noter', 'noter.id', 'activity.noted_by')
    .select(['activity.id', 'activity.title_sealed', 'activity.emoji', 'activity.points', 'activity.note_sealed', 'activity.noted_by'])
    .select(['noter.username as noted_by_name', 'user.id as userId', 'user.username', 'user.avatar'])
    .where('activity.board_id', '=', boardId)
    .where('activity.id', 'in', ids)
    .where('activity.undone_at', 'is', null)
    .execute();
}

/** An action, in use or not. */
export function findAction(db: Db, { boardId, actionId }: { boardId: BoardId; actionId: ActionId }) {
  return db
    .selectFrom('board_action')
    .select(['id', 'title_sealed', 'emoji'])
    .where('id', '=', actionId)
    .where('board_id', '=', boardId)
    .executeTakeFirst();
}

/** These seasons of a board. */
export async function listSeasonsOf(db: Db, boardId: BoardId, ids: readonly SeasonId[]) {
  return await db.selectFrom('season').selectAll().where('board_id', '=', boardId).where('id', 'in', ids).execute();
}

interface OfBoard {
  boardId: BoardId;
  period: string;
}

/** A film that was made, whether or not it is to be made anew. */
export function findFilm(db: Db, { boardId, period }: OfBoard) {
  return db
    .selectFrom('film')
    .select(['id', 'facts_sealed'])
    .where('board_id', '=', boardId)
    .where('period', '=', period)
    .executeTakeFirst();
}

export async function listFilms(db: Db, boardId: BoardId): Promise<string[]> {
  const rows = await db.selectFrom('film').select('period').where('board_id', '=', boardId).execute();
  return rows.map(({ period }) => period);
}

/** Keeps a film as it was made first. */
export async function keepFilm(db: Db, { boardId, period }: OfBoard, { id, sealed }: { id: FilmId; sealed: string }): Promise<void> {
  await db
    .insertInto('film')
    .values({ id, board_id: boardId, period, facts_sealed: sealed, made_at: Date.now() })
    .onConflict((conflict) => conflict.columns(['board_id', 'period']).doNothing())
    .execute();
}

/** The same of one that was made before somebody deleted their account. */
export async function keepFilmAnew(db: Db, id: FilmId, sealed: string): Promise<void> {
  await db.updateTable('film').set({ facts_sealed: sealed }).where('id', '=', id).where('facts_sealed', 'is', null).execute();
}

/** Has the films of a board made anew, from what is left of it. */
export async function forgetFacts(db: Db, boardId: BoardId): Promise<void> {
  await db.updateTable('film').set({ facts_sealed: null }).where('board_id', '=', boardId).execute();
}

export async function saveFilmSeen(db: Db, { boardId, userId }: UserOnBoard, period: string): Promise<void> {
  await db
    .updateTable('board_member')
    .set(isYear(period) ? { film_year_seen: period } : { film_anniversary_seen: period })
    .where('board_id', '=', boardId)
    .where('user_id', '=', userId)
    .execute();
}

/** When the first board of a zone was made. */
export async function findFirstMade(db: Db, timeZone: string): Promise<number | null> {
  const { first } = await db
    .selectFrom('board')
    .select(({ fn }) => fn.min<number | null>('created_at').as('first'))
    .where('time_zone', '=', timeZone)
    .executeTakeFirstOrThrow();
  return first;
}

interface MadeWithin {
  timeZone: string;
  /** When they were made, in milliseconds since 1970. */
  from: number;
  before: number;
  /** Looked at last. */
  after: { created_at: number; id: BoardId } | undefined;
  limit: number;
}

/** The boards of a zone that were made in a span, in that order. */
export function listMadeWithin(db: Db, { timeZone, from, before, after, limit }: MadeWithin) {
  return db
    .selectFrom('board')
    .select(['id', 'created_at', 'time_zone', 'film_year', 'film_anniversary'])
    .where('time_zone', '=', timeZone)
    .where('created_at', '>=', after?.created_at ?? from)
    .where('created_at', '<', before)
    .$if(after !== undefined, (query) =>
      query.where(({ or, and, eb }) =>
        or([
          eb('created_at', '>', after?.created_at ?? 0),
          and([eb('created_at', '=', after?.created_at ?? 0), eb('id', '>', after?.id ?? ('' as BoardId))]),
        ]),
      ),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Marks a film of a board as told, which is so once: whether it was not yet. */
export async function announceFilm(db: Db, { boardId, period }: OfBoard): Promise<boolean> {
  const column = isYear(period) ? 'film_year' : 'film_anniversary';
  const { numUpdatedRows } = await db
    .updateTable('board')
    .set(column === 'film_year' ? { film_year: period } : { film_anniversary: period })
    .where('id', '=', boardId)
    .where(({ or, eb }) => or([eb(column, 'is', null), eb(column, '!=', period)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
