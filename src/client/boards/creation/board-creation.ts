import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { PlayMode } from '#shared/play-modes';
import type { CreateBoard } from '#shared/boards';
import type { BoardId } from '#shared/ids';
import { catalogueQuery } from '#client/actions/action-queries.ts';
import { api, Refused } from '#client/api/api.ts';
import { newId } from '#client/api/new-id.ts';
import { askToKeep } from '#client/accounts/keeping.ts';
import { useMe } from '#client/session/session-queries.ts';
import { refetchLists } from '#client/sync/replica/ingest.ts';
import { syncStateOf } from '#client/sync/replica/state.ts';
import { useCommand } from '#client/ui/command.ts';
import { useDraft } from '#client/ui/drafts.ts';
import { useToasts } from '#client/ui/toasts.tsx';
import { words } from '#client/ui/ui-messages.fr.ts';
import { boardsQuery } from '../board-queries.ts';
import { createBoardMessages as texts } from '../create-board-messages.fr.ts';
import { type BoardDraft, boardOf, emptyDraft, withKit } from './board-draft.ts';
import { coupleKit, type Kit } from './kits.fr.ts';
import { offeredSharing } from './offered-sharing.ts';

/** Under it asking again is harmless, for the same board. */
interface CreationKey {
  id: string;
  /** The label of the kit that is being made, null for what the form says. */
  kit: string | null;
}

/** The board that is about to be made. What is typed outlives a failed save and an ended session. */
export function useBoardCreation() {
  const [draft, setDraft, forgetDraft] = useDraft<BoardDraft>('create-board', emptyDraft);
  const { isGuest } = useMe();
  const client = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  const { send, isPending, isSuccess } = useCreateBoard();
  const failureToast = useRef<number | null>(null);
  // The key lasts as long as the form: a lost reply may hide a board that exists.
  const [key, keepKey, forgetKey] = useDraft<CreationKey | null>('create-board-key', null);
  // 'Réessayer' sends what the form says by then.
  const latest = useRef({ draft, key });
  useEffect(() => {
    latest.current = { draft, key };
  });

  /** Makes a kit's board at once. It stands in the form too, should that fail. */
  function start(kit: Kit, playMode: PlayMode): void {
    if (isGuest) return askToKeep();
    const filled = { ...withKit(latest.current.draft, kit), playMode };
    setDraft(filled);
    void create(filled, 'at once', kit.label);
  }

  /** `inviting`: a board made in one press has nobody yet whom it was talked over with. */
  async function create(
    sentDraft = latest.current.draft,
    inviting: 'at once' | 'when asked' = 'when asked',
    kit: string | null = null,
  ): Promise<void> {
    if (failureToast.current !== null) toasts.dismiss(failureToast.current);
    failureToast.current = null;
    try {
      const catalogue = sentDraft.chosen.length === 0 ? [] : await client.ensureQueryData(catalogueQuery);
      // The reply to another kit may be what was lost: its board is not this one.
      const creation = latest.current.key?.kit === kit ? latest.current.key : { id: newId(), kit };
      keepKey(creation);
      const sent = send(boardOf(creation.id, sentDraft, catalogue));
      if (!sent) return;
      const { board, skippedUsernames: names } = await sent;
      const isAlone = sentDraft.invited.length === 0;
      if (isAlone && inviting === 'at once') offeredSharing.set({ boardId: board.id, isUnseen: true, forOne: kit === coupleKit.label });
      await navigate({ to: '/board/$boardId', params: { boardId: board.id } });
      forgetDraft();
      forgetKey();
      if (names.length > 0) toasts.show({ kind: 'success', message: texts.createdWithout({ names }) });
      else if (!isAlone || inviting === 'at once') toasts.show({ kind: 'success', message: texts.created });
      else
        toasts.show({
          kind: 'success',
          message: texts.createdAlone,
          action: { label: texts.invite, onAction: () => offerSharing(board.id) },
        });
    } catch (error) {
      // The way to /login is shown then, and the draft waits behind it.
      if (error instanceof Refused && error.code === 'no_user_logged_in') return;
      // The board of this key is out of reach: the next attempt makes another one.
      if (error instanceof Refused && (error.code === 'board_deleted' || error.code === 'board_not_found')) forgetKey();
      failureToast.current = toasts.show({
        kind: 'error',
        message: reasonOf(error) ?? texts.failed,
        action: { label: words.retry, onAction: () => void create(undefined, inviting, kit) },
      });
    }
  }

  function offerSharing(boardId: BoardId): void {
    offeredSharing.set({ boardId, isUnseen: false, forOne: false });
    void navigate({ to: '/board/$boardId', params: { boardId } });
  }

  // The screen is left once the next one is there; until then the job is not done.
  return { draft, setDraft, create, start, isBusy: isPending || isSuccess };
}

/** Creates a board. The reply is its card and the names that were skipped (decision D14). */
function useCreateBoard() {
  const client = useQueryClient();
  return useCommand({
    mutationFn: (body: CreateBoard) => api('POST /api/boards', { body }),
    onSuccess: ({ board }) => {
      syncStateOf(client).feedPositions.set(board.id, board.revision);
      client.setQueryData(boardsQuery.queryKey, (cards) => cards && [board, ...cards.filter(({ id }) => id !== board.id)]);
      refetchLists(client);
    },
  });
}

/** The sentence of a refusal that a retry cannot change. */
function reasonOf(error: unknown): string | null {
  return error instanceof Refused && error.status < 500 && error.status !== 429 ? error.sentence : null;
}
