import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { BoardId, WebhookDeliveryId, WebhookId } from '#shared/ids';
import type { MakeWebhook, Webhooks } from '#shared/webhooks';
import { api } from '#client/api/api.ts';
import { useCommand, useOrderedCommand } from '#client/ui/command.ts';

/** Where a board tells what happens. No stream tells of it: it is read whenever it comes into sight. */
export const webhooksQuery = (boardId: BoardId) =>
  queryOptions({
    queryKey: ['webhooks', boardId] as const,
    queryFn: async ({ signal }) => await api('GET /api/boards/:boardId/webhooks', { params: { boardId }, signal }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });

/** In milliseconds: what was sent a moment ago is looked at again, until it has had an answer. */
const looksAgainAfter = 1500;

export const deliveriesQuery = (params: { boardId: BoardId; webhookId: WebhookId }) =>
  queryOptions({
    queryKey: ['webhook-deliveries', params.webhookId] as const,
    queryFn: async ({ signal }) => (await api('GET /api/boards/:boardId/webhooks/:webhookId/deliveries', { params, signal })).deliveries,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'waiting' && one.answer === null) ? looksAgainAfter : false),
  });

function useReadAgain(boardId: BoardId) {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: webhooksQuery(boardId).queryKey });
}

export function useMakeWebhook(boardId: BoardId) {
  const readAgain = useReadAgain(boardId);
  return useCommand({
    mutationFn: (body: MakeWebhook) => api('POST /api/boards/:boardId/webhooks', { params: { boardId }, body }),
    // The cache of mutations keeps what was sent and answered until it collects them: no secrets.
    gcTime: 0,
    onSuccess: readAgain,
  });
}

export function useSwitchWebhook(boardId: BoardId, webhookId: WebhookId) {
  const client = useQueryClient();
  return useCommand({
    mutationFn: (isOn: boolean) =>
      api('PATCH /api/boards/:boardId/webhooks/:webhookId', { params: { boardId, webhookId }, body: { isOn } }),
    onSuccess: (now: Webhooks) => client.setQueryData(webhooksQuery(boardId).queryKey, now),
  });
}

export function useRemoveWebhook(boardId: BoardId, webhookId: WebhookId) {
  const readAgain = useReadAgain(boardId);
  return useCommand({
    mutationFn: () => api('DELETE /api/boards/:boardId/webhooks/:webhookId', { params: { boardId, webhookId } }),
    onSettled: readAgain,
  });
}

export function useChangeSecret(boardId: BoardId, webhookId: WebhookId) {
  return useCommand({
    mutationFn: () => api('POST /api/boards/:boardId/webhooks/:webhookId/secret', { params: { boardId, webhookId } }),
    gcTime: 0,
  });
}

export function useTestWebhook(boardId: BoardId, webhookId: WebhookId) {
  const client = useQueryClient();
  return useCommand({
    mutationFn: () => api('POST /api/boards/:boardId/webhooks/:webhookId/test', { params: { boardId, webhookId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: deliveriesQuery({ boardId, webhookId }).queryKey }),
  });
}

export function useSendAgain(boardId: BoardId, webhookId: WebhookId) {
  const client = useQueryClient();
  return useCommand({
    mutationFn: (deliveryId: WebhookDeliveryId) =>
      api('POST /api/boards/:boardId/webhooks/:webhookId/deliveries/:deliveryId/again', { params: { boardId, webhookId, deliveryId } }),
    onSettled: () => client.invalidateQueries({ queryKey: deliveriesQuery({ boardId, webhookId }).queryKey }),
  });
}

export function useLeaveOut(boardId: BoardId) {
  const client = useQueryClient();
  const params = { boardId };
  return useOrderedCommand(`left out ${boardId}`, {
    mutationFn: (isLeftOut: boolean) =>
      api(isLeftOut ? 'PUT /api/boards/:boardId/left-out' : 'DELETE /api/boards/:boardId/left-out', { params }),
    onSuccess: (_, isLeftOut) => client.setQueryData(webhooksQuery(boardId).queryKey, (now) => now && { ...now, isLeftOut }),
  });
}
