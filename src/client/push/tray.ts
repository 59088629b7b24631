/** Keeps the system's tray to what the person has not seen yet: it closes a notification whose page is open in the app. */
import type { BoardId } from '#shared/ids';
import { noticeLink } from '#shared/notice-links';
import { notificationKinds } from '#shared/notifications';
import { isAtTopOfFeed } from '#client/notices/news.ts';
import { changeIngested } from '#client/sync/replica/signals.ts';
import { closeNotifications } from '#client/ui/shown-notifications.ts';

/** In milliseconds: what comes together is looked at together. */
const gatheredMs = 1000;
const home = '/dashboard';

/** Tidies the tray as long as this screen is shown and the page is visible. `hasNews`: on some board, there is news that was not seen. */
export function tidyTray(pathname: string, hasNews: boolean): () => void {
  const tidy = () => {
    if (document.visibilityState !== 'hidden') void closeNotifications((data) => isShownAt(pathname, data, hasNews));
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tidySoon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      tidy();
    }, gatheredMs);
  };
  tidy();
  document.addEventListener('visibilitychange', tidy);
  const stop = changeIngested.listen(tidySoon);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', tidy);
    stop();
  };
}

function isShownAt(pathname: string, { kind, boardId, navigate }: Record<string, unknown>, hasNews: boolean): boolean {
  if (pathname === pathOf(navigate) || pathname === pathOf(linkOf(kind, boardId))) return true;
  // The feed shows what others logged on any board. What is below the fold, or still marked, has not been seen.
  const isOfFeed = kind === 'points' || kind === 'reactions';
  return pathname === home && isOfFeed && isAtTopOfFeed() && !hasNews;
}

/** Where the system shows a notification by itself, its data do not say where it leads. */
function linkOf(kind: unknown, boardId: unknown): string {
  const known = notificationKinds.find((one) => one === kind);
  return noticeLink(known ?? 'points', typeof boardId === 'string' ? (boardId as BoardId) : undefined);
}

function pathOf(address: unknown): string | null {
  return typeof address === 'string' && URL.canParse(address, location.origin) ? new URL(address, location.origin).pathname : null;
}
