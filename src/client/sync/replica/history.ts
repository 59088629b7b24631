/**
 * The server can go back to an older state of its database: a backup was restored, or a standby took over that lacked something. What was
 * cached of the boards then belongs to a history that is no more, and is read anew. What waits in the outbox stays.
 */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { BoardId } from '#shared/ids';
import { queryKeys } from '#client/api/query-keys.ts';
import { refetchFeed } from './apply.ts';
import { historyReplaced } from './signals.ts';
import { syncStateOf } from './state.ts';

/** Notes the epoch of a greeting. Settles when everything is read anew; undefined when the caches are of this epoch already. */
export function followEpoch(client: QueryClient, epoch: string | undefined): Promise<void> | undefined {
  const sync = syncStateOf(client);
  if (epoch === undefined || epoch === sync.epoch) return undefined;
  const isFirst = sync.epoch === undefined;
  sync.epoch = epoch;
  return isFirst ? undefined : readAnew(client);
}

/** Settles when what is shown was read again. What is not shown is dropped. */
export async function readAnew(client: QueryClient): Promise<void> {
  const { newestRevisions, feedPositions, listPositions, recovering, recent } = syncStateOf(client);
  for (const known of [newestRevisions, feedPositions, listPositions, recovering]) known.clear();
  recent.length = 0;
  client.removeQueries({ type: 'inactive', fetchStatus: 'idle', predicate: ({ queryKey }) => isOfBoards(queryKey) });
  // A revision and a cursor below every other: whatever is read or announced from now on is newer.
  client.setQueryData(queryKeys.boards, (cards) => cards?.map((card) => ({ ...card, revision: 0, seen: 0 })));
  for (const [queryKey] of client.getQueriesData({ queryKey: queryKeys.allBoards }))
    client.setQueryData(
      queryKeys.board(String(queryKey[1]) as BoardId),
      (opened) => opened && { ...opened, board: { ...opened.board, revision: 0 } },
    );
  historyReplaced.announce();
  refetchFeed(client);
  await client.invalidateQueries({ predicate: ({ queryKey }) => isOfBoards(queryKey) && queryKey[0] !== queryKeys.feed[0] });
}

/** The account and the count of requests come with each greeting; the others are the program's own. */
const others: ReadonlySet<unknown> = new Set([
  queryKeys.session[0],
  queryKeys.pendingRequests[0],
  queryKeys.configuration[0],
  'passkey-abilities',
  queryKeys.catalogue[0],
  'emojis',
]);

function isOfBoards(queryKey: QueryKey): boolean {
  return !others.has(queryKey[0]);
}
