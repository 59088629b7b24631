import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Account } from '#shared/accounts';
import type { BodyOf } from '#shared/api';
import { useAddPasskey, useAskToAdd } from '#client/accounts/passkey-commands.ts';
import { ownPasskeysQuery } from '#client/accounts/passkey-queries.ts';
import { api } from '#client/api/api.ts';
import { devicesQuery, sessionQuery } from '#client/session/session-queries.ts';
import { useCommand } from '#client/ui/command.ts';

/** Keeps the game by an address and a password. */
export function useKeepByEmail() {
  const client = useQueryClient();
  return useCommand({
    mutationFn: (body: BodyOf<'POST /api/guest/email'>) => api('POST /api/guest/email', { body }),
    // No passwords in the cache of mutations.
    gcTime: 0,
    onSuccess: ({ user }) => keep(client, user),
  });
}

/** A new code of recovery. It opens nothing before it is typed back. */
export function useMakeCode() {
  return useCommand({
    mutationFn: () => api('POST /api/guest/code'),
    gcTime: 0,
  });
}

/** Keeps the game by the code, as it was typed back. */
export function useKeepByCode() {
  const client = useQueryClient();
  return useCommand({
    mutationFn: (body: BodyOf<'POST /api/guest/code/confirm'>) => api('POST /api/guest/code/confirm', { body }),
    gcTime: 0,
    onSuccess: ({ user }) => keep(client, user),
  });
}

/** Keeps the game by a passkey, which the device makes. */
export function useKeepByPasskey() {
  const client = useQueryClient();
  const ask = useAskToAdd();
  const add = useAddPasskey();
  return {
    isPending: ask.isPending || add.isPending,
    keep({ onKept, onFailed }: { onKept: () => void; onFailed: (failure: Error) => void }): void {
      // The session is the proof of somebody who has nothing else.
      ask.mutate(
        {},
        {
          onError: onFailed,
          onSuccess: (options) =>
            add.mutate(options, {
              onError: onFailed,
              onSuccess: () => {
                void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
                onKept();
              },
            }),
        },
      );
    },
  };
}

function keep(client: QueryClient, user: Account): void {
  client.setQueryData(sessionQuery.queryKey, user);
  void client.invalidateQueries({ queryKey: devicesQuery.queryKey });
  void client.invalidateQueries({ queryKey: ownPasskeysQuery.queryKey });
}
