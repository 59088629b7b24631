import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { WallId } from '#shared/ids';
import { api } from '#client/api/api.ts';
import { useCommand } from '#client/ui/command.ts';

/** The walls of the person. No stream tells of them: they are read whenever the list comes into sight, and not kept on this device. */
export const wallsQuery = queryOptions({
  queryKey: ['account', 'walls'],
  queryFn: async ({ signal }) => (await api('GET /api/walls', { signal })).walls,
  staleTime: 0,
  refetchOnWindowFocus: true,
});

export function useEndWall() {
  const client = useQueryClient();
  return useCommand({
    mutationFn: (wallId: WallId) => api('DELETE /api/walls/:wallId', { params: { wallId } }),
    // After a refusal too: one that is gone must not stay in the list.
    onSettled: () => client.invalidateQueries({ queryKey: wallsQuery.queryKey }),
  });
}
