import { Outlet, useMatch, useRouterState } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useSyncExternalStore } from 'react';
import { boardQuery } from '#client/boards/board-queries.ts';
import { boardsMessages, createBoardMessages } from '#client/boards/boards-messages.fr.ts';
import { Toasts } from '#client/ui/toasts.tsx';
import { words } from '#client/ui/ui-messages.fr.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { useDocumentTitle } from './document-title.ts';
import { Navigation } from './navigation.tsx';
import { useNotices } from './notices.ts';
import { shellMessages as texts } from './shell-messages.fr.ts';
import styles from './shell.module.css';
import { TopBar } from './top-bar.tsx';

/**
 * What protected screens stand in: bars, banner, toasts and the one `main`, which pads its screen by `--gutter` at the
 * sides and by the bars above and below.
 */
export function Shell() {
  return (
    <Toasts label={words.toasts} dismissLabel={words.dismissToast}>
      <Frame />
    </Toasts>
  );
}

function Frame() {
  const main = useRef<HTMLElement>(null);
  useNotices();
  useDocumentTitle(useScreenName());
  return (
    <div className={styles.shell}>
      <a
        href="#contenu"
        className={styles.skip}
        onClick={(event) => {
          // The address stays: it is what a sign-in comes back to.
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {texts.skipToContent}
      </a>
      <TopBar />
      <Navigation />
      <main ref={main} id="contenu" tabIndex={-1} className={styles.main}>
        <ConnectionBanner />
        <Outlet />
      </main>
    </div>
  );
}

function useScreenName(): string {
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const boardId = useMatch({ from: '/shell/board/$boardId', shouldThrow: false, select: ({ params }) => params.boardId });
  const boardTitle = useBoardTitle(boardId);
  if (boardId !== undefined) return boardTitle ?? texts.navigation.boards;
  if (pathname.startsWith('/boards')) return boardsMessages.title;
  if (pathname.startsWith('/create-board')) return createBoardMessages.title;
  if (pathname.startsWith('/requests')) return texts.navigation.requests;
  return texts.navigation.home;
}

/** Only looks into the cache: an observer here would keep the board of a screen that is gone. */
function useBoardTitle(boardId: string | undefined): string | undefined {
  const client = useQueryClient();
  const subscribe = useCallback((changed: () => void) => client.getQueryCache().subscribe(changed), [client]);
  return useSyncExternalStore(subscribe, () =>
    boardId === undefined ? undefined : client.getQueryData(boardQuery(boardId).queryKey)?.board.title,
  );
}
