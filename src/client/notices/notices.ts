import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { GoneReason } from '#shared/live-events';
import type { Notice, NoticeOf } from '#shared/notices';
import type { RefusalCode } from '#shared/refusals';
import { activitiesMessages } from '#client/activities/activities-messages.fr.ts';
import { endedSession } from '#client/api/session.ts';
import { boardEventsMessages } from '#client/boards/board-events-messages.fr.ts';
import { boardsQuery } from '#client/boards/board-queries.ts';
import { pressedInvitation } from '#client/membership/pressed-invitation.ts';
import { boardGone, noticed } from '#client/sync/replica/signals.ts';
import { outbox, useFailedCommands } from '#client/sync/outbox/outbox.ts';
import type { FailedCommand } from '#client/sync/outbox/queue.ts';
import { live } from '#client/sync/stream/live.ts';
import { type ToastContent, useToasts } from '#client/ui/toasts.tsx';
import { failedMessage } from './failed-message.ts';

/** Tells what happens to the person without having been asked for: what could not be sent, boards that go or are handed over, what became of a proposed action. */
export function useNotices(): void {
  const { show, dismiss } = useToasts();
  const router = useRouter();
  const client = useQueryClient();
  const [failed] = useFailedCommands();

  // One at a time, the oldest first: each is to be seen, and they are kept until then.
  useEffect(() => {
    if (!failed) return;
    const boards = client.getQueryData(boardsQuery.queryKey);
    const id = show(failedToast(failed, boards?.find((board) => board.id === failed.boardId)?.title));
    return () => dismiss(id);
  }, [failed, client, show, dismiss]);

  useEffect(
    () =>
      outbox.onKept(() => {
        // Without a connection the toast of the log itself says so.
        if (live.connection() !== 'live') return;
        const toast = show({ message: activitiesMessages.queued });
        outbox.onSettled(
          outbox.pending().map(({ id }) => id),
          () => dismiss(toast),
        );
      }),
    [show, dismiss],
  );

  useEffect(
    () =>
      boardGone.listen(({ boardId, title, reason }) => {
        show({ message: goneSentence(title, reason) });
        if (router.matchRoute({ to: '/board/$boardId', params: { boardId } })) void router.navigate({ to: '/boards', replace: true });
      }),
    [router, show],
  );

  useEffect(
    () =>
      noticed.listen((notice) => {
        const toast = toastOf(notice, router);
        // Without its words there is nothing to say.
        if (toast)
          Promise.resolve(toast).then(
            (content) => content && show(content),
            () => undefined,
          );
      }),
    [router, show],
  );

  useEffect(() => {
    endedSession.forget();
    // Whoever came to another screen than the invitation does not want it any more.
    pressedInvitation.forget();
  }, []);
}

type Router = ReturnType<typeof useRouter>;
type Toast = ToastContent | null | Promise<ToastContent | null>;

/** The toast of each kind of notice; null where it shows itself otherwise: in a bubble, or by a medal. The words of seldom ones are lazy. */
const toasts: { [Kind in Notice['kind']]: ((notice: NoticeOf<Kind>, router: Router) => Toast) | null } = {
  activity_logged: null,
  reaction_added: null,
  achievement_unlocked: null,
  board_handed_over: ({ boardTitle }) => ({ message: boardEventsMessages.administrator({ board: boardTitle }) }),
  async proposal_made({ boardId, username, title }, router) {
    const to = { to: '/board/$boardId', params: { boardId } } as const;
    // Its tab Actions shows it.
    if (router.matchRoute(to) && router.state.location.search.tab === undefined) return null;
    const { proposalsMessages: texts } = await import('#client/actions/proposals-messages.fr.ts');
    const action = { label: texts.see, onAction: () => void router.navigate(to) };
    return { message: texts.proposes({ name: username, title }), action };
  },
  async proposal_answered({ title, accepted }) {
    const { proposalsMessages: texts } = await import('#client/actions/proposals-messages.fr.ts');
    return accepted ? { kind: 'success', message: texts.wasAccepted({ title }) } : { message: texts.wasDeclined({ title }) };
  },
};

function toastOf<Kind extends Notice['kind']>(notice: NoticeOf<Kind>, router: Router): Toast {
  return toasts[notice.kind as Kind]?.(notice, router) ?? null;
}

/** `board`: the title of the one that it is about, of several. */
function failedToast(failed: FailedCommand, board: string | undefined): ToastContent {
  const { sequence, code } = failed;
  return {
    kind: 'error',
    persistent: true,
    message: failedMessage(failed, board),
    onDismissed: () => outbox.dismiss(sequence),
    ...(code !== null && isFinal(code) ? {} : { action: { label: activitiesMessages.retry, onAction: () => outbox.retry(sequence) } }),
  };
}

/** Refusals that the very same press will always meet. */
function isFinal(code: RefusalCode): boolean {
  return finalCodes.has(code);
}

const finalCodes: ReadonlySet<RefusalCode> = new Set([
  'invalid_input',
  'board_not_found',
  'action_not_found_in_board',
  'activity_id_invalid',
  'activity_id_taken',
  'activity_not_found',
  'undo_not_allowed',
]);

function goneSentence(board: string | null, reason: GoneReason | null): string {
  if (board === null) return boardEventsMessages.gone;
  if (reason === 'deleted') return boardEventsMessages.deleted({ board });
  // In another tab; on this one the person knows.
  if (reason === 'left') return boardEventsMessages.left({ board });
  // Found gone later: to a stranger, a board that was deleted and one that is there look the same.
  if (reason === null) return boardEventsMessages.unavailable({ board });
  return boardEventsMessages.removed({ board });
}
