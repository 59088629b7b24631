/** What members did day by day. Logging and undoing keep it: see `log-store.ts`. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Insertable } from 'kysely';
import { dayIn } from '#shared/calendar';
import type { Db } from '../database/database.ts';
import { preparedQuery } from '../database/prepared-query.ts';
import type { Tables } from '../database/tables.ts';

export type MemberDay = Insertable<Tables['member_day']>;

/** The first day on which something was logged that still counts; undefined when there is none. */
export async function findFirstDay(db: Db, boardId: string): Promise<string | undefined> {
  const [first] = await firstDay(db, { boardId });
  return first?.day;
}

const firstDay = preparedQuery((db, { boardId }: { boardId: string }) =>
  db.selectFrom('member_day').select('day').where('board_id', '=', boardId).where('actions', '>', 0).orderBy('day').limit(1),
);

/** After every day that there is. */
const never = '9999-12-31';

/**
 * What each member did in each of these stretches of days, given by their first days in order; the last one has no end. The database adds
 * up: the rows that it returns are as many as members and stretches, whatever was logged.
 */
export function sumStretches(db: Db, boardId: string, starts: readonly string[]) {
  const [first, ...others] = starts.map((start, index) =>
    db.selectNoFrom(({ val, cast }) => [
      cast<string>(val(start), 'text').as('start'),
      cast<string>(val(starts[index + 1] ?? never), 'text').as('next'),
    ]),
  );
  if (!first) return Promise.resolve([]);
  return db
    .selectFrom(others.reduce((all, stretch) => all.unionAll(stretch), first).as('stretch'))
    .innerJoin('member_day', (join) =>
      join
        .on('member_day.board_id', '=', boardId)
        .onRef('member_day.day', '>=', 'stretch.start')
        .onRef('member_day.day', '<', 'stretch.next'),
    )
    .where('member_day.user_id', 'in', membersOf(db, boardId))
    .select(({ fn }) => [
      'stretch.start',
      'member_day.user_id',
      fn.sum<number>('member_day.gained').as('gained'),
      fn.sum<number>('member_day.lost').as('lost'),
      fn.sum<number>('member_day.actions').as('actions'),
    ])
    .groupBy(['stretch.start', 'member_day.user_id'])
    .execute();
}

/** The day since then on which the members' points came to most; of equal ones the latest. */
export function findBiggestDay(db: Db, boardId: string, since: string) {
  return db
    .selectFrom('member_day')
    .where('board_id', '=', boardId)
    .where('day', '>=', since)
    .where('user_id', 'in', membersOf(db, boardId))
    .select(({ fn, eb, ref }) => ['day', fn.sum<number>(eb(ref('gained'), '-', ref('lost'))).as('points')])
    .groupBy('day')
    .orderBy('points', 'desc')
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Who did something on which day, of the days from one up to another, that one left out. */
export const listActiveDays = preparedQuery((db, { boardId, from, before }: { boardId: string; from: string; before: string }) =>
  db
    .selectFrom('member_day')
    .select(['user_id', 'day'])
    .where('board_id', '=', boardId)
    .where('day', '>=', from)
    .where('day', '<', before)
    .where('actions', '>', 0),
);

interface DaysOfSome {
  boardId: string;
  people: readonly string[];
  from: string;
  before: string;
}

/** The same of some people. */
export async function listActiveDaysOf(db: Db, { boardId, people, from, before }: DaysOfSome): Promise<{ user_id: string; day: string }[]> {
  if (people.length === 0) return [];
  return await db
    .selectFrom('member_day')
    .select(['user_id', 'day'])
    .where('user_id', 'in', people)
    .where('board_id', '=', boardId)
    .where('day', '>=', from)
    .where('day', '<', before)
    .where('actions', '>', 0)
    .execute();
}

/** On how many of these days each of some people did something, who did at all. Of many people and days the database counts, and returns few rows. */
export function countActiveDays(db: Db, { boardId, people, from, before }: DaysOfSome) {
  return db
    .selectFrom('member_day')
    .where('user_id', 'in', people)
    .where('board_id', '=', boardId)
    .where('day', '>=', from)
    .where('day', '<', before)
    .where('actions', '>', 0)
    .select(({ fn }) => ['user_id', fn.countAll<number>().as('days')])
    .groupBy('user_id')
    .execute();
}

const membersOf = (db: Db, boardId: string) => db.selectFrom('board_member').select('board_member.user_id').where('board_id', '=', boardId);

const writtenAtOnce = 500;

/** Writes the days of a board as its activities make them in a time zone: there are none yet. */
export async function fillDays(db: Db, boardId: string, timeZone: string): Promise<void> {
  await saveDays(db, await daysOfActivities(db, boardId, timeZone));
}

/** What each of these days comes to from now on. */
export async function saveDays(db: Db, days: readonly MemberDay[]): Promise<void> {
  for (let start = 0; start < days.length; start += writtenAtOnce)
    await db
      .insertInto('member_day')
      .values(days.slice(start, start + writtenAtOnce))
      .onConflict((conflict) =>
        conflict.columns(['board_id', 'day', 'user_id']).doUpdateSet(({ ref }) => ({
          gained: ref('excluded.gained'),
          lost: ref('excluded.lost'),
          actions: ref('excluded.actions'),
        })),
      )
      .execute();
}

export async function deleteDays(db: Db, { boardId, userId }: Author, days: readonly string[]): Promise<void> {
  for (let start = 0; start < days.length; start += writtenAtOnce)
    await db
      .deleteFrom('member_day')
      .where('board_id', '=', boardId)
      .where('user_id', '=', userId)
      .where('day', 'in', days.slice(start, start + writtenAtOnce))
      .execute();
}

interface Author {
  boardId: string;
  userId: string;
}

/** All that is kept of somebody's days on a board, in order. */
export const listDaysOfAuthor = preparedQuery((db, { boardId, userId }: Author) =>
  db.selectFrom('member_day').selectAll().where('user_id', '=', userId).where('board_id', '=', boardId).orderBy('day'),
);

/** What the activities of a board come to, by person and day. Reads them all, a page at a time. */
export async function daysOfActivities(db: Db, boardId: string, timeZone: string): Promise<MemberDay[]> {
  const days = daysIn(boardId, timeZone);
  let page = await pageOfActivities(db, { boardId, after: 0 });
  while (page.length > 0) {
    for (const one of page) days.add(one);
    await nextTurn();
    page = await pageOfActivities(db, { boardId, after: page.at(-1)?.board_revision ?? 0 });
  }
  return days.all();
}

interface Counted {
  user_id: string;
  points: number;
  logged_at: number;
}

/** Adds activities up by person and day, to days that there are already. */
export function daysIn(boardId: string, timeZone: string, known: readonly MemberDay[] = []) {
  const keyOf = (day: string, userId: string) => `${day} ${userId}`;
  const days = new Map(known.map((one) => [keyOf(one.day, one.user_id), { ...one }]));
  return {
    /** `times` is -1 for one that counts no more. */
    add({ user_id, points, logged_at }: Counted, times: 1 | -1 = 1): void {
      const day = dayIn(timeZone, logged_at);
      const key = keyOf(day, user_id);
      const sums = days.get(key) ?? { board_id: boardId, day, user_id, gained: 0, lost: 0, actions: 0 };
      sums.gained += times * Math.max(points, 0);
      sums.lost += times * Math.max(-points, 0);
      sums.actions += times;
      days.set(key, sums);
    },
    all: () => [...days.values()],
  };
}

const pageOfActivities = preparedQuery((db, { boardId, after }: { boardId: string; after: number }) =>
  db
    .selectFrom('activity')
    // Those of deleted accounts count no more, and wait to be erased.
    .innerJoin('user', 'user.id', 'activity.user_id')
    .select(['activity.user_id', 'activity.points', 'activity.logged_at', 'activity.board_revision'])
    .where('activity.board_id', '=', boardId)
    .where('activity.board_revision', '>', after)
    .where('activity.undone_at', 'is', null)
    .orderBy('activity.board_revision')
    .limit(2000),
);

/** What became of a board's activities after a revision: those that count since then, and those that counted and do no more. */
export async function listCountedSince(db: Db, boardId: string, revision: number): Promise<{ counted: Counted[]; gone: Counted[] }> {
  const ofBoard = db.selectFrom('activity').select(['user_id', 'points', 'logged_at']).where('board_id', '=', boardId);
  return {
    counted: await ofBoard.where('board_revision', '>', revision).where('undone_at', 'is', null).execute(),
    gone: await ofBoard.where('undone_revision', '>', revision).where('board_revision', '<=', revision).execute(),
  };
}

/** The days of a board that are not 0 throughout; those of deleted accounts, which wait to be erased, left out. */
export function listDays(db: Db, boardId: string) {
  return db
    .selectFrom('member_day')
    .innerJoin('user', 'user.id', 'member_day.user_id')
    .selectAll('member_day')
    .where('member_day.board_id', '=', boardId)
    .where(({ or, eb }) => or([eb('gained', '!=', 0), eb('lost', '!=', 0), eb('actions', '!=', 0)]))
    .execute();
}
