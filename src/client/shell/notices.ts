import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { endedSession } from '#client/accounts/ended-session.ts';
import { useMe } from '#client/accounts/session-queries.ts';
import { activitiesMessages } from '#client/activities/activities-messages.fr.ts';
import { Refused } from '#client/api.ts';
import { boardsMessages } from '#client/boards/boards-messages.fr.ts';
import { type FailedLog, outbox } from '#client/outbox.ts';
import { boardGone, boardHandedOver, sessionOver } from '#client/signals.ts';
import { typographic } from '#client/typography.ts';
import { type ToastContent, useToasts } from '#client/ui/toasts.tsx';
import type { GoneReason } from '#shared/live-events';
import { refusals } from '#shared/refusals';

/** Tells what happens to the person without having been asked for: failed logs, boards that go or are handed over, the end of the session. */
export function useNotices(): void {
  const { show } = useToasts();
  const { id: myId } = useMe();
  const router = useRouter();

  useEffect(
    () =>
      outbox.onFailed((failed) => {
        // A reply can come after its sender has signed out.
        if (failed.items[0]?.userId === myId) show(failedLogToast(failed));
      }),
    [myId, show],
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
      boardHandedOver.listen(({ title, administratorId }) => {
        if (administratorId === myId) show({ message: boardsMessages.events.administrator({ board: title }) });
      }),
    [myId, show],
  );

  useEffect(() => {
    endedSession.forget();
    return sessionOver.listen(({ reason }) => {
      if (reason === 'ended') endedSession.leave();
    });
  }, []);
}

function failedLogToast({ items, error, retry }: FailedLog): ToastContent {
  const sentence = activitiesMessages.logFailed({ title: items[0]?.title ?? '' });
  return {
    kind: 'error',
    // What it offers to repeat is kept nowhere else: it waits for the server to be back.
    duration: 120_000,
    message: error instanceof Refused ? `${sentence} ${error.sentence}` : sentence,
    action: { label: activitiesMessages.retry, onAction: retry },
  };
}

function goneSentence(board: string | null, reason: GoneReason | null): string {
  if (board === null) return typographic(refusals.board_not_found[1]);
  if (reason === 'deleted') return boardsMessages.events.deleted({ board });
  // In another tab; on this one the person knows.
  if (reason === 'left') return boardsMessages.events.left({ board });
  return boardsMessages.events.removed({ board });
}
