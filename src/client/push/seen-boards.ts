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
import { isPageHidden, onPageHidden } from '#client/ui/page-hidden.ts';

interface Looking {
  client: QueryClient;
  myId: UserId;
  pathname: string;
}

/** In milliseconds: what comes together is told together, at most once in it. */
const gatheredMs = 1000;
/** In milliseconds: a phone that slept for so long holds a stream that may be dead, and finds that out within some seconds. */
const [sleptMs, wakesMs] = [45_000, 2000];
const boardPath = '/board/';

/** As long as this screen is shown. */
export function tellSeen({ client, myId, pathname }: Looking): () => void {
  const openId = pathname.startsWith(boardPath) ? (pathname.slice(boardPath.length) as BoardId) : null;
  if (openId === null && pathname !== '/dashboard') return () => undefined;
  // What an earlier visit has left, perhaps of somebody else.
  if (openId === null) seenBefore.set(null);
  let isLooking = false;
  /** Whether a device of the person is notified: unless the server says otherwise, it is told again and again that they look. */
  let isNotified = true;
  let toldAt = -gatheredMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wakeTimer: ReturnType<typeof setTimeout> | undefined;
  let [hiddenAt, isWaking] = [performance.now(), false];

  const cards = () => client.getQueryData(queryKeys.boards) ?? [];
  const opened = () => (openId === null ? undefined : client.getQueryData(queryKeys.board(openId))?.board);

  function tell(boards: SeenBoards['boards'], keepalive = false): void {
    if (boards.length === 0) return;
    toldAt = performance.now();
    noteSeen(client, boards);
    void api('PUT /api/notifications/seen', { body: { boards }, as: myId, keepalive })
      .then(({ notified }) => (isNotified = notified))
      // The next greeting says what is still news, and the next look tells it.
      .catch(() => undefined);
  }

  function look(): void {
    if (isPageHidden()) return lookAway();
    if (!isCurrent()) return;
    if (openId === null) return lookAtFeed();
    const board = opened();
    if (!board) return;
    if (!isNotified && !isUnseen(board)) return;
    isLooking = true;
    tell([{ boardId: openId, revision: board.revision, looking: true }]);
  }

  /** Whether the cursor of an open board can move: its card may not be read yet. */
  function isUnseen({ id, revision }: { id: BoardId; revision: number }): boolean {
    const card = cards().find((one) => one.id === id);
    return !card || card.hasNews === true || (card.seen ?? 0) < revision;
  }

  function lookAtFeed(): void {
    // What is below the fold has not been seen.
    if (!isAtTopOfFeed()) return;
    const unseen = cards().filter(isUnseen);
    if (unseen.length > 0 && !seenBefore.get()) seenBefore.set(cursorsOf(cards()));
    tell(unseen.slice(0, seenAtOnce).map(({ id, revision }) => ({ boardId: id, revision })));
  }

  function lookAway(): void {
    // What came in the last moment has been seen.
    if (openId === null && timer !== undefined && isCurrent()) lookAtFeed();
    const board = opened();
    if (isLooking && board && (isNotified || isUnseen(board)))
      tell([{ boardId: board.id, revision: board.revision, looking: false }], true);
    isLooking = false;
  }

  /** Before the greeting, another device may have seen more than this one knows. */
  function isCurrent(): boolean {
    return live.connection() === 'live' && !isWaking;
  }

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
    if (isPageHidden()) {
      look();
      hiddenAt = performance.now();
      return;
    }
    // Another device may have been subscribed meanwhile.
    isNotified = true;
    isWaking = performance.now() - hiddenAt > sleptMs;
    if (!isWaking) return look();
    wakeTimer = setTimeout(awake, wakesMs);
  };
  const awake = () => {
    clearTimeout(wakeTimer);
    isWaking = false;
    lookSoon();
  };
  const scrolled = () => {
    if (isAtTopOfFeed() && cards().some(({ hasNews }) => hasNews)) lookSoon();
  };
  if (openId === null) addEventListener('scroll', scrolled, { passive: true });
  const stops = [
    changeIngested.listen(({ change }) => {
      if (openId === null || change.boardId === openId) lookSoon();
    }),
    greeted.listen(awake),
    onPageHidden(seenAgain),
  ];
  return () => {
    lookAway();
    clearTimeout(timer);
    clearTimeout(wakeTimer);
    clearInterval(again);
    if (openId === null) removeEventListener('scroll', scrolled);
    for (const stop of stops) stop();
  };
}
