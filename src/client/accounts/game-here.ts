// Apart from keeping a game: a visitor loads none of that.
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Account } from '#shared/accounts';
import { Refused } from '#client/api/api.ts';
import { sessionQuery } from '#client/session/session-queries.ts';
import { enter } from '#client/sync/replica/caches.ts';
import { reporting } from '#client/ui/unexpected.ts';
import { askToKeep } from './keeping.ts';

/** Whether a guest plays in this browser, in another tab, whose game would end by what was refused. */
export function isGameHere(failure: unknown): boolean {
  return failure instanceof Refused && failure.code === 'guest_must_keep';
}

/** Has this tab be signed in as the browser is by now. */
export async function enterAsHere(client: QueryClient): Promise<Account | null> {
  const user = await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
  if (user) enter(client, user);
  return user;
}

/** Opens the game that a failure tells of, and asks to keep it. Signing out is there, too. */
export function useOpenGameHere(): (failure: unknown) => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const open = async () => {
    const user = await enterAsHere(client);
    if (!user) return;
    if (user.isGuest) askToKeep();
    await navigate({ to: '/dashboard', replace: true });
  };
  return (failure) => {
    if (isGameHere(failure)) void open().catch(reporting('command'));
  };
}
