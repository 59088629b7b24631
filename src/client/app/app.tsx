import { QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactElement, useEffect } from 'react';
import type { Account } from '#shared/accounts';
import type { UserId } from '#shared/ids';
import { sessionOf, sessionQuery } from '#client/session/session-queries.ts';
import { dropCaches, enter } from '#client/sync/replica/caches.ts';
import { api } from '#client/api/api.ts';
import { firstReplies } from '#client/api/first-replies.ts';
import { portalAnswers } from '#client/api/obstacle.ts';
import { queryKeys } from '#client/api/query-keys.ts';
import { announceSessionEnd, endedSession, sessionOver } from '#client/api/session.ts';
import { invitationQuery } from '#client/boards/board-queries.ts';
import { requestsQuery } from '#client/membership/request-queries.ts';
import { sentRequest } from '#client/membership/sent-request.ts';
import { refetchFeed } from '#client/sync/replica/apply.ts';
import { compareAgain } from '#client/sync/replica/ingest.ts';
import { queryClient, refetchFailed } from '#client/sync/replica/query-client.ts';
import { guardLeaving } from '#client/sync/outbox/leave-guard.ts';
import { outbox } from '#client/sync/outbox/outbox.ts';
import { lastWords } from '#client/sync/storage/last-words.ts';
import type { SeenBefore } from '#client/sync/storage/persistence.ts';
import { openedWithoutContact } from '#client/sync/stream/last-contact.ts';
import { live } from '#client/sync/stream/live.ts';
import { draftsBelongTo, dropDrafts } from '#client/ui/drafts.ts';
import { ignoreHeldEnter } from '#client/ui/held-enter.ts';
import { reporting } from '#client/ui/unexpected.ts';
import type * as ThisBrowser from './this-browser.ts';
import { type AppRouter, createAppRouter } from './router.tsx';

/**
 * Everything but the landing page, once the screen at this address can be drawn. `signedIn`: what the server answered at start, or who was here
 * last when it did not. `seen`: what is shown until the server answers, if it did not at start.
 */
export async function openApp(signedIn: Account | null, seen: SeenBefore | null): Promise<ReactElement> {
  queryClient.setQueryData(sessionQuery.queryKey, signedIn);
  if (seen) openOn(seen);
  const router = createAppRouter(queryClient);
  await Promise.all([loadFirst(router), untilTicketKnown(signedIn !== null)]);
  firstReplies.forget();
  return <App router={router} seen={seen} />;
}

let invitationRead: Promise<void> | undefined;

/** Fetches public data while the session is being asked for, not after it. */
export function readInvitation(invitation: string): void {
  invitationRead = queryClient.prefetchQuery(invitationQuery(invitation));
}

/** The skeleton of the static page stays until the ticket replaces it. */
async function untilTicketKnown(isSignedIn: boolean): Promise<void> {
  if (!invitationRead) return;
  if (isSignedIn) await queryClient.prefetchQuery(requestsQuery);
  await invitationRead;
}

/** A screen that leads elsewhere at once is followed: nobody else listens yet. */
async function loadFirst(router: AppRouter): Promise<void> {
  const stop = router.history.subscribe(() => void router.load());
  await router.load();
  stop();
}

function App({ router, seen }: { router: AppRouter; seen: SeenBefore | null }) {
  useEffect(ignoreHeldEnter, []);
  useEffect(() => followSession(seen), [seen]);
  useEffect(
    () => void import('#client/pwa/launches.ts').then(({ followLaunches }) => followLaunches(router.history.push)).catch(reporting('code')),
    [router],
  );
  useEffect(() => sessionOver.listen(({ reason }) => void leaveSession(router, reason)), [router]);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}

function openOn(seen: SeenBefore): void {
  seen.restore(queryClient);
  openedWithoutContact(seen.asOf);
}

/** Binds the stream, the outbox, the drafts and the browser's storage to the signed-in person. */
function followSession(seen: SeenBefore | null): () => void {
  // A stream of somebody else's must not speak to these caches.
  let isCertain = seen === null;
  const follow = () => giveToWhoeverIsSignedIn(isCertain);
  const observer = new QueryObserver(queryClient, { ...sessionQuery, enabled: false });
  const stops = [observer.subscribe(follow), live.subscribe(onConnection), guardLeaving(outbox)];
  addEventListener('online', outbox.retryNow);
  document.addEventListener('visibilitychange', retryWhenSeen);
  follow();
  void seen?.answer.then((user) => {
    isCertain = true;
    const shown = sessionOf(queryClient);
    if (user?.id === shown?.id) queryClient.setQueryData(sessionQuery.queryKey, user);
    else announceSessionEnd();
    follow();
  });
  return () => {
    for (const stop of stops) stop();
    removeEventListener('online', outbox.retryNow);
    document.removeEventListener('visibilitychange', retryWhenSeen);
    live.stop();
  };
}

function giveToWhoeverIsSignedIn(isCertain: boolean): void {
  const user = sessionOf(queryClient);
  outbox.belongTo(user?.id ?? null);
  inThisBrowser(({ keepSeenOf }) => keepSeenOf(user?.id ?? null));
  if (user) {
    draftsBelongTo(user.id);
    if (isCertain) void startLive(user.id);
  } else {
    restored = undefined;
    live.stop();
  }
}

let restored: { userId: UserId; done: Promise<void> } | undefined;

/** Restores the cache before the stream opens: its greeting tells what in it is outdated, or no longer the person's. */
async function startLive(userId: UserId): Promise<void> {
  if (restored?.userId !== userId) restored = { userId, done: restoreSoon(userId) };
  await restored.done;
  if (sessionOf(queryClient)?.id === userId) live.start(userId);
}

/** In milliseconds: a store that is slower does not keep the stream waiting. */
const restoredWithin = 1500;

async function restoreSoon(userId: UserId): Promise<void> {
  const restoring = import('./this-browser.ts').then(({ restoreSeenOf }) => restoreSeenOf(userId));
  const late = new Promise((resolve) => setTimeout(resolve, restoredWithin));
  await Promise.race([restoring.then(compareRestored).catch(reporting('storage')), late]);
}

function compareRestored(): void {
  // The feed does not know itself how old it is.
  if (queryClient.getQueryState(queryKeys.feed)?.fetchStatus === 'idle') refetchFeed(queryClient);
  // What comes after the greeting is compared with it all the same: a board that is gone is told, and forgotten here.
  if (live.connection() === 'live') void compareAgain(queryClient);
}

let wasLost = false;

function onConnection(): void {
  const user = sessionOf(queryClient);
  if (live.connection() === 'lost' && user) {
    wasLost = true;
    inThisBrowser(({ restoreSeenOf }) => restoreSeenOf(user.id, () => live.connection() === 'lost'));
    // Another tab holds the stream: only a call of this one tells it whether a login portal answers. It may as well fail.
    void api('GET /api/session').catch(() => undefined);
  }
  if (live.connection() !== 'live') return;
  portalAnswers.set(false);
  outbox.retryNow();
  refetchFailed(queryClient);
  // The feed does not know itself how old it is.
  if (wasLost) refetchFeed(queryClient);
  wasLost = false;
}

function retryWhenSeen(): void {
  if (document.visibilityState === 'visible') outbox.retryNow();
}

/** When the code cannot be loaded, nothing is stored, and everything else works. */
function inThisBrowser(job: (browser: typeof ThisBrowser) => unknown): void {
  void import('./this-browser.ts').then(job).catch(reporting('storage'));
}

async function leaveSession(router: AppRouter, reason: 'ended' | 'signed_out'): Promise<void> {
  const leaver = sessionOf(queryClient);
  if (!leaver) return;
  queryClient.setQueryData(sessionQuery.queryKey, null);
  if (reason === 'signed_out') {
    dropDrafts();
    // Closed before it is done, the next page does it.
    lastWords.add('wipe', leaver.id);
    // Only once nothing is being written any more: a key made anew would outlive this.
    void outbox.drop().then(() => inThisBrowser(({ wipe }) => wipe(leaver.id)));
  }
  giveToWhoeverIsSignedIn(true);
  sentRequest.forget();
  const { pathname, href } = router.state.location;
  const search = reason === 'ended' ? { redirect: href } : {};
  if (reason === 'ended' && isProtected(pathname)) endedSession.leave();
  try {
    // The invitation page and the landing page are for everybody.
    if (isProtected(pathname) || reason === 'signed_out') await router.navigate({ to: '/login', search });
  } finally {
    // Only now: a screen still shown would ask again for what is taken away under it.
    if (!sessionOf(queryClient)) dropCaches(queryClient);
  }
  if (reason === 'ended') await enterAsWhoeverIsThere(router);
}

/** In another tab somebody else may have signed in: then this one is theirs too. */
async function enterAsWhoeverIsThere(router: AppRouter): Promise<void> {
  // Without an answer the sign-in screen stays.
  const answer = await api('GET /api/session').catch(() => null);
  if (!answer?.user || sessionOf(queryClient)) return;
  enter(queryClient, answer.user);
  endedSession.forget();
  if (isProtected(router.state.location.pathname) || router.state.location.pathname === '/login')
    await router.navigate({ to: '/dashboard', replace: true });
}

function isProtected(pathname: string): boolean {
  return pathname !== '/' && !/^\/(login|signup|invite|retour)(\/|$)/.test(pathname);
}
