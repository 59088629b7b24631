import { QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Account } from '#shared/accounts';
import { dropCaches, sessionOf, sessionQuery } from './accounts/session-queries.ts';
import { draftsBelongTo, dropDrafts } from './drafts.ts';
import { live } from './live.ts';
import { outbox } from './outbox.ts';
import { queryClient } from './query-client.ts';
import { createAppRouter } from './router.tsx';
import { sentRequest } from './requests/sent-request.ts';
import { sessionOver } from './signals.ts';

/** Everything but the landing page. `signedIn` is what the server answered at start. */
export function App({ signedIn }: { signedIn: Account | null }) {
  const [router] = useState(() => {
    queryClient.setQueryData(sessionQuery.queryKey, signedIn);
    return createAppRouter(queryClient);
  });
  useEffect(() => followSession(), []);
  useEffect(() => sessionOver.listen(({ reason }) => void leaveSession(router, reason)), [router]);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}

/** The stream, the outbox and the drafts are those of whoever is signed in. */
function followSession(): () => void {
  const observer = new QueryObserver(queryClient, { ...sessionQuery, enabled: false });
  const stop = observer.subscribe(giveToWhoeverIsSignedIn);
  giveToWhoeverIsSignedIn();
  return () => {
    stop();
    live.stop();
  };
}

function giveToWhoeverIsSignedIn(): void {
  const user = sessionOf(queryClient);
  outbox.belongTo(user?.id ?? null);
  if (user) {
    draftsBelongTo(user.id);
    live.start(user.id);
  } else {
    live.stop();
  }
}

async function leaveSession(router: ReturnType<typeof createAppRouter>, reason: 'ended' | 'signed_out'): Promise<void> {
  if (!sessionOf(queryClient)) return;
  queryClient.setQueryData(sessionQuery.queryKey, null);
  outbox.belongTo(null);
  live.stop();
  if (reason === 'signed_out') dropDrafts();
  sentRequest.forget();
  const { pathname, href } = router.state.location;
  const search = reason === 'ended' ? { redirect: href } : {};
  try {
    // The invitation page and the landing page are for everybody.
    if (isProtected(pathname) || reason === 'signed_out') await router.navigate({ to: '/login', search });
  } finally {
    // Only now: a screen still shown would ask again for what is taken away under it.
    if (!sessionOf(queryClient)) dropCaches(queryClient);
  }
}

function isProtected(pathname: string): boolean {
  return pathname !== '/' && !/^\/(login|signup|invite)(\/|$)/.test(pathname);
}
