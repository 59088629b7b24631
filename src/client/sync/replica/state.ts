import type { QueryClient } from '@tanstack/react-query';
import type { Board, BoardChange } from '#shared/boards';
import type { BoardId } from '#shared/ids';
import { queryKeys } from '#client/api/query-keys.ts';

/** What is known of the person's boards beside their cached data. */
export interface SyncState {
  /** Which history of the server's database the caches belong to; undefined before the first greeting. */
  epoch: string | undefined;
  /** The newest announced revision of each board. */
  newestRevisions: Map<string, number>;
  /** Up to which revision of each board the cached feed is complete. */
  feedPositions: Map<string, number>;
  /** Up to which revision the cached list of each board's activities is complete. Without one it is as old as the opened board. */
  listPositions: Map<string, number>;
  /** Boards whose missed changes are being fetched. */
  recovering: Map<string, Promise<void>>;
  /** How often in a row missed changes of a board could not be fetched, or brought it no further. */
  setbacks: Map<string, number>;
  /** Boards that the person is leaving or deleting: their end is not announced. */
  leaving: Set<string>;
  /** The latest changes in order of arrival, to be applied again to a reply that is older than they are. */
  recent: { number: number; change: BoardChange }[];
  lastNumber: number;
}

const memories = new WeakMap<QueryClient, SyncState>();

export function syncStateOf(client: QueryClient): SyncState {
  const known = memories.get(client);
  if (known) return known;
  const memory: SyncState = {
    epoch: undefined,
    newestRevisions: new Map(),
    feedPositions: new Map(),
    listPositions: new Map(),
    recovering: new Map(),
    setbacks: new Map(),
    leaving: new Set(),
    recent: [],
    lastNumber: 0,
  };
  memories.set(client, memory);
  return memory;
}

export function forgetSyncState(client: QueryClient): void {
  memories.delete(client);
}

const recentKept = 200;

export function noteChange(client: QueryClient, change: BoardChange): SyncState {
  const memory = syncStateOf(client);
  noteRevision(client, change.boardId, change.revision);
  memory.lastNumber += 1;
  memory.recent.push({ number: memory.lastNumber, change });
  if (memory.recent.length > recentKept) memory.recent.shift();
  return memory;
}

export function noteRevision(client: QueryClient, boardId: BoardId, revision: number): void {
  const { newestRevisions } = syncStateOf(client);
  newestRevisions.set(boardId, Math.max(revision, newestRevisions.get(boardId) ?? 0));
}

/**
 * Reads from the server and applies the changes that arrived in the meantime to the result: the reply can be older
 * than they are, and must not undo them. `repeat` returns null when it cannot tell; then it is read again.
 */
export async function readWithChanges<T>(
  client: QueryClient,
  read: () => Promise<T>,
  repeat: (value: T, change: BoardChange) => T | null,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const before = syncStateOf(client).lastNumber;
    const fresh = await read();
    const changes = syncStateOf(client).recent.filter(({ number }) => number > before);
    let value: T | null = fresh;
    for (const { change } of changes) value = value === null ? null : repeat(value, change);
    if (value !== null) return value;
    // Give up after three reads under constant changes: the next change notices what is missing and fetches it.
    if (attempt === 3) return fresh;
  }
}

/** What is cached of a board's title, icon and theme. */
export function boardHeaderOf(client: QueryClient, boardId: BoardId): Pick<Board, 'title' | 'icon' | 'theme'> | undefined {
  const opened = client.getQueryData(queryKeys.board(boardId));
  return opened?.board ?? client.getQueryData(queryKeys.boards)?.find(({ id }) => id === boardId);
}
