/** A coin that is tossed while its board is open turns first (decision D43); what it decided is shown when it has fallen. */
import type { QueryClient } from '@tanstack/react-query';
import type { BoardChange } from '#shared/boards';
import { queryKeys } from '#client/api/query-keys.ts';
import { put } from './apply.ts';

/** How long it turns. In milliseconds; as in coin.module.css. */
export const turnMs = 2400;

/** By board, the revision of the change that waits. */
const turning = new Map<string, number>();

/** Lets the coin of a change turn, if it has one. Returns whether the change waits for it; `fallen` is called when it need not any more. */
export function waitsForCoin(client: QueryClient, { boardId, revision, play }: BoardChange, fallen: () => void): boolean {
  // The stream and a reply tell the same toss.
  if (turning.get(boardId) === revision) return true;
  const opened = client.getQueryData(queryKeys.board(boardId));
  const contests = play?.contests;
  const isOpen = (id: string) => opened?.play?.contests?.list.some((known) => known.id === id && known.outcome === null);
  if (!opened?.play || !contests?.list.some(({ id, how }) => how === 'coin' && isOpen(id)) || isStill()) return false;
  put(client, queryKeys.board(boardId), opened, { ...opened, play: { ...opened.play, contests } });
  turning.set(boardId, revision);
  setTimeout(() => {
    turning.delete(boardId);
    fallen();
  }, turnMs);
  return true;
}

/** Nothing turns under reduced motion. */
export function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
