/** The key of each query and the type cached under it. Apart from the queries: updating the cache needs no knowledge of how it is read. */
import type { DataTag, InfiniteData } from '@tanstack/react-query';
import type { Account } from '#shared/accounts';
import type { ActivityPage, FeedPage } from '#shared/activities';
import type { EndpointKey, ReplyOf } from '#shared/api';
import type { BoardCard, OpenedBoard } from '#shared/boards';
import type { SingleLink } from '#shared/single-links';
import type { OfferedAction, QuickActions } from '#shared/actions';
import type { BoardId } from '#shared/ids';

export const queryKeys = {
  session: of<Account | null>()('session'),
  /** The browsers in which the person is signed in. */
  devices: ['sessions'] as const,
  user: (username: string) => ofReply<'GET /api/users/:username'>()('user', username),
  deletion: ofReply<'GET /api/account/deletion'>()('account', 'deletion'),
  configuration: ofReply<'GET /api/configuration'>()('configuration'),

  boards: of<BoardCard[]>()('boards'),
  allBoards: ['board'] as const,
  board: (boardId: BoardId) => of<OpenedBoard>()('board', boardId),
  boardActivities: (boardId: BoardId) => of<InfiniteData<ActivityPage>>()('board-activities', boardId),
  allInvitations: ['invitation'] as const,
  invitation: (invitation: string) => ofReply<'GET /api/invitations/:invitation'>()('invitation', invitation),
  /** The links for one person. Those made in this tab have their token, which the server tells only once. */
  singleLinks: (boardId: BoardId) => of<(SingleLink & { token?: string })[]>()('single-links', boardId),
  feed: of<InfiniteData<FeedPage>>()('feed'),

  catalogue: ['catalogue'] as const,
  offeredActions: of<OfferedAction[]>()('offered-actions'),
  /** Read again whenever the offered actions are: what it offers is some of them. */
  quickActions: of<QuickActions>()('offered-actions', 'quick'),

  requests: ofReply<'GET /api/requests'>()('requests'),
  pendingRequests: of<number>()('pending-requests'),
  blockedInviters: ['blocked-inviters'] as const,
};

/** A key that tells the compiler what is cached under it. */
function of<Data>() {
  return <const Key extends readonly string[]>(...key: Key) => key as unknown as DataTag<Key, Data, Error>;
}

function ofReply<K extends EndpointKey>() {
  return of<ReplyOf<K>>();
}
