import { defaultAvatar } from '#shared/account-rules';
import { type Activity, type ActivityPage, type ChangedActivity, deletedUsername } from '#shared/activities';
import { activityLimits } from '#shared/activity-limits';
import type { Noted } from '#shared/doer';
import type { ActivityId, UserId } from '#shared/ids';
import type { BoardSecrets } from '../encryption/board-keys.ts';
import { readable } from '../encryption/readable.ts';
import type { ActivityRow, LoggedRow } from './activity-store.ts';
import { addedReactions, type Reactions, reactionsView } from './reaction-views.ts';

export function activityView(row: ActivityRow, secrets: BoardSecrets, reactions: Reactions): Activity {
  const here = reactions.get(row.id);
  return {
    ...loggedView(row, secrets),
    undone: undoneView(row),
    ...(row.gesture === null || row.undone_at !== null ? {} : { isGesture: true as const }),
    ...(here ? { reactions: reactionsView(here) } : {}),
    ...(row.changed_revision === null ? {} : { changedRevision: row.changed_revision }),
  };
}

/** An activity that changed after a revision of its board, with the reactions that were added since. */
export function changedView(row: ActivityRow, secrets: BoardSecrets, reactions: Reactions, after: number): ChangedActivity {
  const added = addedReactions(reactions.get(row.id) ?? [], after);
  return { ...activityView(row, secrets, reactions), ...(added.length > 0 ? { added } : {}) };
}

/** An activity as it was when it was logged, whatever became of it. */
export function loggedView(row: LoggedRow, secrets: BoardSecrets): Activity {
  return {
    id: row.id,
    title: secrets.decrypt(row.title_sealed, 'activity', 'title', row.id),
    points: row.points,
    userId: row.user_id,
    username: row.username ?? deletedUsername,
    userAvatar: row.avatar ?? defaultAvatar,
    emoji: row.emoji,
    loggedAt: row.logged_at,
    ...(row.played_at === null ? {} : { playedAt: row.played_at }),
    revision: row.board_revision,
    undone: null,
    ...(row.noted_by === null ? {} : { notedBy: personView(row.noted_by, row.noted_by_name) }),
    ...noteView(row, secrets),
  };
}

/** What the permissions ask. */
export function notedOf({ user_id: userId, noted_by }: Pick<LoggedRow, 'user_id' | 'noted_by'>): Noted {
  return { userId, ...(noted_by === null ? {} : { notedBy: { userId: noted_by } }) };
}

/** A note belongs to the member who noted the activity: it is gone with their account, and waits to be erased. */
export function noteView(
  row: Pick<LoggedRow, 'id' | 'note_sealed' | 'noted_by' | 'noted_by_name'>,
  secrets: BoardSecrets,
): { note?: string } {
  const isGone = row.noted_by !== null && row.noted_by_name === null;
  return row.note_sealed === null || isGone ? {} : { note: decryptNote(row, secrets) };
}

export function decryptNote({ id, note_sealed }: Pick<LoggedRow, 'id' | 'note_sealed'>, secrets: BoardSecrets): string {
  return note_sealed === null ? '' : secrets.decrypt(note_sealed, 'activity', 'note', id);
}

export function sealedNote(id: ActivityId, note: string, secrets: BoardSecrets): string {
  return secrets.seal(note, 'activity', 'note', id);
}

/** A page of a board's activities, from rows read one further than the page holds. */
export function pageOf(rows: readonly ActivityRow[], secrets: BoardSecrets, reactions: Reactions): ActivityPage {
  const page = rows.slice(0, activityLimits.pageSize);
  const next = rows.length > activityLimits.pageSize ? (page.at(-1)?.board_revision ?? null) : null;
  return { activities: readable(page, (row) => activityView(row, secrets, reactions)), next };
}

function undoneView({ undone_at, undone_revision, undone_by, undone_by_name }: ActivityRow): Activity['undone'] {
  if (undone_at === null) return null;
  return { at: undone_at, ...(undone_revision === null ? {} : { revision: undone_revision }), ...personView(undone_by, undone_by_name) };
}

/** Without a name the account is gone. */
function personView(userId: UserId | null, username: string | null): { userId: UserId | null; username: string } {
  return { userId: username === null ? null : userId, username: username ?? deletedUsername };
}
