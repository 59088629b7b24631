import { type QueryClient, queryOptions, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { Account } from '#shared/accounts';
import { api } from '#client/api/api.ts';
import { queryKeys } from '#client/api/query-keys.ts';
import { endSession } from '#client/api/session.ts';
import { useCommand } from '#client/ui/command.ts';
import { noteDemos, noteSignUps } from './sign-ups.ts';

/** The signed-in person, or null. Asked once at start, then kept by signing in and out. */
export const sessionQuery = queryOptions({
  queryKey: queryKeys.session,
  queryFn: async ({ signal }): Promise<Account | null> => {
    const { user, signUps, demos = false } = await api('GET /api/session', { signal });
    noteSignUps(signUps);
    noteDemos(demos);
    return user;
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** The browsers in which the person is signed in. No stream tells of them: they are read whenever the list comes into sight. */
export const devicesQuery = queryOptions({
  queryKey: queryKeys.devices,
  queryFn: async ({ signal }) => (await api('GET /api/sessions', { signal })).sessions,
  staleTime: 0,
  refetchOnWindowFocus: true,
});

/** The person who has an account here, or plays as a guest. Somebody in a demo counts as a visitor: whatever they enter takes its place. */
export function useAccountHere(): Account | null {
  const { data: me } = useQuery(sessionQuery);
  return me?.demoUntil === null ? me : null;
}

export function sessionOf(client: QueryClient): Account | null {
  return client.getQueryData(sessionQuery.queryKey) ?? null;
}

/** The signed-in person, on protected screens only: there is one as long as such a screen is shown. */
export function useMe(): Account {
  const client = useQueryClient();
  const { data } = useSuspenseQuery(sessionQuery);
  // While the way to /login is being drawn, the screen that is left still shows its last person.
  const me = data ?? lastMe.get(client);
  if (!me) throw new Error('no_user_logged_in');
  lastMe.set(client, me);
  return me;
}

/** Signs out. The way to /login and the dropping of all that is cached follow by themselves. */
export function useSignOut() {
  return useCommand({
    mutationFn: () => endSession(() => api('DELETE /api/session')),
  });
}

const lastMe = new WeakMap<QueryClient, Account>();

export function forgetMe(client: QueryClient): void {
  lastMe.delete(client);
}
