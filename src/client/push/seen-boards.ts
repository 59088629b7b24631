/**
 * Tells the server how far this person has seen their boards here: what others did until then is no news on any of their devices. A board that is looked at
 * is told again and again to a server that notifies one of their devices: who looks hears no push of it (decision D33).
 */
import type { QueryClient } from '@tanstack/react-query';
import type { BoardId, UserId } from '#shared/ids';
import { looksFor, seenAtOnce, type SeenBoards } from '#shared/notifications';
import { api } from '#client/api/api.ts';
import { queryKeys } from '#client/api/query-keys.ts';
import { cursorsOf, seenBefore } from '#client/notices/absence.ts';
import { isAtTopOfFeed } from '#client/notices/news.ts';
import { noteSeen } from '#client/sync/replica/reading.ts';
import { changeIngested, greeted } from '#client/sync/replica/signals.ts';
import { live } from '#client/sync/stream/live.ts';

interface Looking {
  client: QueryClient;
  myId: UserId;
  pathname: string;
}

/** In milliseconds: what comes together is told together, at most once in it. */
const gatheredMs = 1000;
const boardPath = '/board/';

/** As long as this screen is shown. */
export function tellSeen({ client, myId, pathname }: Looking): () => void {
  const openId = pathname.startsWith(boardPath) ? (pathname.slice(boardPath.length) as BoardId) : null;
  if (openId === null && pathname !== '/dashboard') return () => undefined;
  let isLooking = false;
  /** Whether a device of the person is notified: unless the server says otherwise, all is told to it, and not only that news was seen. */
  let isNotified = true;
  let toldAt = -gatheredMs;

  const cards = () => client.getQueryData(queryKeys.boards) ?? [];
  const opened = () => (openId === null ? undefined : client.getQueryData(queryKeys.board(openId))?.board);

  function tell(boards: SeenBoards['boards'], keepalive = false): void {
    if (boards.length === 0) return;
    toldAt = performance.now();
    for (const { boardId, revision } of boards) noteSeen(client, boardId, revision);
    void api('PUT /api/notifications/seen', { body: { boards }, as: myId, keepalive })
      .then(({ notified }) => (isNotified = notified))
      // The next greeting says what is still news, and the next look tells it.
      .catch(() => undefined);
  }

  function look(): void {
    if (document.visibilityState === 'hidden') return lookAway();
    // Before the greeting, another device may have seen more than this one knows.
    if (live.connection() !== 'live') return;
    if (openId === null) return lookAtFeed();
    const board = opened();
    if (!board) return;
    const card = cards().find(({ id }) => id === openId);
    if (card && !card.hasNews && !isNotified) return;
    isLooking = true;
    tell([{ boardId: openId, revision: board.revision, looking: true }]);
  }

  function lookAtFeed(): void {
    // What is below the fold has not been seen.
    if (!isAtTopOfFeed()) return;
    const unseen = cards().filter(({ seen = 0, revision, hasNews }) => hasNews || (isNotified && seen < revision));
    if (unseen.length > 0 && !seenBefore.get()) seenBefore.set(cursorsOf(cards()));
    tell(unseen.slice(0, seenAtOnce).map(({ id, revision }) => ({ boardId: id, revision })));
  }

  function lookAway(): void {
    const board = opened();
    if (isLooking && isNotified && board) tell([{ boardId: board.id, revision: board.revision, looking: false }], true);
    isLooking = false;
  }

  let timer: ReturnType<typeof setTimeout> | undefined;
  const lookSoon = () => {
    timer ??= setTimeout(
      () => {
        timer = undefined;
        look();
      },
      Math.max(0, toldAt + gatheredMs - performance.now()),
    );
  };
  lookSoon();
  const again = openId === null ? undefined : setInterval(look, looksFor / 2);
  const seenAgain = () => {
    // Another device may have been subscribed meanwhile.
    if (document.visibilityState !== 'hidden') isNotified = true;
    look();
  };
  const scrolled = () => {
    if (isAtTopOfFeed() && cards().some(({ hasNews }) => hasNews)) lookSoon();
  };
  document.addEventListener('visibilitychange', seenAgain);
  if (openId === null) addEventListener('scroll', scrolled, { passive: true });
  const stops = [
    changeIngested.listen(({ change }) => {
      if (openId === null || change.boardId === openId) lookSoon();
    }),
    greeted.listen(lookSoon),
  ];
  return () => {
    clearTimeout(timer);
    clearInterval(again);
    document.removeEventListener('visibilitychange', seenAgain);
    if (openId === null) removeEventListener('scroll', scrolled);
    for (const stop of stops) stop();
    lookAway();
  };
}
