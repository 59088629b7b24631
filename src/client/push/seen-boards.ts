/**
 * Tells the server what this person has seen here: no push tells of it, on whichever device, and the icon counts it no more. A board that is
 * looked at is told again and again: who looks hears no push of it (decision D33). To a server that notifies none of their devices it is told
 * once for each screen.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { BoardId, UserId } from '#shared/ids';
import { looksFor, seenAtOnce, type SeenBoards } from '#shared/notifications';
import { api } from '#client/api/api.ts';
import { queryKeys } from '#client/api/query-keys.ts';
import { feedNews, isAtTopOfFeed } from '#client/notices/news.ts';
import { keepMarks } from '#client/notices/news-marks.ts';
import { changeIngested } from '#client/sync/replica/signals.ts';
import { isWanted } from './device.ts';

interface Looking {
  client: QueryClient;
  myId: UserId;
  pathname: string;
}

/** In milliseconds: what comes together is told together. */
const gatheredMs = 1000;
const boardPath = '/board/';

/** As long as this screen is shown. */
export function tellSeen({ client, myId, pathname }: Looking): () => void {
  const openId = pathname.startsWith(boardPath) ? (pathname.slice(boardPath.length) as BoardId) : null;
  if (openId === null && pathname !== '/dashboard') return () => undefined;
  const told = new Map<BoardId, number>();
  let isLooking = false;
  let isHeard = true;

  const tell = (boards: SeenBoards['boards'], keepalive = false) => {
    if (boards.length === 0 || !isHeard) return;
    for (const { boardId, revision } of boards) told.set(boardId, revision);
    // The next look tells it.
    void api('PUT /api/notifications/seen', { body: { boards }, as: myId, keepalive })
      .then(({ notified }) => (isHeard = notified))
      .catch(() => told.clear());
  };
  const opened = () => (openId === null ? undefined : client.getQueryData(queryKeys.board(openId))?.board);

  function look(): void {
    if (document.visibilityState === 'hidden') return lookAway();
    if (openId === null) return tellFeed();
    const board = opened();
    if (!board) return;
    isLooking = true;
    if (isWanted(myId)) keepMarks(myId, (boardId) => boardId !== openId);
    tell([{ boardId: openId, revision: board.revision, looking: true }]);
  }

  function tellFeed(): void {
    // What is below the fold, or still marked, has not been seen.
    if (!isAtTopOfFeed() || feedNews.get().length > 0) return;
    const boards = client.getQueryData(queryKeys.boards) ?? [];
    tell(boards.flatMap(({ id, revision }) => ((told.get(id) ?? 0) < revision ? [{ boardId: id, revision }] : [])).slice(0, seenAtOnce));
  }

  function lookAway(): void {
    const board = opened();
    if (isLooking && board) tell([{ boardId: board.id, revision: board.revision, looking: false }], true);
    isLooking = false;
  }

  let timer: ReturnType<typeof setTimeout> | undefined;
  const lookSoon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      look();
    }, gatheredMs);
  };
  lookSoon();
  const again = openId === null ? undefined : setInterval(look, looksFor / 2);
  const seenAgain = () => {
    // Another device may have been subscribed meanwhile.
    if (document.visibilityState !== 'hidden') isHeard = true;
    look();
  };
  document.addEventListener('visibilitychange', seenAgain);
  const stops = [
    changeIngested.listen(({ change }) => {
      if (openId === null || change.boardId === openId) lookSoon();
    }),
    feedNews.subscribe(lookSoon),
  ];
  return () => {
    clearTimeout(timer);
    clearInterval(again);
    document.removeEventListener('visibilitychange', seenAgain);
    for (const stop of stops) stop();
    lookAway();
  };
}
