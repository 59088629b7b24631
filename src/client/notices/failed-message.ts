/** How the person is told of what the server refused. It comes when something was. */
import type { RefusalCode } from '#shared/refusals';
import { favouriteMessages } from '#client/actions/favourite-messages.fr.ts';
import { forWhomMessages } from '#client/activities/for-whom-messages.fr.ts';
import { noteMessages } from '#client/activities/note-messages.fr.ts';
import { reactionsMessages } from '#client/activities/reactions-messages.fr.ts';
import { owedMessages } from '#client/membership/owed-losses-messages.fr.ts';
import { playMessages } from '#client/play/play-messages.fr.ts';
import type { ItemOf, Kind, PendingItem } from '#client/sync/commands/items.ts';
import { outbox } from '#client/sync/outbox/outbox.ts';
import type { FailedCommand } from '#client/sync/outbox/queue.ts';
import type { ToastContent } from '#client/ui/toasts.tsx';
import { words } from '#client/ui/ui-messages.fr.ts';
import { failedMessages as texts } from './failed-messages.fr.ts';

interface Telling<I extends PendingItem> {
  what(item: I): string;
  /** The toast passes by itself and offers no retry: the person can press again as quickly. */
  passes?: true;
}

const tellings: { readonly [K in Kind]: Telling<ItemOf<K>> } = {
  log: { what: texts.logFailed },
  undo: { what: texts.undoRefused },
  owed_loss: { what: forWhomMessages.oweFailed },
  avowal: { what: owedMessages.avowalFailed },
  denial: { what: owedMessages.denialFailed },
  note: { what: () => noteMessages.failed },
  reaction: { what: () => reactionsMessages.failed, passes: true },
  favourite: { what: () => favouriteMessages.failed, passes: true },
  answer: { what: () => playMessages.answerFailed },
};

/** The message for a refused command. `board`: the title of its board, when there are several. */
export function failedMessage({ items: [first], sentence }: Pick<FailedCommand, 'items' | 'sentence'>, board: string | undefined): string {
  if (!first) return '';
  const { what, passes }: Telling<PendingItem> = tellings[first.kind];
  const why = sentence ?? (passes ? words.unreachable : null);
  return [what(first), why ?? texts.again, ...(board === undefined ? [] : [texts.refusedOn({ board })])].join(' ');
}

/** Returns the toast that stays until the person has seen it; null when it passes, and makes room for the next failure. */
export function tellFailure(failed: FailedCommand, board: string | undefined, show: (toast: ToastContent) => number): number | null {
  const { sequence, code, items } = failed;
  const toast = { kind: 'error', message: failedMessage(failed, board) } as const;
  if (items[0] && tellings[items[0].kind].passes) {
    show(toast);
    outbox.dismiss(sequence);
    return null;
  }
  return show({
    ...toast,
    persistent: true,
    onDismissed: () => outbox.dismiss(sequence),
    ...(code !== null && finalCodes.has(code) ? {} : { action: { label: texts.retry, onAction: () => outbox.retry(sequence) } }),
  });
}

/** Refusals that the very same press will always meet. */
const finalCodes: ReadonlySet<RefusalCode> = new Set([
  'invalid_input',
  'board_not_found',
  'action_not_found_in_board',
  'activity_id_invalid',
  'activity_id_taken',
  'activity_not_found',
  'member_not_found',
  'loss_for_other',
  'no_loss_of_other',
  'day_closed',
  'too_many_noted_late',
  'too_many_owed_losses',
  'owed_loss_not_found',
  'undo_not_allowed',
  'note_not_allowed',
  'note_too_long',
  'last_day_invalid',
]);

export function unknownToast(count: number): ToastContent {
  return { kind: 'info', persistent: true, message: texts.unknown({ count }) };
}
