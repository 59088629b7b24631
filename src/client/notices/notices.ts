import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import type { GoneReason } from '#shared/live-events';
import { activitiesMessages } from '#client/activities/activities-messages.fr.ts';
import { endedSession } from '#client/api/session.ts';
import { boardEventsMessages } from '#client/boards/board-events-messages.fr.ts';
import { boardsQuery } from '#client/boards/board-queries.ts';
import { pressedInvitation } from '#client/membership/pressed-invitation.ts';
import { boardGone, noticed } from '#client/sync/replica/signals.ts';
import { outbox, useOutbox } from '#client/sync/outbox/outbox.ts';
import { live } from '#client/sync/stream/live.ts';
import { type ToastContent, useToasts } from '#client/ui/toasts.tsx';

/** Tells what happens to the person without having been asked for: what could not be sent, boards that go or are handed over, what became of a proposed action. */
export function useNotices(): void {
  const { show, dismiss } = useToasts();
  const showLazily = useCallback(
    (load: () => Promise<ToastContent | null>) => {
      let isOver = false;
      let id: number | undefined;
      void load().then(
        (toast) => {
          if (toast && !isOver) id = show(toast);
        },
        // Without its words it is told when they can be loaded, at the next start at the latest: until then it is kept.
        () => undefined,
      );
      return () => {
        isOver = true;
        if (id !== undefined) dismiss(id);
      };
    },
    [show, dismiss],
  );
  const router = useRouter();
  const client = useQueryClient();
  const [failed] = useOutbox('failed');
  const unknown = useOutbox('unknown');

  // One at a time, the oldest first: each is to be seen, and they are kept until then.
  useEffect(() => {
    if (!failed) return;
    const boards = client.getQueryData(boardsQuery.queryKey);
    return showLazily(async () => {
      const { failedToast } = await import('./failed-message.ts');
      const toast = failedToast(failed, boards?.find((board) => board.id === failed.boardId)?.title);
      if (toast.persistent) return toast;
      // It passes, and makes room for the next one.
      show(toast);
      outbox.dismiss(failed.sequence);
      return null;
    });
  }, [failed, client, show, showLazily]);

  useEffect(() => {
    if (unknown > 0) return showLazily(async () => (await import('./failed-message.ts')).unknownToast(unknown));
  }, [unknown, showLazily]);

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
        show({ message: goneSentence(title, reason) });
        if (router.matchRoute({ to: '/board/$boardId', params: { boardId } })) void router.navigate({ to: '/boards', replace: true });
      }),
    [router, show],
  );

  useEffect(
    () =>
      noticed.listen((notice) => {
        // Few people are told, and seldom; without its words there is nothing to say.
        void import('./notice-toasts.ts').then(
          ({ toastOf }) => {
            const toast = toastOf(notice, router);
            if (toast) show(toast);
          },
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

function goneSentence(board: string | null, reason: GoneReason | null): string {
  if (board === null) return boardEventsMessages.gone;
  if (reason === 'deleted') return boardEventsMessages.deleted({ board });
  // In another tab; on this one the person knows.
  if (reason === 'left') return boardEventsMessages.left({ board });
  // Found gone later: to a stranger, a board that was deleted and one that is there look the same.
  if (reason === null) return boardEventsMessages.unavailable({ board });
  return boardEventsMessages.removed({ board });
}
