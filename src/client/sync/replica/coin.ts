/** A coin that is tossed while its board is open turns first (decision D43); what it decided is shown when it has fallen. */
import type { QueryClient } from '@tanstack/react-query';
import type { BoardChange } from '#shared/boards';
import { queryKeys } from '#client/api/query-keys.ts';
import { wantsStillness } from '#client/ui/stillness.ts';
import { put } from './apply.ts';
import { syncStateOf } from './state.ts';

/** How long it turns. In milliseconds; as in coin.module.css. */
export const turnMs = 2400;

/**
 * Lets the coin of a change turn, if it has one. Returns whether the change waits for it. `fallen` is called once the coin has turned, unless the
 * person has signed out or lost the board meanwhile.
 */
export function waitsForCoin(client: QueryClient, { boardId, revision, play }: BoardChange, fallen: () => void): boolean {
  const sync = syncStateOf(client);
  // The stream and a reply tell the same toss.
  if (sync.turning.get(boardId) === revision) return true;
  const opened = client.getQueryData(queryKeys.board(boardId));
  const contests = play?.contests;
  const isOpen = (id: string) => opened?.play?.contests?.list.some((known) => known.id === id && known.outcome === null);
  if (!opened?.play || !contests?.list.some(({ id, how }) => how === 'coin' && isOpen(id)) || wantsStillness()) return false;
  put(client, queryKeys.board(boardId), opened, { ...opened, play: { ...opened.play, contests } });
  sync.turning.set(boardId, revision);
  setTimeout(() => {
    if (sync.turning.delete(boardId) && syncStateOf(client) === sync) fallen();
  }, turnMs);
  return true;
}
