import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#shared/api';
import type { TokenId } from '#shared/ids';
import { api } from '#client/api/api.ts';
import { useCommand } from '#client/ui/command.ts';

/** The person's tokens, without what they are made of; read, as all doors are, whenever they come into sight, and not kept on this device. */
export const tokensQuery = queryOptions({
  queryKey: ['account', 'tokens'] as const,
  queryFn: async ({ signal }) => (await api('GET /api/tokens', { signal })).tokens,
  staleTime: 0,
  refetchOnWindowFocus: true,
});

export function useMakeToken() {
  const client = useQueryClient();
  return useCommand({
    mutationFn: (body: BodyOf<'POST /api/tokens'>) => api('POST /api/tokens', { body }),
    // The cache of mutations keeps their replies until it collects them: no token.
    gcTime: 0,
    // After a failure too: an answer that was lost may be that of a token which was made. The token that is shown does not wait for the list.
    onSettled: () => void client.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  });
}

export function useEndToken() {
  const client = useQueryClient();
  return useCommand({
    mutationFn: (tokenId: TokenId) => api('DELETE /api/tokens/:tokenId', { params: { tokenId } }),
    // After a refusal too: one that is gone must not stay in the list.
    onSettled: () => client.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  });
}
