/** Every kind of item that waits to be sent, and how it is shown meanwhile. How it is kept and sent comes later, with the worker: `sending.ts`. */
import type { Action } from '#shared/actions';
import type { Activity } from '#shared/activities';
import type { BoardChange } from '#shared/boards';
import type { BoardId } from '#shared/ids';
import type { Agreement } from '#shared/play';
import { newId } from '#client/api/new-id.ts';
import { inServerTime } from '#client/api/server-clock.ts';
import type { ItemOf, Kind, Me, NewOf, PendingItem, Registered, Shown } from './items.ts';

export const registry: { readonly [K in Kind]: Registered<ItemOf<K>> } = {
  log: {
    project: {
      points: ({ userId, points, for: credited, late, startedAt }) => ({
        userId: credited?.userId ?? userId,
        points,
        actions: 1,
        at: late?.playedAt ?? inServerTime(startedAt),
      }),
      isIn: isAmong,
      adds: ({ for: credited, note, late, ...item }, me) => ({
        ...asActivity(item, me),
        ...(late && { playedAt: late.playedAt }),
        ...(credited && { ...credited, notedBy: { userId: me.id, username: me.username } }),
        ...(note === undefined ? {} : { note }),
      }),
    },
    confirmedBy: ({ id }, change) => toldIn(change, id)?.revision ?? null,
  },
  owed_loss: { project: {} },
  avowal: {
    project: {
      points: ({ userId, points, startedAt }) => ({ userId, points, actions: 1, at: inServerTime(startedAt) }),
      isIn: isAmong,
      adds: ({ from: notedBy, ...item }, me) => ({ ...asActivity(item, me), notedBy }),
    },
    confirmedBy: ({ id }, change) => toldIn(change, id)?.revision ?? null,
  },
  denial: { project: {} },
  undo: {
    cancels: 'log',
    project: {
      points: ({ authorId, points, at }) => ({ userId: authorId, points: -points, actions: -1, at }),
      isIn: ({ id }, activities) => activities.some((activity) => activity.id === id && activity.undone !== null),
      activityId: ({ id }) => id,
      // One that the snapshot knows as undone is not on its way there any more.
      changed: (_, activity) => ({ ...activity, undoing: activity.undone === null }),
    },
    confirmedBy({ id }, change) {
      const told = toldIn(change, id)?.undone;
      return told ? (told.revision ?? change.revision) : null;
    },
  },
  note: {
    setsKey: ({ activityId }) => activityId,
    project: {
      activityId: ({ activityId }) => activityId,
      changed: withNote,
    },
  },
  reaction: {
    setsKey: ({ activityId, emoji }) => `${activityId} ${emoji}`,
    project: {
      activityId: ({ activityId }) => activityId,
      changed: reactedTo,
    },
  },
  favourite: {
    setsKey: ({ boardId, actionId }) => `${boardId} ${actionId}`,
    project: {
      favourites: ({ actionId, isOn }, ids) => [...ids.filter((id) => id !== actionId), ...(isOn ? [actionId] : [])],
    },
  },
  answer: {
    setsKey: ({ agreementId }) => agreementId,
    project: { agreements: answered },
  },
};

function isAmong({ id }: Pick<PendingItem, 'id'>, activities: readonly Activity[]): boolean {
  return activities.some((activity) => activity.id === id);
}

type Added = Pick<ItemOf<'log'>, 'id' | 'title' | 'points' | 'emoji' | 'startedAt'>;

/** An activity of one's own. */
function asActivity({ id, title, points, emoji, startedAt }: Added, { id: userId, username, avatar: userAvatar }: Me): Shown {
  return {
    ...{ id, title, points, emoji, userId, username, userAvatar },
    loggedAt: inServerTime(startedAt),
    // It has none yet: above every revision there is.
    revision: Number.MAX_SAFE_INTEGER,
    undone: null,
    pending: true,
    undoing: false,
  };
}

export function registered({ kind }: PendingItem): Registered<PendingItem> {
  return registry[kind];
}

/** What an item is told from others by. */
export function keyOf({ kind, id }: Pick<PendingItem, 'kind' | 'id'>): string {
  return `${kind} ${id}`;
}

/** The key of the item that this one takes back. */
export function cancelledBy(item: PendingItem): string | undefined {
  const { cancels } = registered(item);
  return cancels && keyOf({ kind: cancels, id: item.id });
}

/** Logs an action of a board. Logged together with others, the action's id is each board's own. */
export function logOf(boardId: BoardId, { id: actionId, title, points, emoji }: LoggedAction, note = ''): NewOf<'log'> {
  return { kind: 'log', id: newId(), boardId, actionId, title, points, emoji, ...(note === '' ? {} : { note }) };
}

export type LoggedAction = Pick<Action, 'id' | 'title' | 'points' | 'emoji'>;

/** Undoes an activity, whether it is still in the queue, being sent, or on the server. */
export function undoOf(
  boardId: BoardId,
  {
    id,
    title,
    points,
    userId,
    loggedAt,
    playedAt = loggedAt,
  }: Pick<Activity, 'id' | 'title' | 'points' | 'userId' | 'playedAt'> & Partial<Pick<Activity, 'loggedAt'>>,
): NewOf<'undo'> {
  return { kind: 'undo', id, boardId, authorId: userId, title, points, at: playedAt };
}

function toldIn(change: BoardChange, id: string): Activity | undefined {
  return [...change.activities, ...(change.changed ?? [])].find((activity) => activity.id === id);
}

/** `undefined` in place of a note that is taken away. */
function withNote<A extends Shown>({ note }: ItemOf<'note'>, activity: A): A {
  return { ...activity, note: note === '' ? undefined : note };
}

/** A no ends what was proposed. */
function answered<A extends Pick<Agreement, 'id' | 'agreed'>>({ agreementId, userId, yes }: ItemOf<'answer'>, agreements: A[]): A[] {
  if (!yes) return agreements.filter(({ id }) => id !== agreementId);
  return agreements.map((one) =>
    one.id === agreementId ? { ...one, agreed: [...one.agreed.filter((id) => id !== userId), userId] } : one,
  );
}

function reactedTo<A extends Shown>({ emoji, isOn, userId }: ItemOf<'reaction'>, activity: A): A {
  const before = activity.reactions ?? [];
  const known = before.find((reaction) => reaction.emoji === emoji);
  if ((known?.userIds.includes(userId) ?? false) === isOn) return activity;
  const userIds = isOn ? [...(known?.userIds ?? []), userId] : (known?.userIds ?? []).filter((id) => id !== userId);
  const reactions = known
    ? before.map((reaction) => (reaction === known ? { emoji, userIds } : reaction)).filter((reaction) => reaction.userIds.length > 0)
    : [...before, { emoji, userIds }];
  return { ...activity, reactions };
}
