/** What each event of the live stream does to the caches. */
import { type QueryClient, replaceEqualDeep } from '@tanstack/react-query';
import type { Account } from '#shared/accounts';
import { type LiveEvent, protocol } from '#shared/live-events';
import { sessionOf } from '#client/session/session-queries.ts';
import { tellUnlocked } from './unlocked-news.ts';
import { api } from '#client/api/api.ts';
import { queryKeys } from '#client/api/query-keys.ts';
import { announceSessionEnd } from '#client/api/session.ts';
import { presence } from './presence.ts';
import { reloadOnceFor } from '#client/ui/reload-page.ts';
import { followEpoch } from './history.ts';
import { compareRevisions, loseBoard, ingest, ingestFavourites, refetchLists } from './ingest.ts';
import { greeted, noticed, owedMoved, proposalsMoved, readingsMoved } from './signals.ts';
import { syncStateOf } from './state.ts';

export function ingestEvent(client: QueryClient, event: LiveEvent): void {
  switch (event.type) {
    case 'hello': {
      if ((event.protocol ?? 0) > protocol && reloadOnceFor(`protocol ${event.protocol}`)) return;
      const reading = followEpoch(client, event.epoch);
      presence.reset(event.online);
      // Read, not taken from the event: another tab's greeting may be older than what this tab has read.
      if (!isSame(sessionOf(client), event.account)) void refreshAccount(client);
      client.setQueryData(queryKeys.pendingRequests, event.pendingRequests);
      void client.invalidateQueries({ queryKey: queryKeys.requests });
      // Somebody looking at an invitation may have been let in since. A missing one stays missing, and its page must not flicker.
      void client.invalidateQueries({ queryKey: queryKeys.allInvitations, predicate: ({ state }) => state.data !== undefined });
      // They have no revision that would tell what was missed.
      void client.invalidateQueries({ queryKey: queryKeys.quickActions });
      greeted.announce(event);
      // What is read anew need not be caught up board by board.
      if (reading) void reading.then(() => compareRevisions(client, event.boards));
      else void compareRevisions(client, event.boards);
      return;
    }
    case 'change': {
      const { type: _, ...change } = event;
      ingest(client, change);
      return;
    }
    case 'joined':
      syncStateOf(client).leaving.delete(event.boardId);
      void client.invalidateQueries({ queryKey: queryKeys.invitation(event.boardId) });
      void client.invalidateQueries({ queryKey: queryKeys.board(event.boardId) });
      refetchLists(client);
      return;
    case 'gone':
      loseBoard(client, event.boardId, event.reason);
      return;
    case 'requests':
      client.setQueryData(queryKeys.pendingRequests, event.pendingRequests);
      void client.invalidateQueries({ queryKey: queryKeys.requests });
      return;
    case 'proposals':
      proposalsMoved.announce(event);
      return;
    case 'owed':
      owedMoved.announce();
      return;
    case 'notice': {
      const me = sessionOf(client);
      // Shown by the next screen that can, if this one cannot.
      if (me && event.notice.kind === 'achievement_unlocked') tellUnlocked(me.id, event.notice.achievements);
      noticed.announce(event.notice);
      return;
    }
    case 'bye':
      if (event.reason === 'session_ended') announceSessionEnd();
      return;
    case 'presence':
      presence.move(event.online, event.offline);
      return;
    case 'account':
      void refreshAccount(client);
      return;
    case 'readings':
      readingsMoved.announce(event.readings);
      return;
    case 'favourites':
      ingestFavourites(client, event.boardId, event.favourites);
      return;
    default:
      event satisfies never;
  }
}

function isSame(one: Account | null, other: Account): boolean {
  return replaceEqualDeep(one, other) === one;
}

let accountReads = 0;

async function refreshAccount(client: QueryClient): Promise<void> {
  accountReads += 1;
  const mine = accountReads;
  try {
    const { user } = await api('GET /api/session');
    // Replies can arrive out of order: only the latest request counts.
    if (mine !== accountReads) return;
    // A changed or ended session is announced by the stream, not here.
    if (user && user.id === sessionOf(client)?.id) client.setQueryData(queryKeys.session, user);
  } catch {
    // The next greeting asks again.
  }
}
