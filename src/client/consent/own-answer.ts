import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { ChangePreferences } from '#shared/accounts';
import { sessionQuery } from '#client/session/session-queries.ts';
import { api } from '#client/api/api.ts';
import { useCommand } from '#client/ui/command.ts';
import { type Answer, answerAsAccount } from './consent.ts';

/** Saves what the person decides about their privacy. */
export async function savePreferences(client: QueryClient, change: ChangePreferences): Promise<void> {
  const { user } = await api('PATCH /api/account/preferences', { body: change });
  client.setQueryData(sessionQuery.queryKey, (me) => (me?.id === user.id ? { ...me, preferences: user.preferences } : me));
  const { consentAsked, dataCollection, analytics } = user.preferences;
  if (consentAsked) answerAsAccount(dataCollection && analytics ? 'yes' : 'no');
}

/** The one answer to whether visits and functions may be counted. */
export function useAnswerConsent() {
  const client = useQueryClient();
  return useCommand({ mutationFn: (change: ChangePreferences) => savePreferences(client, change) });
}

/** What an answer to whether one may be counted allows. */
export function preferencesAfter(answer: Answer): ChangePreferences {
  return { dataCollection: answer === 'yes', analytics: answer === 'yes' };
}
