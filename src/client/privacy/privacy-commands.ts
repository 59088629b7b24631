import { useQueryClient } from '@tanstack/react-query';
import type { ChangePreferences } from '#shared/accounts';
import type { BodyOf } from '#shared/api';
import { sessionOf } from '#client/session/session-queries.ts';
import { api } from '#client/api/api.ts';
import { deletedAccount, endSession } from '#client/api/session.ts';
import { useCommand, useOrderedCommand } from '#client/ui/command.ts';
import { savePreferences } from '#client/consent/own-answer.ts';

/** The command that changes preferences. */
export function useChangePreferences() {
  const client = useQueryClient();
  return useOrderedCommand('preferences', { mutationFn: (change: ChangePreferences) => savePreferences(client, change) });
}

/** Deletes the account for good. The way to /login and the dropping of all that is cached follow by themselves. */
export function useDeleteAccount() {
  const client = useQueryClient();
  const deletion = useCommand({
    mutationFn: (body: BodyOf<'POST /api/account/deletion'>) =>
      endSession(() => api('POST /api/account/deletion', { body }), deletedAccount.leave),
  });
  const mutate: typeof deletion.mutate = (body, callbacks) => {
    // The dialog is still there while the way to /login is drawn.
    if (sessionOf(client)) deletion.mutate(body, callbacks);
  };
  return { ...deletion, mutate };
}
