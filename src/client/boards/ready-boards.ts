import type { QueryClient } from '@tanstack/react-query';
import type { BoardId, UserId } from '#shared/ids';
import { sessionOf } from '#client/session/session-queries.ts';
import { Refused } from '#client/api/api.ts';
import { boardQuery, boardsQuery } from './board-queries.ts';

export interface ReadyBoardsParts {
  client: QueryClient;
  userId: UserId;
  /** Whether the network is there, the page is seen and nothing speaks against using both. */
  isGoodTime(): boolean;
  /** Settles when nothing else is to be done for a moment. */
  idle(): Promise<void>;
}

export interface ReadyBoards {
  /** Goes on with what is missing, if there is anything and it is a good time. */
  goOn(): void;
  stop(): void;
}

const mostBoards = 50;

/**
 * Reads the boards of the person's list that were not opened yet, so that each can be opened without a network: in the background, one at
 * a time. What was read once is kept true by the live stream and its greeting.
 */
export function keepBoardsReady({ client, userId, isGoodTime, idle }: ReadyBoardsParts): ReadyBoards {
  let running = false;
  let stopped = false;
  /** Refused: they will not be given for the asking. */
  const refused = new Set<string>();

  const may = () => !stopped && isGoodTime() && sessionOf(client)?.id === userId;

  async function run(): Promise<void> {
    if (running || !may()) return;
    running = true;
    try {
      while (await readNext());
    } catch {
      // Out of reach, or busy: the next good time will come.
    } finally {
      running = false;
    }
  }

  async function readNext(): Promise<boolean> {
    await idle();
    if (!may()) return false;
    const cards = client.getQueryData(boardsQuery.queryKey);
    if (!cards) {
      await client.fetchQuery({ ...boardsQuery, retry: false });
      return true;
    }
    const missing = cards.slice(0, mostBoards).find(({ id }) => !refused.has(id) && isMissing(id));
    if (!missing) return false;
    try {
      await client.fetchQuery({ ...boardQuery(missing.id), retry: false });
    } catch (error) {
      if (!(error instanceof Refused) || error.status >= 500 || error.status === 429) throw error;
      refused.add(missing.id);
    }
    return true;
  }

  function isMissing(boardId: BoardId): boolean {
    return client.getQueryData(boardQuery(boardId).queryKey) === undefined;
  }

  return {
    goOn: () => void run(),
    stop() {
      stopped = true;
    },
  };
}
