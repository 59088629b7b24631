/** The gestures of weeks: what there is to choose from, who has chosen, and what was revealed. */
import type { ExpressionBuilder, Insertable } from 'kysely';
import { latestTime } from '#shared/clock-rules';
import { gestureLimits, gestureWaits, type KeptGestures } from '#shared/gesture-rules';
import type { ActivityId, BoardId, UserId, UserOnBoard } from '#shared/ids';
import type { ReactionEmoji } from '#shared/reaction-choices';
import type { Db } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { countedAt } from '../leaderboard/member-day-store.ts';
import { counted, type Span } from './recap-store.ts';

/** The gains of others that one may choose: what is contested waits until that is over. */
function isChoosable(eb: ExpressionBuilder<Tables, 'activity'>, userId: UserId) {
  const contests = eb.selectFrom('contest').select('contest.id').whereRef('contest.activity_id', '=', 'activity.id');
  return eb.and([
    eb('activity.points', '>', 0),
    eb('activity.user_id', '!=', userId),
    eb.not(eb.exists(contests.where('contest.outcome', 'is', null))),
  ]);
}

function candidates(db: Db, span: Span, userId: UserId) {
  return counted(db, span).where((eb) => isChoosable(eb, userId));
}

/** The latest of them. */
export function listCandidates(db: Db, span: Span, userId: UserId) {
  return candidates(db, span, userId)
    .select((eb) => ['activity.id', 'activity.user_id', 'activity.title_sealed', 'activity.emoji', countedAt(eb)])
    .select(['user.username', 'user.avatar'])
    .orderBy('activity.logged_at', 'desc')
    .orderBy('activity.id', 'desc')
    .limit(gestureLimits.offered)
    .execute();
}

/** Whether there are any; with an id, whether that is one of them. */
export async function hasCandidate(db: Db, span: Span, userId: UserId, activityId?: ActivityId): Promise<boolean> {
  const row = await candidates(db, span, userId)
    .$if(activityId !== undefined, (query) => query.where('activity.id', '=', activityId ?? ('' as ActivityId)))
    .select('activity.id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether an activity counts in a week. */
export async function isOfWeek(db: Db, span: Span, activityId: ActivityId): Promise<boolean> {
  return (await counted(db, span).select('activity.id').where('activity.id', '=', activityId).executeTakeFirst()) !== undefined;
}

/** The newest week in which somebody has chosen. What a clock that was ahead has written is none. */
export async function findKept(db: Db, boardId: BoardId, now: number): Promise<KeptGestures | undefined> {
  const row = await db
    .selectFrom('gesture')
    .select(({ fn }) => ['week', fn.max('closes_at').as('closes_at'), fn.max('revealed_at').as('revealed_at')])
    .where('board_id', '=', boardId)
    .where('closes_at', '<=', latestTime(now, gestureWaits))
    .groupBy('week')
    .orderBy('week', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { week: row.week, closesAt: row.closes_at, isRevealed: row.revealed_at !== null };
}

interface OfWeek {
  boardId: BoardId;
  week: string;
}

/** How many have chosen, whatever became of it: what others do to an activity moves no number that they see. */
export async function countChosen(db: Db, { boardId, week }: OfWeek): Promise<number> {
  const { count } = await db
    .selectFrom('gesture')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('board_id', '=', boardId)
    .where('week', '=', week)
    .executeTakeFirstOrThrow();
  return count;
}

export function findOwnGesture(db: Db, { boardId, week, userId }: OfWeek & UserOnBoard) {
  return db
    .selectFrom('gesture')
    .innerJoin('activity', 'activity.id', 'gesture.activity_id')
    .select(['gesture.id', 'gesture.activity_id', 'gesture.words_sealed', 'gesture.revealed_at', 'activity.undone_at'])
    .where('gesture.board_id', '=', boardId)
    .where('gesture.week', '=', week)
    .where('gesture.chosen_by', '=', userId)
    .executeTakeFirst();
}

export async function insertGesture(db: Db, gesture: Insertable<Tables['gesture']>): Promise<void> {
  await db.insertInto('gesture').values(gesture).execute();
}

type Chosen = Pick<Insertable<Tables['gesture']>, 'id' | 'activity_id' | 'words_sealed' | 'chosen_at'>;

export async function changeGesture(db: Db, { id, ...chosen }: Chosen): Promise<void> {
  await db.updateTable('gesture').set(chosen).where('id', '=', id).execute();
}

/** Has all choices of a week wait for the same moment. */
export async function saveClosing(db: Db, { boardId, week, closesAt }: OfWeek & { closesAt: number }): Promise<void> {
  await db
    .updateTable('gesture')
    .set({ closes_at: closesAt })
    .where('board_id', '=', boardId)
    .where('week', '=', week)
    .where('closes_at', '<', closesAt)
    .execute();
}

/** The weeks of boards that wait to be revealed and are over, and those that a clock that was ahead has written. */
export function listDue(db: Db, now: number) {
  return db
    .selectFrom('gesture')
    .select(['board_id', 'week'])
    .distinct()
    .where('revealed_at', 'is', null)
    .where(({ or, eb }) => or([eb('closes_at', '<=', now), eb('closes_at', '>', latestTime(now, gestureWaits))]))
    .orderBy('board_id')
    .orderBy('week')
    .execute();
}

/** What waits of a week, with whether it still stands: the activity counts, and who chose it is a member. */
export function listUnrevealed(db: Db, { boardId, week }: OfWeek) {
  return db
    .selectFrom('gesture')
    .leftJoin('activity', (join) => join.onRef('activity.id', '=', 'gesture.activity_id').on('activity.undone_at', 'is', null))
    .leftJoin('user', 'user.id', 'activity.user_id')
    .leftJoin('board_member', (join) =>
      join.onRef('board_member.board_id', '=', 'gesture.board_id').onRef('board_member.user_id', '=', 'gesture.chosen_by'),
    )
    .select(['gesture.id', 'gesture.activity_id', 'gesture.closes_at', 'user.id as author', 'board_member.user_id as chooser'])
    .where('gesture.board_id', '=', boardId)
    .where('gesture.week', '=', week)
    .where('gesture.revealed_at', 'is', null)
    .execute();
}

export async function deleteGestures(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await db
      .deleteFrom('gesture')
      .where(({ eb, ref }) => eb(ref('id').$castTo<string>(), 'in', ids))
      .execute();
}

/** Reveals what waits of a week, from a revision of the board on. */
export async function markRevealed(db: Db, { boardId, week }: OfWeek, { now, revision }: { now: number; revision: number }): Promise<void> {
  const waiting = db.selectFrom('gesture').where('board_id', '=', boardId).where('week', '=', week).where('revealed_at', 'is', null);
  // What hangs on an activity moves this revision, as a reaction does: see `markAttached`.
  await db.updateTable('activity').set({ reactions_revision: revision }).where('id', 'in', waiting.select('activity_id')).execute();
  await db
    .updateTable('gesture')
    .set({ revealed_at: now })
    .where('board_id', '=', boardId)
    .where('week', '=', week)
    .where('revealed_at', 'is', null)
    .execute();
}

interface Weeks {
  boardId: BoardId;
  /** Mondays: the first week, and the one after the last. */
  from: string;
  before: string;
}

/**
 * The gestures of weeks that were revealed, the newest week first, each in the order in which they were chosen. What was undone since is gone.
 * `due`: those that are over by then are told, too, though no job has revealed them yet.
 */
export function listGestures(db: Db, { boardId, from, before }: Weeks, due?: number) {
  return (
    db
      .selectFrom('gesture')
      .innerJoin('activity', 'activity.id', 'gesture.activity_id')
      // The joins leave out what is left of deleted accounts.
      .innerJoin('user as author', 'author.id', 'activity.user_id')
      .innerJoin('user as chooser', 'chooser.id', 'gesture.chosen_by')
      .leftJoin('board_member', (join) =>
        join.onRef('board_member.board_id', '=', 'gesture.board_id').onRef('board_member.user_id', '=', 'gesture.chosen_by'),
      )
      .select(['gesture.id', 'gesture.week', 'gesture.words_sealed', 'gesture.activity_id', 'activity.title_sealed', 'activity.emoji'])
      .select(['author.id as author_id', 'author.username as author_name', 'author.avatar as author_avatar'])
      .select(['chooser.id as chooser_id', 'chooser.username as chooser_name', 'chooser.avatar as chooser_avatar'])
      .where('gesture.board_id', '=', boardId)
      .where('gesture.week', '>=', from)
      .where('gesture.week', '<', before)
      .where('activity.undone_at', 'is', null)
      .where(({ or, and, eb }) => {
        const isRevealed = eb('gesture.revealed_at', 'is not', null);
        if (due === undefined) return isRevealed;
        return or([isRevealed, and([eb('gesture.closes_at', '<=', due), eb('board_member.user_id', 'is not', null)])]);
      })
      .orderBy('gesture.week', 'desc')
      .orderBy('gesture.chosen_at')
      .orderBy('gesture.id')
      .execute()
  );
}
export type GestureRow = Awaited<ReturnType<typeof listGestures>>[number];

/** The newest weeks with something to tell before one, or of all. */
export async function listGestureWeeks(db: Db, boardId: BoardId, before: string | null, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('gesture')
    .innerJoin('activity', 'activity.id', 'gesture.activity_id')
    .innerJoin('user', 'user.id', 'activity.user_id')
    .select('gesture.week')
    .distinct()
    .where('gesture.board_id', '=', boardId)
    .where('gesture.revealed_at', 'is not', null)
    .where('activity.undone_at', 'is', null)
    .$if(before !== null, (query) => query.where('gesture.week', '<', before ?? ''))
    .orderBy('gesture.week', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ week }) => week);
}

/** Which of these activities have this reaction of the person whom they are counted for. */
export async function listThanked(db: Db, activityIds: readonly ActivityId[], emoji: ReactionEmoji): Promise<ActivityId[]> {
  if (activityIds.length === 0) return [];
  const rows = await db
    .selectFrom('activity')
    .innerJoin('reaction', (join) =>
      join.onRef('reaction.activity_id', '=', 'activity.id').onRef('reaction.user_id', '=', 'activity.user_id'),
    )
    .select('activity.id')
    .where('activity.id', 'in', activityIds)
    .where('reaction.emoji', '=', emoji)
    .execute();
  return rows.map(({ id }) => id);
}

/** Those of these boards and weeks in which a person has chosen, and how many have. */
export function countChosenOn(db: Db, userId: UserId, boardIds: readonly BoardId[], week: string) {
  return db
    .selectFrom('gesture')
    .innerJoin('activity', 'activity.id', 'gesture.activity_id')
    .select(({ fn, eb }) => [
      'gesture.board_id',
      fn.countAll<number>().as('chosen'),
      fn
        .sum<number>(
          eb
            .case()
            .when(eb.and([eb('gesture.chosen_by', '=', userId), eb('activity.undone_at', 'is', null)]))
            .then(1)
            .else(0)
            .end(),
        )
        .as('own'),
    ])
    .where('gesture.board_id', 'in', boardIds)
    .where('gesture.week', '=', week)
    .groupBy('gesture.board_id')
    .execute();
}

/** Which of these boards have something for a person to choose in a week, in milliseconds since 1970. */
export async function listChoosable(
  db: Db,
  userId: UserId,
  { boardIds, from, before }: { boardIds: readonly BoardId[]; from: number; before: number },
): Promise<BoardId[]> {
  const rows = await db
    .selectFrom('board')
    .select('board.id')
    .where('board.id', 'in', boardIds)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('activity')
          .innerJoin('user', 'user.id', 'activity.user_id')
          .select('activity.id')
          .whereRef('activity.board_id', '=', 'board.id')
          .where('activity.logged_at', '>=', from)
          .where('activity.logged_at', '<', before)
          // What was noted the day after may be of the week before.
          .where(({ or, eb }) => or([eb('activity.played_at', 'is', null), eb('activity.played_at', '>=', from)]))
          .where('activity.undone_at', 'is', null)
          .where((gain) => isChoosable(gain, userId)),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** All of a person, in no order. */
export function listGesturesOf(db: Db, userId: UserId) {
  return db.selectFrom('gesture').selectAll().where('chosen_by', '=', userId).execute();
}
