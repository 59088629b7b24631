import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Action } from '#shared/actions';
import type { BoardId } from '#shared/ids';
import { api, Refused } from '#client/api/api.ts';
import { ingest } from '#client/sync/replica/ingest.ts';
import { useToasts } from '#client/ui/toasts.tsx';
import { words } from '#client/ui/ui-messages.fr.ts';
import { editActionsMessages as editTexts, manageActionsMessages as texts } from './edit-actions-messages.fr.ts';

/**
 * Asks nothing: what was retired comes back by the toast, or from the list of what was retired. Each press is sent, whatever else is
 * under way, and answered though the dialog is closed by then.
 */
export function useRetiring(boardId: BoardId) {
  const client = useQueryClient();
  const { show } = useToasts();
  /** Ids of the actions that wait for the server. */
  const [underWay, setUnderWay] = useState<ReadonlySet<string>>(new Set());
  // The state learns of a press too late for two in one frame.
  const sent = useRef(new Set<string>());

  async function put(action: Action, retired: boolean): Promise<void> {
    const { id: actionId } = action;
    if (sent.current.has(actionId)) return;
    sent.current.add(actionId);
    setUnderWay(new Set(sent.current));
    try {
      ingest(client, await api('PATCH /api/boards/:boardId/actions/:actionId', { params: { boardId, actionId }, body: { retired } }));
      const undo = { label: words.cancel, onAction: () => void put(action, false) };
      const stack = { key: `retired ${boardId}`, message: (count: number) => editTexts.severalRetired({ count }) };
      if (retired) show({ kind: 'success', message: editTexts.retired, detail: action.title, action: undo, stack });
      else show({ kind: 'success', message: texts.broughtBack });
    } catch (error) {
      const failed = retired ? editTexts.retireFailed : texts.bringBackFailed;
      show({ kind: 'error', message: error instanceof Refused ? error.sentence : failed });
    }
    sent.current.delete(actionId);
    setUnderWay(new Set(sent.current));
  }

  return {
    underWay,
    retire: (action: Action) => void put(action, true),
    bringBack: (action: Action) => void put(action, false),
  };
}
