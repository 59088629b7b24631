// Apart from the session, which every screen asks for: only the entrances sign somebody in.
import { useQueryClient } from '@tanstack/react-query';
import type { Account } from '#shared/accounts';
import type { BodyOf } from '#shared/api';
import { api } from '#client/api/api.ts';
import { useCommand } from '#client/ui/command.ts';
import { enter } from '#client/sync/replica/caches.ts';
import { ExpectedError } from '#client/ui/unexpected.ts';

/** Signs in; the screen then navigates to `safeRedirect(...)`. */
export function useSignIn() {
  const client = useQueryClient();
  return useCommand({
    mutationFn: (body: BodyOf<'POST /api/session'>) => keptSession(api('POST /api/session', { body })),
    onSuccess: ({ user }) => enter(client, user),
  });
}

/** Creates an account and opens its session; the screen then navigates to `safeRedirect(...)`. */
export function useSignUp() {
  const client = useQueryClient();
  return useCommand({
    mutationFn: (body: BodyOf<'POST /api/accounts'>) => keptSession(api('POST /api/accounts', { body })),
    onSuccess: ({ user }) => enter(client, user),
  });
}

/** The server opened a session, and the browser did not keep its cookie. */
export class CookiesRefused extends ExpectedError {
  override readonly name = 'CookiesRefused';
}

/** Only the next call shows whether the browser kept the cookie. Without this, a person whose browser refuses cookies would be told that the session is over. */
export async function keptSession<Opened extends { user: Account }>(opening: Promise<Opened>): Promise<Opened> {
  const opened = await opening;
  // Without an answer nothing speaks against it.
  const kept: { user: Account | null } = await api('GET /api/session').catch(() => opened);
  if (kept.user === null) throw new CookiesRefused();
  return opened;
}
