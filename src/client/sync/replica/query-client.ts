import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { Refused, Unreachable } from '#client/api/api.ts';
import { backoff } from '#client/api/backoff.ts';
import { reporting } from '#client/ui/unexpected.ts';
import { endRead } from './apply.ts';

/** The one cache of the app. Tests make their own. */
export const queryClient = createQueryClient();

export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onSuccess: (_, query) => endRead(client, query), onError: reporting('query') }),
    mutationCache: new MutationCache({ onError: reporting('command') }),
    defaultOptions: {
      queries: {
        // The live stream keeps the cache current; this only limits how stale it gets when no stream ever opens.
        staleTime: 60_000,
        // A server on the same Wi-Fi can answer although the browser says it is offline.
        networkMode: 'always',
        // A board that was opened can be opened again without a network. The stream keeps it current; signing out drops it.
        gcTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 3 && mayPass(error),
        retryDelay: (failures) => backoff(failures, { first: 500, longest: 8000 }),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  return client;
}

/** Asks again for what could not be read and is looked at. A refusal is an answer: it stands. */
export function refetchFailed(client: QueryClient): void {
  void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' && mayPass(state.error) });
}

/** Whether asking again can help: never after a refusal that is about the request itself. */
export function mayPass(error: unknown): boolean {
  return error instanceof Unreachable || (error instanceof Refused && error.status >= 500 && error.code !== 'storage_full');
}
