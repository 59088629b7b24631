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
    // The cache of mutations keeps their variables until it collects them: no token and no password.
    gcTime: 0,
    onSuccess: () => sessionOver.announce({ reason: 'ended' }),
  });
}
