/** What members did day by day, and on how many days in a row. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ExpressionBuilder, Insertable } from 'kysely';
import { dayIn, daysAfter, daysBetween } from '#shared/calendar';
import type { BoardId, UserId } from '#shared/ids';
import type { Db } from '../database/database.ts';
import { preparedChange, preparedQuery } from '../database/prepared-query.ts';
import type { Tables } from '../database/tables.ts';

export type MemberDay = Insertable<Tables['member_day']>;
export type DaySums = Omit<MemberDay, 'streak'>;

interface Author {
  boardId: BoardId;
  userId: UserId;
}

interface DayOfAuthor extends Author {
  day: string;
}

/** What an activity adds to the day of its author, member or not, or takes off it. */
interface DayShare extends DayOfAuthor {
  gained: number;
  lost: number;
}

/** Adds one activity to a day on which another one counts already; how many rows that are, one or none. */
export const addToStartedDay = preparedChange((db, { boardId, userId, day, gained, lost }: DayShare) =>
  db
    .updateTable('member_day')
    .set(({ eb }) => ({ gained: eb('gained', '+', gained), lost: eb('lost', '+', lost), actions: eb('actions', '+', 1) }))
    .where('board_id', '=', boardId)
    .where('day', '=', day)
    .where('user_id', '=', userId)
    .where('actions', '>', 0),
);

export interface StartedDay {
  /** How many days the streak has by now, with those that follow. */
  streak: number;
  /** Somebody else has logged something on that day, too. */
  isShared: boolean;
}

/** Adds the first activity of a day: the streak of the day before goes on, or one begins. */
export async function startDay(db: Db, share: DayShare): Promise<StartedDay> {
  const next = { ...share, day: daysAfter(share.day, 1) };
  const [[started], [following]] = await Promise.all([
    insertDay(db, { ...share, before: daysAfter(share.day, -1) }),
    // A later day exists where the activity is noted the day after, and where clocks differ, between copies or after one was set back.
    findActiveDay(db, next),
  ]);
  if (!started) throw new Error('a day that was written came back without its streak');
  const streak = following ? await shiftStreaksFrom(db, next, started.streak) : started.streak;
  return { streak, isShared: started.other !== null };
}

/** Takes an activity off its day; the activities that are left of it. */
export async function takeFromDay(db: Db, share: DayShare): Promise<number> {
  const [left] = await takeOff(db, share);
  // This Node does not know the board's time zone, so the activity was counted on another day. The doctor reports it; changing the zone
  // repairs it.
  if (!left) return 0;
  if (left.actions === 0) {
    await clearStreak(db, share);
    const next = { ...share, day: daysAfter(share.day, 1) };
    if ((await findActiveDay(db, next)).length > 0) await shiftStreaksFrom(db, next, -left.streak);
  }
  return left.actions;
}

const insertDay = preparedQuery((db, { boardId, userId, day, before, gained, lost }: DayShare & { before: string }) =>
  db
    .insertInto('member_day')
    .values(({ selectFrom }) => ({
      board_id: boardId,
      user_id: userId,
      day,
      gained,
      lost,
      actions: 1,
      streak: selectFrom('member_day as last')
        .where('last.board_id', '=', boardId)
        .where('last.day', '=', before)
        .where('last.user_id', '=', userId)
        .where('last.actions', '>', 0)
        .select(({ fn, val, eb }) => eb(fn.coalesce(fn.max('last.streak'), val(0)), '+', 1).as('streak')),
    }))
    // All activities of the day were undone.
    .onConflict((conflict) =>
      conflict.columns(['board_id', 'day', 'user_id']).doUpdateSet(({ eb, ref }) => ({
        gained: eb('member_day.gained', '+', ref('excluded.gained')),
        lost: eb('member_day.lost', '+', ref('excluded.lost')),
        actions: eb('member_day.actions', '+', ref('excluded.actions')),
        streak: ref('excluded.streak'),
      })),
    )
    .returning(({ selectFrom, lit }) => [
      'streak',
      selectFrom('member_day as beside')
        // Rows of deleted accounts count no more, and wait to be erased.
        .innerJoin('user', 'user.id', 'beside.user_id')
        .select(lit(1).as('one'))
        .where('beside.board_id', '=', boardId)
        .where('beside.day', '=', day)
        .where('beside.user_id', '!=', userId)
        .where('beside.actions', '>', 0)
        .limit(lit(1))
        .as('other'),
    ]),
);

const takeOff = preparedQuery((db, { boardId, userId, day, gained, lost }: DayShare) =>
  db
    .updateTable('member_day')
    .set(({ eb }) => ({ gained: eb('gained', '-', gained), lost: eb('lost', '-', lost), actions: eb('actions', '-', 1) }))
    .where('board_id', '=', boardId)
    .where('day', '=', day)
    .where('user_id', '=', userId)
    .where('actions', '>', 0)
    .returning(['actions', 'streak']),
);

const clearStreak = preparedChange((db, { boardId, userId, day }: DayOfAuthor) =>
  db.updateTable('member_day').set({ streak: 0 }).where('board_id', '=', boardId).where('day', '=', day).where('user_id', '=', userId),
);

const findActiveDay = preparedQuery((db, { boardId, userId, day }: DayOfAuthor) =>
  db
    .selectFrom('member_day')
    .select('day')
    .where('board_id', '=', boardId)
    .where('day', '=', day)
    .where('user_id', '=', userId)
    .where('actions', '>', 0),
);

/** Adds `delta`, which may be negative, to the streak of this day and of the days that follow it without a gap. The longest of them. */
async function shiftStreaksFrom(db: Db, { boardId, userId, day: from }: DayOfAuthor, delta: number): Promise<number> {
  const [next] = await nextStart(db, { boardId, userId, day: from });
  const shifted = await db
    .updateTable('member_day')
    .set(({ eb }) => ({ streak: eb('streak', '+', delta) }))
    .where('user_id', '=', userId)
    .where('board_id', '=', boardId)
    .where('day', '>=', from)
    .where('day', '<', next?.day ?? never)
    .where('actions', '>', 0)
    .returning('streak')
    .execute();
  return Math.max(...shifted.map(({ streak }) => streak));
}

/** The day after this one on which another streak begins. */
const nextStart = preparedQuery((db, { boardId, userId, day }: DayOfAuthor) =>
  db
    .selectFrom('member_day')
    .select('day')
    .where('user_id', '=', userId)
    .where('board_id', '=', boardId)
    .where('day', '>', day)
    .where('streak', '=', 1)
    .orderBy('day')
    .limit(1),
);

/** The first day on which something was logged that still counts; undefined when there is none. */
export async function findFirstDay(db: Db, boardId: BoardId): Promise<string | undefined> {
  const [first] = await firstDay(db, { boardId });
  return first?.day;
}

const firstDay = preparedQuery((db, { boardId }: { boardId: BoardId }) =>
  db.selectFrom('member_day').select('day').where('board_id', '=', boardId).where('actions', '>', 0).orderBy('day').limit(1),
);

/** After every day that there is. */
export const never = '9999-12-31';

/** Since a day: what each member did on each day on a board, in the order of days. */
export const listDaysSince = preparedQuery((db, { boardId, since }: { boardId: BoardId; since: string }) =>
  db
    .selectFrom('member_day')
    .select(['day', 'user_id', 'gained', 'lost', 'actions'])
    .where('board_id', '=', boardId)
    .where('day', '>=', since)
    .where('user_id', 'in', membersOf(db, boardId))
    .orderBy('day'),
);

export interface DayPoints {
  day: string;
  points: number;
}

interface Stretch {
  boardId: BoardId;
  from: string;
  /** The day after its last. */
  before: string;
}

/** What each member did in a stretch of days on a board. The database adds up: it returns a row for each, whatever was logged. */
export const sumStretch = preparedQuery((db, stretch: Stretch) =>
  daysWithin(db, stretch)
    .select(({ fn }) => [
      'user_id',
      fn.sum<number>('gained').as('gained'),
      fn.sum<number>('lost').as('lost'),
      fn.sum<number>('actions').as('actions'),
    ])
    .groupBy('user_id'),
);

/** What all people with an account did together on each day of a stretch, whether they are members still or not; in the order of days. */
export const listDaysTogether = preparedQuery((db, { boardId, from, before }: Stretch) =>
  db
    .selectFrom('member_day')
    .innerJoin('user', 'user.id', 'member_day.user_id')
    .select(({ fn }) => [
      'member_day.day',
      fn.sum<number>('member_day.gained').as('gained'),
      fn.sum<number>('member_day.lost').as('lost'),
      fn.sum<number>('member_day.actions').as('actions'),
    ])
    .where('member_day.board_id', '=', boardId)
    .where('member_day.day', '>=', from)
    .where('member_day.day', '<', before)
    .groupBy('member_day.day')
    .orderBy('member_day.day'),
);

/** The day of a stretch on which the members' points came to most; of equal ones the latest. */
export const findBiggestDay = preparedQuery((db, stretch: Stretch) =>
  daysWithin(db, stretch)
    .select(({ fn, eb, ref }) => ['day', fn.sum<number>(eb(ref('gained'), '-', ref('lost'))).as('points')])
    .groupBy('day')
    .orderBy('points', 'desc')
    .orderBy('day', 'desc')
    .limit(1),
);

function daysWithin(db: Db, { boardId, from, before }: Stretch) {
  return db
    .selectFrom('member_day')
    .where('board_id', '=', boardId)
    .where('day', '>=', from)
    .where('day', '<', before)
    .where('user_id', 'in', membersOf(db, boardId));
}

/** On how many days in a row something was logged up to each of these days, where it was; in the order of days. */
export const listStreaks = preparedQuery((db, { boardId, from, to }: { boardId: BoardId; from: string; to: string }) =>
  db
    .selectFrom('member_day')
    .select(['user_id', 'streak'])
    .where('board_id', '=', boardId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('actions', '>', 0)
    .orderBy('day'),
);

const membersOf = (db: Db, boardId: BoardId) =>
  db.selectFrom('board_member').select('board_member.user_id').where('board_id', '=', boardId);

const writtenAtOnce = 500;

/** Writes the days of a board as its activities make them in a time zone: there are none yet. */
export async function fillDays(db: Db, boardId: BoardId, timeZone: string): Promise<void> {
  await saveDays(db, withStreaks(await daysOfActivities(db, boardId, timeZone)));
}

/** Sets the sums of these days. */
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
          streak: ref('excluded.streak'),
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

/** The days of a person on a board, in order. */
export const listDaysOfAuthor = preparedQuery((db, { boardId, userId }: Author) =>
  db.selectFrom('member_day').selectAll().where('user_id', '=', userId).where('board_id', '=', boardId).orderBy('day'),
);

/** The sums of a board's activities by person and day. Reads all activities, page by page. */
export async function daysOfActivities(db: Db, boardId: BoardId, timeZone: string): Promise<DaySums[]> {
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
  user_id: UserId;
  points: number;
  /** The moment that it counts at. */
  at: number;
}

/** The moment that an activity counts at: in the day for which it was noted, or else when it was logged. */
export const countedMoment = ({ fn }: ExpressionBuilder<Tables, 'activity'>) => fn.coalesce('activity.played_at', 'activity.logged_at');

/** The same, as a column. */
export const countedAt = (eb: ExpressionBuilder<Tables, 'activity'>) => countedMoment(eb).as('at');

/** Adds activities up by person and day, to days that there are already. */
export function daysIn(boardId: BoardId, timeZone: string, known: readonly DaySums[] = []) {
  const keyOf = (day: string, userId: UserId) => `${day} ${userId}`;
  const days = new Map(known.map((one) => [keyOf(one.day, one.user_id), { ...one }]));
  return {
    /** `times` is -1 for one that counts no more. */
    add({ user_id, points, at }: Counted, times: 1 | -1 = 1): void {
      const day = dayIn(timeZone, at);
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

/** Days of a board, person by person and in order, each with the streak that goes up to it. */
export function withStreaks(days: readonly DaySums[]): MemberDay[] {
  const byPerson = days.toSorted((a, b) => (a.user_id === b.user_id ? (a.day < b.day ? -1 : 1) : a.user_id < b.user_id ? -1 : 1));
  let last: MemberDay | undefined;
  return byPerson.map((one) => {
    const before = last?.user_id === one.user_id && daysBetween(last.day, one.day) === 1 ? last.streak : 0;
    last = { ...one, streak: one.actions > 0 ? before + 1 : 0 };
    return last;
  });
}

const pageOfActivities = preparedQuery((db, { boardId, after }: { boardId: BoardId; after: number }) =>
  db
    .selectFrom('activity')
    // Those of deleted accounts count no more, and wait to be erased.
    .innerJoin('user', 'user.id', 'activity.user_id')
    .select((eb) => ['activity.user_id', 'activity.points', countedAt(eb), 'activity.board_revision'])
    .where('activity.board_id', '=', boardId)
    .where('activity.board_revision', '>', after)
    .where('activity.undone_at', 'is', null)
    .orderBy('activity.board_revision')
    .limit(2000),
);

/** What became of a board's activities after a revision: those that count since then, and those that counted and do no more. */
export async function listCountedSince(db: Db, boardId: BoardId, revision: number): Promise<{ counted: Counted[]; gone: Counted[] }> {
  const ofBoard = db
    .selectFrom('activity')
    .select((eb) => ['user_id', 'points', countedAt(eb)])
    .where('board_id', '=', boardId);
  return {
    counted: await ofBoard.where('board_revision', '>', revision).where('undone_at', 'is', null).execute(),
    // The index has what changed; not all of that was undone.
    gone: await ofBoard
      .where('changed_revision', '>', revision)
      .where('undone_revision', '>', revision)
      .where('board_revision', '<=', revision)
      .execute(),
  };
}

interface Since {
  boardId: BoardId;
  revision: number;
  limit: number;
}

/** The moments that the activities count at that a board has since a revision. */
export const listLoggedSince = preparedQuery((db, { boardId, revision, limit }: Since) =>
  db
    .selectFrom('activity')
    .select(countedAt)
    .where('board_id', '=', boardId)
    .where('board_revision', '>', revision)
    .orderBy('board_revision')
    .limit(limit),
);

/** The same of the activities that were undone, or reacted to, after a revision. */
export const listChangedSince = preparedQuery((db, { boardId, revision, limit }: Since) =>
  db
    .selectFrom('activity')
    .select((eb) => [countedAt(eb), 'undone_revision'])
    .where('board_id', '=', boardId)
    .where('changed_revision', '>', revision)
    .orderBy('changed_revision')
    .limit(limit),
);

/** The days of a board that are not 0 throughout; those of deleted accounts, which wait to be erased, left out. */
export function listDays(db: Db, boardId: BoardId) {
  return db
    .selectFrom('member_day')
    .innerJoin('user', 'user.id', 'member_day.user_id')
    .selectAll('member_day')
    .where('member_day.board_id', '=', boardId)
    .where(({ or, eb }) => or([eb('gained', '!=', 0), eb('lost', '!=', 0), eb('actions', '!=', 0), eb('streak', '!=', 0)]))
    .execute();
}
