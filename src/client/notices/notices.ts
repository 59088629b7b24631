import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { activitiesMessages } from '#client/activities/activities-messages.fr.ts';
import { endedSession } from '#client/api/session.ts';
import { boardsQuery } from '#client/boards/board-queries.ts';
import { pressedInvitation } from '#client/membership/pressed-invitation.ts';
import { boardGone, noticed } from '#client/sync/replica/signals.ts';
import { outbox, useOutbox } from '#client/sync/outbox/outbox.ts';
import { live } from '#client/sync/stream/live.ts';
import { useToasts } from '#client/ui/toasts.tsx';
import { reporting } from '#client/ui/unexpected.ts';
import type * as FailedMessage from './failed-message.ts';

/** Tells what happens to the person without having been asked for: what could not be sent, boards that go or are handed over, what became of a proposed action. */
export function useNotices(): void {
  const { show, dismiss } = useToasts();
  const router = useRouter();
  const client = useQueryClient();
  const [failed] = useOutbox('failed');
  const unknown = useOutbox('unknown');

  // One at a time, the oldest first, so that the person sees each. The outbox keeps the others until then.
  useEffect(() => {
    if (!failed) return;
    const boards = client.getQueryData(boardsQuery.queryKey);
    const board = boards?.find(({ id }) => id === failed.boardId)?.title;
    return tellFailures(({ tellFailure }) => tellFailure(failed, board, show), dismiss);
  }, [failed, client, show, dismiss]);

  useEffect(() => {
    if (unknown > 0) return tellFailures(({ unknownToast }) => show(unknownToast(unknown)), dismiss);
  }, [unknown, show, dismiss]);

  useEffect(
    () =>
      outbox.onKept(() => {
        // Without a connection the toast of the log itself says so.
        if (live.connection() !== 'live') return;
        const toast = show({ message: activitiesMessages.queued });
        outbox.onSettled(outbox.shown().pending, () => dismiss(toast));
      }),
    [show, dismiss],
  );

  useEffect(
    () =>
      boardGone.listen(({ boardId, title, reason }) => {
        void import('./notice-toasts.ts')
          .then(({ goneSentence }) => show({ message: goneSentence(title, reason) }))
          .catch(reporting('code'));
        if (router.matchRoute({ to: '/board/$boardId', params: { boardId } })) void router.navigate({ to: '/boards', replace: true });
      }),
    [router, show],
  );

  useEffect(
    () =>
      noticed.listen((notice) => {
        if ('by' in notice) return;
        // Few people are told, and seldom; without its words there is nothing to say.
        void import('./notice-toasts.ts')
          .then(({ toastOf }) => {
            const toast = toastOf(notice, router);
            if (toast) show(toast);
          })
          .catch(reporting('code'));
      }),
    [router, show],
  );

  useEffect(() => {
    endedSession.forget();
    // A person who came to another screen than the invitation does not want it any more.
    pressedInvitation.forget();
  }, []);
}

/** Shows a toast whose words are lazy; null when it passes by itself. Returns what hides it. */
function tellFailures(tell: (lazy: typeof FailedMessage) => number | null, dismiss: (toast: number) => void): () => void {
  // When its words cannot be loaded the failure stays in the outbox, and is told at the next start at the latest.
  const shown = import('./failed-message.ts').then(tell).catch(reporting('code'));
  return () => void shown.then((toast) => typeof toast === 'number' && dismiss(toast));
}
