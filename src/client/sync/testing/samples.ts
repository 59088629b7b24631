/** What tests of sync send, and what a server tells them; a test names only what matters to it. */
import type { Activity } from '#shared/activities';
import type { BoardChange } from '#shared/boards';
import { newId } from '#client/api/new-id.ts';
import type { PendingActivity, PendingUndo } from '#client/sync/commands/items.ts';
import type { Command, Queue } from '#client/sync/outbox/queue.ts';

const onBoard = { boardId: 'b', userId: 'lea', title: 'Massage', points: 15, confirmedRevision: null };

/** A log of Léa's that waits to be sent. */
export function pendingLog(more: Partial<PendingActivity> = {}): PendingActivity {
  return { kind: 'log', id: newId(), ...onBoard, actionId: 'a', emoji: null, startedAt: 1, ...more };
}

/** Her undo of an activity, which waits. */
export function pendingUndo(id: string, more: Partial<PendingUndo> = {}): PendingUndo {
  return { kind: 'undo', id, ...onBoard, authorId: 'lea', startedAt: 2, ...more };
}

let made = 0;

/** A command of these, behind all that were made before. */
export function commandOf(...items: Command['items']): Command {
  made += 1;
  return { sequence: String(made).padStart(8, '0'), items };
}

export function undoOf({ items: [item] }: Command): Command {
  return commandOf(pendingUndo(item?.id ?? '', { boardId: item?.boardId ?? '' }));
}

/** Undoes what of a waiting command the undo names. True when both vanished. */
export function undoIn(queue: Queue, undo: Command, { sequence }: Command): Promise<boolean> {
  return queue.add(undo, { earlier: { sequence, ids: undo.items.map(({ id }) => id), both: true } });
}

/** What Léa logged: a number as its id is the revision that brought it. */
export function activityOf(id: string, more: Partial<Activity> = {}): Activity {
  const what = { title: 'Câlin', points: 5, userId: 'lea', username: 'Léa', userAvatar: '👸', emoji: null, loggedAt: 1 };
  return { id, ...what, revision: Number(id), undone: null, ...more };
}

export function changeOf(more: Partial<BoardChange>): BoardChange {
  return { boardId: 'b', after: 7, revision: 8, complete: true, totalPoints: 0, activities: [], ...more };
}
