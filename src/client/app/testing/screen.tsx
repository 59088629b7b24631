/** Opens the app at an address in a component test: the real router and screens, with the replies of the test instead of a server. */
import '@testing-library/jest-dom/vitest';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { cleanup, configure, type queries, render, screen, waitFor, type within } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { expect, onTestFinished } from 'vitest';
import type { Account, SignUpPolicy } from '#shared/accounts';
import { usualKinds } from '#shared/notifications';
import { forgetServerTime } from '#client/api/server-clock.ts';
import { offeredSharing } from '#client/boards/creation/offered-sharing.ts';
import { keepSheet } from '#client/accounts/keeping.ts';
import { pressedInvitation } from '#client/membership/pressed-invitation.ts';
import { sentRequest } from '#client/membership/sent-request.ts';
import { sessionQuery } from '#client/session/session-queries.ts';
import { noteSignUps } from '#client/session/sign-ups.ts';
import { outbox } from '#client/sync/outbox/outbox.ts';
import { queryClient } from '#client/sync/replica/query-client.ts';
import { startBackButton } from '#client/ui/back-button.ts';
import { dropDrafts } from '#client/ui/drafts.ts';
import { createAppRouter } from '../router.tsx';
import { addPopovers } from './popovers.ts';
import { FakeServer, type Replies } from './server.ts';

addPopovers();
// The test's document has none of these: it is the only tab, and as safe as the machine itself.
globalThis.isSecureContext ??= true;
Object.defineProperty(navigator, 'locks', {
  configurable: true,
  value: { request: (_name: string, _options: object, job: (lock: object) => unknown) => job({}) },
});
configure({
  // No fact hangs on how fast the machine is.
  asyncUtilTimeout: 60_000,
  getElementError: (message) => new Error(`${message?.split('\n', 1)[0]}\n\n${document.body.textContent}`),
});

/** Part of a document, as `within` has it. */
export type Part = ReturnType<typeof within<typeof queries>>;

export interface Opened {
  /** Presses and types. */
  user: UserEvent;
  server: FakeServer;
  /** Path, search and hash. */
  address: () => string;
}

/** Opens the screen at an address, signed in as `me`, with what the server replies. `clock`: what the server's clock says, where it says so. */
export async function openScreen(
  address: string,
  { me = null, replies = {}, clock }: { me?: Account | null; replies?: Replies; clock?: () => number } = {},
): Promise<Opened> {
  const server = new FakeServer({
    'GET /api/session': { user: me, signUps: 'open' },
    'GET /api/sessions': { sessions: [] },
    'GET /api/walls': { walls: [] },
    'GET /api/configuration': { supportEmail: 'aide@exemple.fr', messengerAppId: null, passkeys: false },
    'GET /api/boards': { boards: [] },
    'GET /api/activities': { activities: [], next: null },
    'GET /api/favourites': { are: 'favourites', actions: [] },
    'GET /api/notifications': { publicKey: null, kinds: usualKinds, mutedBoards: [], device: null, news: [] },
    'GET /api/codes': { codes: [] },
    'GET /api/boards/:boardId/webhooks': { webhooks: [], isLeftOut: false },
    'GET /api/requests': { received: [], sent: [], pendingCount: 0 },
    'PUT /api/notifications/seen': { notified: false },
    ...replies,
  });
  server.clock = clock ?? null;
  // Requests under way are aborted, as when a page is left; what waits to be sent would go to the server of the next test.
  onTestFinished(async () => {
    await outbox.drop();
    cleanup();
    queryClient.clear();
    dropDrafts();
    forgetServerTime();
    sentRequest.forget();
    pressedInvitation.forget();
    offeredSharing.set(null);
    keepSheet.set(false);
  });
  await goTo(address);
  queryClient.setQueryData(sessionQuery.queryKey, me);
  const router = createAppRouter(queryClient);
  // A navigation that ends after its test must not move the page of the next one.
  onTestFinished(() => router.history.destroy());
  await router.load();
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { level: 1 });
  return { user: userEvent.setup(), server, address: () => router.state.location.href };
}

/** After the way back from what the test before left open, which would lead away from this address again. */
async function goTo(address: string): Promise<void> {
  startBackButton().history.pushState(null, '', address);
  const { href } = new URL(address, location.href);
  await waitFor(() => expect(location.href).toBe(href));
}

/** What the server has said of sign-ups, for this test. */
export function withSignUps(policy: SignUpPolicy): void {
  noteSignUps(policy);
  onTestFinished(() => noteSignUps('open'));
}

/** Replaces what stands in a field. */
export async function fill(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  await user.click(field);
  if (text !== '') await user.paste(text);
}

/** Expects a text that is announced at once, as failures are. */
export async function expectAlert(sentence: string): Promise<void> {
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(sentence));
}
