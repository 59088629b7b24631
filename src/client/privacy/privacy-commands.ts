import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { ChangePreferences } from '#shared/accounts';
import type { BodyOf } from '#shared/api';
import { sessionOf, sessionQuery } from '#client/session/session-queries.ts';
import { api } from '#client/api/api.ts';
import { deletedAccount, endSession } from '#client/api/session.ts';
import { useCommand, useOrderedCommand } from '#client/ui/command.ts';
import { answerAsAccount } from '#client/consent/consent.ts';

/** Saves what the person decides about their privacy. */
export async function savePreferences(client: QueryClient, change: ChangePreferences): Promise<void> {
  const { user } = await api('PATCH /api/account/preferences', { body: change });
  client.setQueryData(sessionQuery.queryKey, (me) => (me?.id === user.id ? { ...me, preferences: user.preferences } : me));
  const { consentAsked, dataCollection, analytics } = user.preferences;
  if (consentAsked) answerAsAccount(dataCollection && analytics ? 'yes' : 'no');
}

/** The command that changes preferences. */
export function useChangePreferences() {
  const client = useQueryClient();
  return useOrderedCommand('preferences', { mutationFn: (change: ChangePreferences) => savePreferences(client, change) });
}

/** The one answer to whether visits and functions may be counted. */
export function useAnswerConsent() {
  const client = useQueryClient();
  return useCommand({ mutationFn: (change: ChangePreferences) => savePreferences(client, change) });
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
