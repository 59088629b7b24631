import { useNavigate } from '@tanstack/react-router';
import type { BoardRequest } from '#shared/requests';
import { Refused } from '#client/api/api.ts';
import { mayPass } from '#client/sync/replica/query-client.ts';
import { type ToastContent, useToasts } from '#client/ui/toasts.tsx';
import { words } from '#client/ui/ui-messages.fr.ts';
import { type AnswerTo, useAnswerRequest } from './request-commands.ts';
import { requestsMessages as texts } from './requests-messages.fr.ts';
import { welcome } from './welcome.ts';

/** Answers a received request, and says in a toast what follows from it, or that it failed. */
export function useAnswering(request: BoardRequest) {
  const toasts = useToasts();
  const navigate = useNavigate();
  const { send, isPending, variables } = useAnswerRequest();

  // Awaited, not called back: what was pressed may be gone when the answer comes.
  async function answer(how: AnswerTo): Promise<void> {
    const sent = send({ how, requestId: request.id });
    if (!sent) return;
    try {
      await sent;
      if (how !== 'accept') return;
      if (request.type === 'invitation') letIn();
      // A person who asked to join is told of when they arrive.
      if (request.type === 'member_invitation') toasts.show({ kind: 'success', message: whatFollows(request) });
    } catch (error) {
      toasts.show(failureToast(how, error, () => void answer(how)));
    }
  }

  /** The person stays on the screen, since other requests may wait. The board welcomes them when they open it. */
  function letIn(): void {
    const { boardId, boardTitle: title } = request;
    welcome({ boardId, title });
    toasts.show({
      kind: 'success',
      message: texts.welcome({ board: title }),
      action: { label: texts.openBoard, onAction: () => void navigate({ to: '/board/$boardId', params: { boardId } }) },
      untilNext: true,
    });
  }

  return { answer: (how: AnswerTo) => void answer(how), isBusy: isPending, answering: isPending ? variables.how : null };
}

function whatFollows({ invitedUsername, boardTitle: board }: BoardRequest): string {
  return texts.invitedNow({ invited: invitedUsername ?? '', board });
}

function failureToast(how: AnswerTo, error: unknown, retry: () => void): ToastContent {
  const failed = how === 'accept' ? texts.acceptFailed : texts.rejectFailed;
  if (error instanceof Refused && !mayPass(error)) {
    // A request that was answered elsewhere cannot be answered again; a full board can have room again.
    const isOver = error.status === 404;
    return { kind: 'error', message: error.sentence, ...(!isOver && { action: { label: words.retry, onAction: retry } }) };
  }
  return { kind: 'error', message: failed, action: { label: words.retry, onAction: retry } };
}
