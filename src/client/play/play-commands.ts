import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#shared/api';
import type { BoardChange } from '#shared/boards';
import type { AgreementId, BoardId, SeasonId } from '#shared/ids';
import type { Agreement } from '#shared/play';
import { api } from '#client/api/api.ts';
import { newId } from '#client/api/new-id.ts';
import { outbox } from '#client/sync/outbox/outbox.ts';
import { ingest } from '#client/sync/replica/ingest.ts';
import { useCommand } from '#client/ui/command.ts';
import { seasonsQuery } from './play-queries.ts';

export function usePropose(boardId: BoardId) {
  const client = useQueryClient();
  return useCommand({
    mutationFn: (body: BodyOf<'POST /api/boards/:boardId/agreements'>) =>
      api('POST /api/boards/:boardId/agreements', { params: { boardId }, body }),
    onSuccess: (change) => ingest(client, change),
  });
}

export function useWithdraw(boardId: BoardId) {
  const client = useQueryClient();
  return useCommand({
    mutationFn: (agreementId: AgreementId) =>
      api('DELETE /api/boards/:boardId/agreements/:agreementId', { params: { boardId, agreementId } }),
    onSuccess: (change) => ingest(client, change),
  });
}

/** Says that the stake of a season is settled. */
export function usePay(boardId: BoardId) {
  const client = useQueryClient();
  return useCommand({
    mutationFn: (seasonId: SeasonId) => api('PUT /api/boards/:boardId/seasons/:seasonId/paid', { params: { boardId, seasonId } }),
    onSuccess: (change) => seasonsMoved(client, boardId, change),
  });
}

function seasonsMoved(client: QueryClient, boardId: BoardId, change: BoardChange): void {
  ingest(client, change);
  void client.invalidateQueries({ queryKey: seasonsQuery(boardId).queryKey });
}

/** Shown at once, and sent once, whenever there is a network. */
export function answerAgreement(boardId: BoardId, { id: agreementId }: Agreement, yes: boolean): void {
  outbox.enqueue({ kind: 'answer', id: newId(), boardId, agreementId, yes });
}
