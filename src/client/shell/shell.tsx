import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useRef } from 'react';
import { useMe } from '#client/session/session-queries.ts';
import { ScreenProtection } from '#client/privacy/screen-protection.tsx';
import { greeted } from '#client/sync/replica/signals.ts';
import { live } from '#client/sync/stream/live.ts';
import '#client/ui/last-pointer.ts';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { isPageHidden } from '#client/ui/page-hidden.ts';
import { useRootMark } from '#client/ui/root-mark.ts';
import { useToastRoom } from '#client/ui/toast-room.ts';
import { Toasts } from '#client/ui/toasts.tsx';
import { words } from '#client/ui/ui-messages.fr.ts';
import { reporting } from '#client/ui/unexpected.ts';
import './frame.css';
import { useDocumentTitle } from '#client/ui/document-title.ts';
import { Navigation } from './navigation.tsx';
import { isAtTopOfFeed } from '#client/notices/news.ts';
import { useNotices } from '#client/notices/notices.ts';
import { shellMessages as texts } from './shell-messages.fr.ts';
import styles from './shell.module.css';
import { TopBar } from './top-bar.tsx';

/**
 * What protected screens stand in: bars, banner, toasts and the one `main`, which pads its screen by `--gutter` at the
 * sides and by the bars above and below.
 */
export function Shell() {
  return (
    <Toasts label={words.toasts} dismissLabel={words.dismissToast} skipLink={<SkipLink />}>
      <Frame />
    </Toasts>
  );
}

const mainId = 'contenu';

function SkipLink() {
  return (
    <a
      href={`#${mainId}`}
      className={styles.skip}
      onClick={(event) => {
        // The address stays: it is what a sign-in comes back to.
        event.preventDefault();
        document.getElementById(mainId)?.focus();
      }}
    >
      {texts.skipToContent}
    </a>
  );
}

function Frame() {
  const main = useRef<HTMLElement>(null);
  useRootMark('data-shell');
  useToastRoom(main);
  useNotices();
  useNews();
  useDocumentTitle(useScreenName());
  return (
    <>
      <TopBar />
      <Navigation />
      <main ref={main} id={mainId} tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <Suspense>
        <ConnectionCard />
      </Suspense>
      <Suspense>
        <OwnConsent />
        <JoinRequests />
      </Suspense>
      <Suspense>
        <AppCards />
      </Suspense>
      <Suspense>
        <NewsBubble />
        <UnlockedMedal />
        <KeyListener />
      </Suspense>
      <ScreenProtection />
    </>
  );
}

const ConnectionCard = lazyPart(async () => (await import('./connection-card.tsx')).ConnectionCard);
const AppCards = lazyPart(async () => (await import('#client/pwa/app-cards.tsx')).AppCards);
const NewsBubble = lazyPart(async () => (await import('#client/notices/news-bubble.tsx')).NewsBubble);
const UnlockedMedal = lazyPart(async () => (await import('#client/achievements/unlocked-medal.tsx')).UnlockedMedal);
const KeyListener = lazyPart(async () => (await import('./key-listener.ts')).KeyListener);
const JoinRequests = lazyPart(async () => (await import('#client/membership/join-requests.tsx')).JoinRequests);
const OwnConsent = lazyPart(async () => (await import('#client/privacy/own-consent.tsx')).OwnConsent);

const loadFollowing = async () => await import('#client/notices/follow-news.ts');
const boardPath = '/board/';

function useNews(): void {
  const { id: myId } = useMe();
  const router = useRouter();
  const client = useQueryClient();
  useEffect(() => {
    const looking = () => {
      const isVisible = !isPageHidden();
      const { pathname } = router.state.location;
      const boardId = isVisible && pathname.startsWith(boardPath) ? pathname.slice(boardPath.length) : null;
      return { boardId, isAtFeed: isVisible && pathname === '/dashboard' && isAtTopOfFeed() };
    };
    let isOver = false;
    const isGreeted = live.connection() === 'live';
    const heard: Parameters<Parameters<typeof greeted.listen>[0]>[0][] = [];
    const stops = [greeted.listen((greeting) => heard.push(greeting))];
    void loadFollowing()
      .then(({ followNews }) => isOver || stops.push(followNews({ client, myId, looking, heard: [...heard], isGreeted })))
      .catch(reporting('code'));
    return () => {
      isOver = true;
      for (const stop of stops) stop();
    };
  }, [client, myId, router]);
}

function useScreenName(): string {
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  // The title must not contain the board's name: the browser writes titles into its history, which outlasts signing out.
  if (pathname.startsWith('/board/')) return texts.navigation.boards;
  if (pathname.startsWith('/boards')) return texts.screens.boards;
  if (pathname.startsWith('/create-board')) return texts.screens.createBoard;
  if (pathname.startsWith('/requests')) return texts.navigation.requests;
  if (pathname.startsWith('/edit-profile')) return texts.editProfile;
  if (pathname.startsWith('/doors')) return texts.screens.doors;
  if (pathname.startsWith('/succes')) return texts.screens.achievements;
  return texts.navigation.home;
}
