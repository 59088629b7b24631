import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#shared/api';
import type { BoardChange } from '#shared/boards';
import type { AgreementId, BoardId, SeasonId } from '#shared/ids';
import type { Agreement } from '#shared/play';
import { newId } from '#client/api/new-id.ts';
import { useMe } from '#client/session/session-queries.ts';
import { payStake, propose, withdrawProposal } from '#client/sync/commands/play-calls.ts';
import { outbox } from '#client/sync/outbox/outbox.ts';
import { ingest } from '#client/sync/replica/ingest.ts';
import { useCommand } from '#client/ui/command.ts';
import { seasonsQuery } from './play-queries.ts';

export function usePropose(boardId: BoardId) {
  const client = useQueryClient();
  const { id: myId } = useMe();
  return useCommand({
    mutationFn: (body: BodyOf<'POST /api/boards/:boardId/agreements'>) => propose(myId, { boardId }, body),
    onSuccess: (change) => ingest(client, change),
  });
}

export function useWithdraw(boardId: BoardId) {
  const client = useQueryClient();
  const { id: myId } = useMe();
  return useCommand({
    mutationFn: (agreementId: AgreementId) => withdrawProposal(myId, { boardId, agreementId }),
    onSuccess: (change) => ingest(client, change),
  });
}

/** Says that the stake of a season is settled. */
export function usePay(boardId: BoardId) {
  const client = useQueryClient();
  const { id: myId } = useMe();
  return useCommand({
    mutationFn: (seasonId: SeasonId) => payStake(myId, { boardId, seasonId }),
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
