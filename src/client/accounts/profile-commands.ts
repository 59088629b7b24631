import { useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#shared/api';
import type { SessionId } from '#shared/ids';
import { api } from '#client/api/api.ts';
import { useCommand } from '#client/ui/command.ts';
import { ownPasskeysQuery } from './passkey-queries.ts';
import type { ProfileChange } from './profile-draft.ts';
import { devicesQuery, sessionQuery } from '#client/session/session-queries.ts';

/** Changes username and avatar, each only if given. The bars and the menu show it at once. */
export function useChangeProfile() {
  const client = useQueryClient();
  return useCommand({
    mutationFn: (body: ProfileChange) => api('PATCH /api/account', { body }),
    onSuccess: ({ user }) => {
      client.setQueryData(sessionQuery.queryKey, user);
    },
  });
}

/** Changes the password, which signs out every other browser. */
export function useChangePassword() {
  const client = useQueryClient();
  return useCommand({
    mutationFn: (body: BodyOf<'PUT /api/account/password'>) => api('PUT /api/account/password', { body }),
    // The cache of mutations keeps their variables until it collects them: no passwords.
    gcTime: 0,
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: devicesQuery.queryKey });
      // Whether there is a password at all.
      void client.invalidateQueries({ queryKey: ownPasskeysQuery.queryKey });
    },
  });
}

/** Signs out another browser. */
export function useDisconnectDevice() {
  const client = useQueryClient();
  return useCommand({
    mutationFn: (sessionId: SessionId) => api('DELETE /api/sessions/:sessionId', { params: { sessionId } }),
    // After a refusal too: a session that is gone must not stay in the list.
    onSettled: () => client.invalidateQueries({ queryKey: devicesQuery.queryKey }),
  });
}

/** Signs out every browser but this one. */
export function useDisconnectOthers() {
  const client = useQueryClient();
  return useCommand({
    mutationFn: () => api('DELETE /api/sessions'),
    onSettled: () => client.invalidateQueries({ queryKey: devicesQuery.queryKey }),
  });
}
