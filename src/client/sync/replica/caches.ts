import type { QueryClient } from '@tanstack/react-query';
import type { Account } from '#shared/accounts';
import { forgetMe, sessionQuery } from '#client/session/session-queries.ts';
import { forgetSyncState } from './state.ts';

/** Drops all that is cached of a person, save the knowledge of who is signed in. */
export function dropCaches(client: QueryClient): void {
  forgetSyncState(client);
  forgetMe(client);
  void client.cancelQueries({ predicate: isPersonal });
  client.removeQueries({ predicate: isPersonal });
  client.getMutationCache().clear();
}

/** From now on this person is signed in; nothing cached of anybody else stays. */
export function enter(client: QueryClient, user: Account): void {
  dropCaches(client);
  client.setQueryData(sessionQuery.queryKey, user);
}

function isPersonal({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return queryKey[0] !== sessionQuery.queryKey[0];
}
