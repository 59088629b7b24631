// Apart from keeping a game: a visitor loads none of that.
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#shared/api';
import { keptSession } from '#client/accounts/entrance-commands.ts';
import { api } from '#client/api/api.ts';
import { enter } from '#client/sync/replica/caches.ts';
import { useCommand } from '#client/ui/command.ts';
import { ownZone } from '#client/ui/own-zone.ts';

/** Makes an account with a first name and a face, on the board of the link, and opens its session. */
export function useBeginAsGuest() {
  const client = useQueryClient();
  return useCommand({
    mutationFn: (body: BodyOf<'POST /api/guests'>) => keptSession(api('POST /api/guests', { body })),
    onSuccess: ({ user }) => enter(client, user),
  });
}

/** Begins a demo, in the time zone of this browser, and opens its session. */
export function useBeginDemo() {
  const client = useQueryClient();
  return useCommand({
    mutationFn: () => keptSession(api('POST /api/demos', { body: { timeZone: ownZone() } })),
    onSuccess: ({ user }) => enter(client, user),
  });
}

/** Whose game a link of re-entry opens. It is asked once: a link that was used opens nothing more. */
export const reEntryQuery = (token: string) =>
  queryOptions({
    queryKey: ['re-entry', token],
    queryFn: ({ signal }) => api('POST /api/re-entry/look', { body: { token }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Opens the game again on this device, and ends its other sessions. */
export function useReEnter() {
  const client = useQueryClient();
  return useCommand({
    mutationFn: (body: BodyOf<'POST /api/re-entry'>) => keptSession(api('POST /api/re-entry', { body })),
    onSuccess: ({ user }) => enter(client, user),
  });
}
