import { useQueryClient } from '@tanstack/react-query';
import { type ReactionEmoji, reactionEmojis } from '#shared/reaction-choices';
import { api, sentenceOf } from '#client/api/api.ts';
import { catchUp, ingest } from '#client/sync/replica/ingest.ts';
import { useOrderedCommand } from '#client/ui/command.ts';
import { createObservable } from '#client/ui/observable.ts';
import { useToasts } from '#client/ui/toasts.tsx';
import { reactionsMessages } from './reactions-messages.fr.ts';
import { keyOfReaction, type WantedReactions } from './shown-reactions.ts';

export const wantedReactions = createObservable<WantedReactions>(new Map());

interface Press {
  emoji: ReactionEmoji;
  isOn: boolean;
  press: number;
}

let presses = 0;

/** Puts an emoji on an activity or takes it back: seen at once, and as it was, with a sentence, when that fails. */
export function useReact(boardId: string, activityId: string): (emoji: string, isOn: boolean) => void {
  const client = useQueryClient();
  const { show } = useToasts();
  const { mutate } = useOrderedCommand(`reactions ${activityId}`, {
    mutationFn: ({ emoji, isOn }: Press) => {
      const params = { boardId, activityId, emoji };
      return isOn
        ? api('PUT /api/boards/:boardId/activities/:activityId/reactions/:emoji', { params })
        : api('DELETE /api/boards/:boardId/activities/:activityId/reactions/:emoji', { params });
    },
    onSuccess: async (change) => {
      ingest(client, change);
      // Until the lists have it: otherwise it would vanish for a moment.
      await catchUp(client, boardId);
    },
    onError: (error) => void show({ kind: 'error', message: `${reactionsMessages.failed} ${sentenceOf(error)}` }),
    onSettled: (_change, _error, { emoji, press }) => settle(keyOfReaction(activityId, emoji), press),
  });
  return (symbol, isOn) => {
    const emoji = reactionEmojis.find((one) => one === symbol);
    // Of a newer server: shown, but not offered here.
    if (emoji === undefined) return;
    presses += 1;
    const press = presses;
    wantedReactions.set(new Map(wantedReactions.get()).set(keyOfReaction(activityId, emoji), { isOn, press }));
    mutate({ emoji, isOn, press });
  };
}

/** A later press of the same is still on its way. */
function settle(key: string, press: number): void {
  const wanted = new Map(wantedReactions.get());
  if (wanted.get(key)?.press !== press) return;
  wanted.delete(key);
  wantedReactions.set(wanted);
}
