import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#shared/api';
import type { BoardId, UserId } from '#shared/ids';
import type { Notifications } from '#shared/notifications';
import { api } from '#client/api/api.ts';
import { useOrderedCommand } from '#client/ui/command.ts';
import { type DeviceChange, subscribe, unsubscribe } from './device.ts';

/** What the person is told of, and whether on this device. No stream tells of it: it is read whenever it comes into sight. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'] as const,
  queryFn: async ({ signal }) => await api('GET /api/notifications', { signal }),
  staleTime: 0,
  refetchOnWindowFocus: true,
});

function useRevise() {
  const client = useQueryClient();
  return (revise: (now: Notifications) => Notifications) => client.setQueryData(notificationsQuery.queryKey, (now) => now && revise(now));
}

export function useChangeKinds() {
  const revise = useRevise();
  return useOrderedCommand('notifications', {
    mutationFn: (kinds: BodyOf<'PATCH /api/notifications'>['kinds']) => api('PATCH /api/notifications', { body: { kinds } }),
    // The device is changed beside it.
    onSuccess: ({ kinds }) => revise((now) => ({ ...now, kinds })),
  });
}

/** The browser may take long, so nothing else waits for what is changed of this device. */
const deviceScope = 'notified device';

/** Switches this device on, or changes what is chosen for it. */
export function useSubscribe(userId: UserId) {
  const revise = useRevise();
  return useOrderedCommand(deviceScope, {
    mutationFn: ({ publicKey, change }: { publicKey: string; change?: DeviceChange }) => subscribe(userId, publicKey, change),
    onSuccess: (device) => revise((now) => ({ ...now, device })),
  });
}

export function useUnsubscribe() {
  const revise = useRevise();
  return useOrderedCommand(deviceScope, {
    mutationFn: unsubscribe,
    onSuccess: () => revise((now) => ({ ...now, device: null })),
  });
}

export function useMute(boardId: BoardId) {
  const revise = useRevise();
  const params = { boardId };
  return useOrderedCommand(`mute ${boardId}`, {
    mutationFn: (isMuted: boolean) => api(isMuted ? 'PUT /api/boards/:boardId/mute' : 'DELETE /api/boards/:boardId/mute', { params }),
    onSuccess: (_, isMuted) => {
      const others = (boards: readonly BoardId[]) => boards.filter((id) => id !== boardId);
      revise((now) => ({ ...now, mutedBoards: [...others(now.mutedBoards), ...(isMuted ? [boardId] : [])] }));
    },
  });
}
