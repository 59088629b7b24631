import type { QueryClient } from '@tanstack/react-query';
import {
  createBrowserHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Outlet,
  redirect,
  useRouter,
} from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import type { BoardId } from '#shared/ids';
import { safeRedirect } from '#client/accounts/login-address.ts';
import { sessionOf } from '#client/session/session-queries.ts';
import { quickActionsQuery } from '#client/actions/quick-queries.ts';
import { feedQuery } from '#client/activities/activity-queries.ts';
import { Refused, sentenceOf, Unreachable } from '#client/api/api.ts';
import { firstReplies } from '#client/api/first-replies.ts';
import { boardQuery, boardsQuery } from '#client/boards/board-queries.ts';
import { pendingRequestsQuery } from '#client/membership/request-queries.ts';
import { ObstacleLine } from '#client/shell/obstacle-line.tsx';
import { shellMessages } from '#client/shell/shell-messages.fr.ts';
import { startBackButton } from '#client/ui/back-button.ts';
import { ReloadNeeded } from '#client/ui/lazy-import.ts';
import { reloadOnceFor, reloadPage } from '#client/ui/reload-page.ts';
import { showAsTransition } from '#client/ui/screen-transition.ts';
import { words } from '#client/ui/ui-messages.fr.ts';
import { unloadedSentence } from '#client/ui/unloaded-sentence.ts';
import { FailureScreen } from './failure-screen.tsx';
import { lazyScreen, ScreenUnreachable } from './lazy-screen.ts';

const { crash, notFound } = shellMessages;

/** In milliseconds. After so long a screen that could not be had for want of a server is tried again. */
const aWhile = 5000;

interface RouterContext {
  queryClient: QueryClient;
}

export const boardTabs = ['actions', 'scores', 'notifications'] as const;
export type BoardTab = (typeof boardTabs)[number];

const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: () => (
    <>
      <ObstacleLine />
      <Outlet />
    </>
  ),
});

const landingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: lazyScreen(async () => (await import('#client/landing/routed-landing-screen.tsx')).RoutedLandingScreen),
});

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: (search): { redirect?: string; oubli?: true } => ({
    ...redirectSearch(search),
    ...(search['oubli'] === true ? { oubli: true } : {}),
  }),
  beforeLoad: ({ context, search, location }) => {
    // Links of mails: a person who is signed in may have forgotten the password too.
    if (!/^re(set|cap)=/.test(location.hash) && !search.oubli) onlySignedOut(context, search);
  },
  component: lazyScreen(async () => (await import('#client/accounts/login-screen.tsx')).LoginScreen),
});

const signupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signup',
  validateSearch: redirectSearch,
  beforeLoad: ({ context, search }) => onlySignedOut(context, search),
  component: lazyScreen(async () => (await import('#client/accounts/signup-screen.tsx')).SignupScreen),
});

const inviteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invite/$boardId',
  component: lazyScreen(async () => (await import('#client/membership/invite-screen.tsx')).InviteScreen),
});

const reEntryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/retour',
  component: lazyScreen(async () => (await import('#client/membership/re-entry-screen.tsx')).ReEntryScreen),
});

const demoRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/essayer',
  component: lazyScreen(async () => (await import('#client/membership/demo-screen.tsx')).DemoScreen),
});

/** A shared screen: it stands by itself, and asks for no session. */
const wallRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/mur/$boardId',
  params: { parse: ({ boardId }) => ({ boardId: boardId as BoardId }) },
  component: lazyScreen(async () => (await import('#client/wall/wall-screen.tsx')).WallScreen),
});

const inviteToNothingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invite',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true });
  },
});

/** The protected screens, inside the shell. Its id is part of theirs: `/shell/board/$boardId`. */
const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: ({ context, location }) => {
    if (!sessionOf(context.queryClient)) throw redirect({ to: '/login', search: { redirect: location.href }, replace: true });
  },
  loader: ({ context: { queryClient } }) => readFirst(() => [queryClient.prefetchQuery(pendingRequestsQuery)]),
  component: lazyScreen(async () => (await import('#client/shell/shell.tsx')).Shell),
});

const dashboardRoute = createRoute({
  getParentRoute: () => shellRoute,
  errorComponent: ShellScreenFailed,
  path: '/dashboard',
  loader: ({ context: { queryClient } }) =>
    readFirst(() => [
      queryClient.prefetchInfiniteQuery(feedQuery),
      queryClient.prefetchQuery(boardsQuery),
      queryClient.prefetchQuery(quickActionsQuery),
    ]),
  component: lazyScreen(async () => (await import('#client/screens/dashboard-screen.tsx')).DashboardScreen),
});

const boardsRoute = createRoute({
  getParentRoute: () => shellRoute,
  errorComponent: ShellScreenFailed,
  path: '/boards',
  loader: ({ context: { queryClient } }) => readFirst(() => [queryClient.prefetchQuery(boardsQuery)]),
  component: lazyScreen(async () => (await import('#client/screens/boards-screen.tsx')).BoardsScreen),
});

const createBoardRoute = createRoute({
  getParentRoute: () => shellRoute,
  errorComponent: ShellScreenFailed,
  path: '/create-board',
  component: lazyScreen(async () => (await import('#client/screens/create-board-screen.tsx')).CreateBoardScreen),
});

const boardRoute = createRoute({
  getParentRoute: () => shellRoute,
  errorComponent: ShellScreenFailed,
  path: '/board/$boardId',
  params: { parse: ({ boardId }) => ({ boardId: boardId as BoardId }) },
  validateSearch: ({ tab, riposte }: Record<string, unknown>): { tab?: BoardTab | undefined; riposte?: 'oui' | undefined } => ({
    tab: boardTabs.find((name) => name === tab),
    riposte: riposte ? 'oui' : undefined,
  }),
  loader: ({ context: { queryClient }, params: { boardId } }) => readFirst(() => [queryClient.prefetchQuery(boardQuery(boardId))]),
  component: lazyScreen(async () => (await import('#client/screens/board-screen.tsx')).BoardScreen),
});

const requestsRoute = createRoute({
  getParentRoute: () => shellRoute,
  errorComponent: ShellScreenFailed,
  path: '/requests',
  loader: ({ context: { queryClient } }) => readFirst(() => [queryClient.prefetchQuery(boardsQuery)]),
  component: lazyScreen(async () => (await import('#client/membership/requests-screen.tsx')).RequestsScreen),
});

const editProfileRoute = createRoute({
  getParentRoute: () => shellRoute,
  errorComponent: ShellScreenFailed,
  path: '/edit-profile',
  component: lazyScreen(async () => (await import('#client/screens/profile-screen.tsx')).ProfileScreen),
});

const doorsRoute = createRoute({
  getParentRoute: () => shellRoute,
  errorComponent: ShellScreenFailed,
  path: '/doors',
  component: lazyScreen(async () => (await import('#client/doors/doors-screen.tsx')).DoorsScreen),
});

const codeRoute = createRoute({
  getParentRoute: () => shellRoute,
  errorComponent: ShellScreenFailed,
  path: '/l/$code',
  component: lazyScreen(async () => (await import('#client/doors/code-screen.tsx')).CodeScreen),
});

const achievementsRoute = createRoute({
  getParentRoute: () => shellRoute,
  errorComponent: ShellScreenFailed,
  path: '/succes',
  component: lazyScreen(async () => (await import('#client/achievements/achievements-screen.tsx')).AchievementsScreen),
});

const routeTree = rootRoute.addChildren([
  landingRoute,
  loginRoute,
  signupRoute,
  inviteRoute,
  inviteToNothingRoute,
  reEntryRoute,
  demoRoute,
  wallRoute,
  shellRoute.addChildren([
    dashboardRoute,
    boardsRoute,
    createBoardRoute,
    boardRoute,
    requestsRoute,
    editProfileRoute,
    doorsRoute,
    codeRoute,
    achievementsRoute,
  ]),
]);

export function createAppRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree,
    history: createBrowserHistory({ window: startBackButton() }),
    context: { queryClient },
    defaultPreload: 'intent',
    // Freshness is the query cache's business.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: Failed,
    defaultNotFoundComponent: ScreenMissing,
  });
  // The router's own would leave the promises of a motion to nobody.
  router.startViewTransition = (update) => {
    const { latestLocation, state } = router;
    return latestLocation.pathname === state.resolvedLocation?.pathname ? update() : showAsTransition(update);
  };
  history.scrollRestoration = 'manual';
  router.subscribe('onRendered', ({ pathChanged }) => {
    if (pathChanged) scrollTo({ top: 0, behavior: 'instant' });
  });
  return router;
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}

/** Puts the replies that came with the page into the cache before the screen is drawn. */
async function readFirst(reads: () => Promise<unknown>[]): Promise<void> {
  if (firstReplies.areThere()) await Promise.all(reads());
}

function redirectSearch(search: Record<string, unknown>): { redirect?: string } {
  return typeof search['redirect'] === 'string' ? { redirect: search['redirect'] } : {};
}

function onlySignedOut({ queryClient }: RouterContext, search: { redirect?: string }): void {
  const me = sessionOf(queryClient);
  // A demo leads to an account, whose session takes its place.
  if (me && me.demoUntil === null) throw redirect({ href: safeRedirect(search.redirect), replace: true });
}

function ShellScreenFailed(props: ErrorComponentProps) {
  return <Failed {...props} inShell />;
}

function Failed({ error, reset, inShell = false }: ErrorComponentProps & { inShell?: boolean }) {
  const router = useRouter();
  const needsReload = error instanceof ReloadNeeded;
  const again = () => {
    if (needsReload) return reloadPage();
    reset();
    void router.invalidate();
  };
  const onLoaded = useEffectEvent(again);
  useEffect(() => {
    if (error instanceof ReloadNeeded) reloadOnceFor(error.file);
    if (!(error instanceof ScreenUnreachable)) return;
    // The message stays until the code has loaded: replacing it would read it aloud each time.
    const attempt = () =>
      void error.load().then(onLoaded, (failure: unknown) => {
        if (failure instanceof ReloadNeeded) onLoaded();
      });
    const timer = setInterval(attempt, aWhile);
    addEventListener('online', attempt);
    return () => {
      clearInterval(timer);
      removeEventListener('online', attempt);
    };
  }, [error]);
  const label = needsReload ? words.reload : words.retry;
  return <FailureScreen title={crash.title} sentence={failureSentence(error)} way={{ label, onPress: again }} inShell={inShell} />;
}

function failureSentence(error: unknown): string {
  if (error instanceof ReloadNeeded || error instanceof ScreenUnreachable) return unloadedSentence(error);
  // What nobody has a sentence for is said in the title already.
  return error instanceof Refused || error instanceof Unreachable ? sentenceOf(error) : crash.text;
}

function ScreenMissing() {
  const { queryClient } = rootRoute.useRouteContext();
  const href = sessionOf(queryClient) ? '/dashboard' : '/';
  return <FailureScreen title={notFound.title} sentence={notFound.text} way={{ label: notFound.home, href }} />;
}
