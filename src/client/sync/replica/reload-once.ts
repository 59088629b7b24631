import type { QueryClient } from '@tanstack/react-query';
import type { BoardId } from '#shared/ids';
import { api } from '#client/api/api.ts';
import { reportUnexpected } from '#client/ui/unexpected.ts';
import { readAnew } from './history.ts';
import { noteRevision, type SyncState, syncStateOf } from './state.ts';

/** Everything is read anew no more often than that: what does not help is not repeated. In milliseconds. */
const againMs = 60 * 60_000;
/** When everything may be read anew again, in milliseconds since this page was opened. */
const notBefore = new WeakMap<SyncState, number>();

/**
 * Reads everything anew for a board that stays behind, and returns true, unless that was done lately, or nobody answers: then what is cached is all
 * there is. What waits in the outbox stays.
 */
export async function reloadOnce(client: QueryClient, boardId: BoardId): Promise<boolean> {
  const sync = syncStateOf(client);
  if (performance.now() < (notBefore.get(sync) ?? 0)) return false;
  notBefore.set(sync, performance.now() + againMs);
  try {
    await api('GET /api/boards');
  } catch {
    // It is tried again after the next setback.
    notBefore.delete(sync);
    return false;
  }
  if (syncStateOf(client) !== sync) return false;
  reportUnexpected('stream', new Error('A board stays behind the changes that were announced: everything is read anew.'));
  const announced = sync.newestRevisions.get(boardId) ?? 0;
  await readAnew(client);
  // A board that is gone meanwhile has no view that could be behind.
  if (syncStateOf(client) === sync) noteRevision(client, boardId, announced);
  return true;
}
