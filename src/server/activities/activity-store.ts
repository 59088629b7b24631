import type { ExpressionBuilder } from 'kysely';
import type { ActivityId, BoardId, UserId } from '#shared/ids';
import type { Db } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';

/** An activity with the name and avatar of its author, and the names of who noted it for them and who undid it, as far as the accounts still exist. */
export type ActivityRow = Awaited<ReturnType<typeof listActivities>>[number];

/** The columns that logging writes, without those of undos, reactions and later changes. */
export type LoggedRow = Omit<
  ActivityRow,
  'undone_at' | 'undone_by' | 'undone_revision' | 'undone_by_name' | 'reactions_revision' | 'changed_revision' | 'gesture'
>;

/** Newest first: those before revision `before`, or the newest of all; with `after`, only those later than it. */
export function listActivities(db: Db, boardId: BoardId, before: number | null, limit: number, after?: number) {
  return withUndoer(db)
    .where('activity.board_id', '=', boardId)
    .$if(before !== null, (query) => query.where('activity.board_revision', '<', before ?? 0))
    .$if(after !== undefined, (query) => query.where('activity.board_revision', '>', after ?? 0))
    .orderBy('activity.board_revision', 'desc')
    .limit(limit)
    .execute();
}

/** The activities that changed after revision `after`, the latest change first. */
export function listChanged(db: Db, boardId: BoardId, after: number, limit: number) {
  return withUndoer(db)
    .where('activity.board_id', '=', boardId)
    .where('activity.changed_revision', '>', after)
    .orderBy('activity.changed_revision', 'desc')
    .limit(limit)
    .execute();
}

export function findActivity(db: Db, { boardId, activityId }: { boardId: BoardId; activityId: ActivityId }) {
  return withUndoer(db)
    .select(['activity.score_after', 'activity.through_zero'])
    .where('activity.id', '=', activityId)
    .where('activity.board_id', '=', boardId)
    .executeTakeFirst();
}

interface Undoing {
  at: number;
  /** Null where nobody of this database did it. */
  by: UserId | null;
  /** The board's revision. */
  revision: number;
}

/** Whether it was there and not undone yet. */
export async function markUndone(db: Db, activityId: ActivityId, { at, by, revision }: Undoing): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('activity')
    .set({ undone_at: at, undone_by: by, undone_revision: revision })
    .where('id', '=', activityId)
    .where('undone_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function saveNote(db: Db, activityId: ActivityId, sealed: string | null): Promise<void> {
  await db.updateTable('activity').set({ note_sealed: sealed }).where('id', '=', activityId).execute();
}

/** A revealed choice of the activity as the gesture of a week (decision D50). */
export function gestureOf({ selectFrom }: ExpressionBuilder<Tables, 'activity'>) {
  return selectFrom('gesture')
    .select('gesture.id')
    .whereRef('gesture.activity_id', '=', 'activity.id')
    .where('gesture.revealed_at', 'is not', null)
    .limit(1);
}

export function withAuthor(db: Db) {
  return db
    .selectFrom('activity')
    .leftJoin('user', 'user.id', 'activity.user_id')
    .leftJoin('user as noter', 'noter.id', 'activity.noted_by')
    .select([
      'activity.id',
      'activity.board_id',
      'activity.user_id',
      'activity.title_sealed',
      'activity.points',
      'activity.emoji',
      'activity.noted_by',
      'activity.note_sealed',
      'activity.logged_at',
      'activity.played_at',
      'activity.board_revision',
      'user.username',
      'user.avatar',
      'noter.username as noted_by_name',
    ]);
}

function withUndoer(db: Db) {
  return (
    withAuthor(db)
      // Activities of a deleted account stay until they are erased, but must not be seen.
      .where('user.id', 'is not', null)
      .leftJoin('user as undoer', 'undoer.id', 'activity.undone_by')
      .select([
        'activity.undone_at',
        'activity.undone_by',
        'activity.undone_revision',
        'activity.reactions_revision',
        'activity.changed_revision',
        'undoer.username as undone_by_name',
      ])
      .select((eb) => gestureOf(eb).as('gesture'))
  );
}
