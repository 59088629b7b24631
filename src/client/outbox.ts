/**
 * Activities on their way to the server. Screens show the server's snapshot plus these (`pending.ts`).
 *
 * They live in memory; every change of the list goes through `replace`, which is where a lasting store joins in.
 */
import { useSyncExternalStore } from 'react';
import type { Action } from '#shared/actions';
import type { LoggedActivity } from '#shared/activities';
import type { BoardChange } from '#shared/boards';
import { api, Unreachable } from './api.ts';
import { receive } from './live-cache.ts';
import { queryClient } from './query-client.ts';
import { changeReceived } from './signals.ts';
import { newId } from './new-id.ts';

/** An activity that the person sees already and the server may not have yet. `startedAt` in milliseconds since 1970. */
export interface PendingActivity {
  /** Also the activity's id: what makes sending it twice harmless. */
  id: string;
  boardId: string;
  actionId: string;
  userId: string;
  title: string;
  points: number;
  emoji: string | null;
  startedAt: number;
  /** The revision of the board that holds it, once that is known; cached views older than it still lack it. */
  landedAt: number | null;
}

export type LoggedAction = Pick<Action, 'id' | 'title' | 'points' | 'emoji'>;

/** One press of a button: what is logged by it is logged together or not at all. */
export interface FailedLog {
  items: readonly PendingActivity[];
  error: unknown;
  /** Sends the same activities again, under the same ids. Does nothing once somebody else is signed in. */
  retry: () => void;
}

export interface Outbox {
  /** Logs an action on one board; returns the activity's id. */
  logActivity(log: { boardId: string; action: LoggedAction }): string;
  /** Logs on several boards, all or nothing. The action's id is each board's own. */
  logOnBoards(log: { boards: readonly { boardId: string; actionId: string }[]; action: Omit<LoggedAction, 'id'> }): string[];
  /** Told of each log that was taken back. */
  onFailed(listener: (failed: FailedLog) => void): () => void;
  /** Whose activities these are; another person's, or nobody's, empties the list. */
  belongTo(userId: string | null): void;
  pending(): readonly PendingActivity[];
  subscribe(listener: () => void): () => void;
}

interface OutboxParts {
  post(items: readonly PendingActivity[]): Promise<readonly LoggedActivity[]>;
  receive(change: BoardChange): void;
  /** Waits before each repetition after the server could not be reached, in milliseconds. */
  pauses?: readonly number[];
}

export function createOutbox({ post, receive: receiveChange, pauses = [400, 1200] }: OutboxParts): Outbox {
  let items: readonly PendingActivity[] = [];
  let owner: string | null = null;
  const watchers = new Set<() => void>();
  const failureListeners = new Set<(failed: FailedLog) => void>();

  function replace(next: readonly PendingActivity[]): void {
    items = next;
    for (const watcher of [...watchers]) watcher();
  }

  function drop(batch: readonly PendingActivity[]): void {
    const ids = new Set(batch.map(({ id }) => id));
    if (items.some(({ id }) => ids.has(id))) replace(items.filter(({ id }) => !ids.has(id)));
  }

  changeReceived.listen(({ change, caughtUpTo }) => {
    const revisions = new Map(change.activities.map(({ id, revision }) => [id, revision]));
    const concerned = items.some((item) => item.boardId === change.boardId && (item.landedAt !== null || revisions.has(item.id)));
    if (!concerned) return;
    const landed = items.map((item) => {
      const revision = item.boardId === change.boardId ? revisions.get(item.id) : undefined;
      return revision === undefined ? item : { ...item, landedAt: revision };
    });
    replace(landed.filter((item) => item.boardId !== change.boardId || item.landedAt === null || item.landedAt > caughtUpTo));
  });

  function start(batch: readonly PendingActivity[]): void {
    replace([...items, ...batch]);
    void send(batch);
  }

  async function send(batch: readonly PendingActivity[]): Promise<void> {
    const sender = owner;
    try {
      const logged = await postPatiently(batch, () => owner === sender);
      if (owner !== sender) return;
      for (const one of logged) receiveChange(changeOf(one));
      drop(batch.filter(({ id }) => items.some((item) => item.id === id && item.landedAt === null)));
    } catch (error) {
      const stillHere = owner === sender;
      // The stream may have brought them while every reply got lost: they are logged.
      const failed = stillHere ? batch.filter(({ id }) => items.some((item) => item.id === id && item.landedAt === null)) : batch;
      if (failed.length === 0) return;
      drop(failed);
      const retry = () => {
        if (owner === sender && !failed.some(({ id }) => items.some((item) => item.id === id))) start(batch);
      };
      for (const listener of [...failureListeners]) listener({ items: batch, error, retry });
    }
  }

  async function postPatiently(batch: readonly PendingActivity[], wanted: () => boolean): Promise<readonly LoggedActivity[]> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await post(batch);
      } catch (error) {
        const wait = pauses[attempt];
        if (!(error instanceof Unreachable) || wait === undefined) throw error;
        await new Promise((resolve) => setTimeout(resolve, wait));
        if (!wanted()) throw error;
      }
    }
  }

  function madeNow(boardId: string, actionId: string, action: Omit<LoggedAction, 'id'>): PendingActivity {
    if (owner === null) throw new Error('nobody is signed in');
    const { title, points, emoji } = action;
    return { id: newId(), boardId, actionId, userId: owner, title, points, emoji, startedAt: Date.now(), landedAt: null };
  }

  return {
    logActivity({ boardId, action }) {
      const item = madeNow(boardId, action.id, action);
      start([item]);
      return item.id;
    },
    logOnBoards({ boards, action }) {
      const batch = boards.map(({ boardId, actionId }) => madeNow(boardId, actionId, action));
      if (batch.length > 0) start(batch);
      return batch.map(({ id }) => id);
    },
    onFailed(listener) {
      failureListeners.add(listener);
      return () => failureListeners.delete(listener);
    },
    belongTo(userId) {
      if (userId === owner) return;
      owner = userId;
      if (items.length > 0) replace([]);
    },
    pending: () => items,
    subscribe(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}

export const outbox = createOutbox({ post: postToServer, receive: (change) => receive(queryClient, change) });

/** What is on its way, for the selectors of `pending.ts`. */
export function usePending(): readonly PendingActivity[] {
  return useSyncExternalStore(outbox.subscribe, outbox.pending);
}

async function postToServer(items: readonly PendingActivity[]): Promise<readonly LoggedActivity[]> {
  const [first, ...others] = items;
  if (!first) return [];
  if (others.length === 0) {
    const { boardId, id, actionId } = first;
    return [await api('POST /api/boards/:boardId/activities', { params: { boardId }, body: { id, actionId } })];
  }
  const activities = items.map(({ id, boardId, actionId }) => ({ id, boardId, actionId }));
  return (await api('POST /api/activities', { body: { activities } })).logged;
}

/** The reply to a log is the change it made. */
function changeOf({ boardId, activity, revision, totalPoints, score }: LoggedActivity): BoardChange {
  return {
    boardId,
    after: revision - 1,
    revision,
    complete: true,
    totalPoints,
    scores: activity.userId === null ? [] : [{ userId: activity.userId, score }],
    activities: [activity],
  };
}
