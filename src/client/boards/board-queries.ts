import { queryOptions } from '@tanstack/react-query';
import type { BoardCard, OpenedBoard } from '#shared/boards';
import type { BoardId } from '#shared/ids';
import type { SingleLink } from '#shared/single-links';
import { api } from '#client/api/api.ts';
import { queryKeys } from '#client/api/query-keys.ts';
import { withUnlisted } from '#client/sync/replica/ingest.ts';
import { noteRevision, syncStateOf, readWithChanges } from '#client/sync/replica/state.ts';
import { cardsAfter, openedAfter, standing } from '#client/sync/replica/views.ts';

/** The boards of the person, as the grid shows them. */
export const boardsQuery = queryOptions({
  queryKey: queryKeys.boards,
  queryFn: async ({ client, signal }): Promise<BoardCard[]> => {
    const cards = await readWithChanges(
      client,
      async () => (await api('GET /api/boards', { signal })).boards,
      (read, change) => {
        if (read.some((card) => card.id === change.boardId && standing(card.revision, change) === 'gap')) return null;
        return cardsAfter(read, change, client.getQueryData(queryKeys.board(change.boardId)));
      },
    );
    for (const card of cards) noteRevision(client, card.id, card.revision);
    const known = client.getQueryData(queryKeys.boards) ?? [];
    // What was seen here meanwhile, the server did not know yet.
    const listed = cards.map((card) => {
      const { seen = 0, hasNews } = known.find(({ id }) => id === card.id) ?? {};
      return seen > (card.seen ?? 0) ? { ...card, seen, hasNews } : card;
    });
    return withUnlisted(client, listed, known);
  },
});

/** A board with its members, actions and newest activities. Those of `boardActivitiesQuery` come with it. */
export const boardQuery = (boardId: BoardId) =>
  queryOptions({
    queryKey: queryKeys.board(boardId),
    queryFn: async ({ client, signal }): Promise<OpenedBoard> => {
      const opened = await readWithChanges(
        client,
        () => api('GET /api/boards/:boardId', { params: { boardId }, signal }),
        (read, change) => {
          if (change.boardId !== boardId) return read;
          return standing(read.board.revision, change) === 'gap' ? null : openedAfter(read, change);
        },
      );
      const missed = opened.board.revision < (syncStateOf(client).newestRevisions.get(boardId) ?? 0);
      // Heard before this read began, from a server that this one lags behind: better the cached board than an older one.
      const cached = missed ? client.getQueryData(queryKeys.board(boardId)) : undefined;
      if (cached && cached.board.revision > opened.board.revision) return cached;
      noteRevision(client, boardId, opened.board.revision);
      return opened;
    },
  });

const momentMs = 5000;

/** The page of an invitation, by a board's id or a link for one person; needs no session. */
export const invitationQuery = (invitation: string) =>
  queryOptions({
    queryKey: queryKeys.invitation(invitation),
    queryFn: ({ signal }) => api('GET /api/invitations/:invitation', { params: { invitation }, signal }),
    // A person who comes back to a board reads it again. What was read while the app was loading is not asked for twice.
    staleTime: momentMs,
    retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > momentMs,
  });

/** A link for one person; with its token where it was made in this tab. */
export type KnownSingleLink = SingleLink & { token?: string };

/** The links for one person that still let somebody in, the oldest first. */
export const singleLinksQuery = (boardId: BoardId) =>
  queryOptions({
    queryKey: queryKeys.singleLinks(boardId),
    queryFn: async ({ client, signal }): Promise<KnownSingleLink[]> => {
      const { links } = await api('GET /api/boards/:boardId/single-links', { params: { boardId }, signal });
      const known = client.getQueryData(queryKeys.singleLinks(boardId)) ?? [];
      return links.map((link) => ({ ...known.find(({ id }) => id === link.id), ...link }));
    },
    staleTime: 0,
  });
