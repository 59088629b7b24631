import type { BodyOf } from '#shared/api';
import { api } from '#client/api/api.ts';
import { sessionOver } from '#client/api/session.ts';
import { useCommand } from '#client/ui/command.ts';

/** Asks for the mail with the link. */
export function useAskForReset() {
  return useCommand({ mutationFn: (body: BodyOf<'POST /api/password-resets'>) => api('POST /api/password-resets', { body }) });
}

/** Chooses another password by the link of the mail. It signs the person out everywhere, so here too if it is their browser. */
export function useResetPassword() {
  return useCommand({
    mutationFn: (body: BodyOf<'PUT /api/password'>) => api('PUT /api/password', { body }),
    // Of what a mutation was given, the cache remembers until it is collected: a token and a password are not to lie about.
    gcTime: 0,
    onSuccess: () => sessionOver.announce({ reason: 'ended' }),
  });
}
