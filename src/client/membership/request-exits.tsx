import { type ReactNode, useState } from 'react';
import type { BoardRequest } from '#shared/requests';
import { finalRefusal } from '#client/sync/replica/failures.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { useToasts } from '#client/ui/toasts.tsx';
import { words } from '#client/ui/ui-messages.fr.ts';
import { useBlockInviter, useWithdrawRequest } from './request-commands.ts';
import { requestsMessages as texts } from './requests-messages.fr.ts';

interface RequestExitProps {
  request: BoardRequest;
  className?: string | undefined;
  /** The id of the sentence that describes the request. */
  sentenceId: string;
}

/** For the sender of a pending request. */
export function WithdrawRequest({ request, className, sentenceId }: RequestExitProps): ReactNode {
  const toasts = useToasts();
  const { send, isPending } = useWithdrawRequest();

  // Awaited, not called back: the row goes with the request.
  async function withdraw() {
    const sent = send(request.id);
    if (!sent) return;
    try {
      await sent;
      toasts.show({ kind: 'success', message: texts.withdrawn[request.type] });
    } catch (error) {
      toasts.show({ kind: 'error', message: finalRefusal(error) ?? texts.withdrawFailed });
    }
  }

  return (
    <Button kind="ghost" className={className} pending={isPending} aria-describedby={sentenceId} onClick={() => void withdraw()}>
      {texts.withdraw[request.type]}
    </Button>
  );
}

/** For an invited person who wants no more invitations from the sender. */
export function BlockInviter({ request, className, sentenceId }: RequestExitProps): ReactNode {
  const toasts = useToasts();
  const [asks, setAsks] = useState(false);
  const { send, isPending, error, reset } = useBlockInviter();
  const { block } = texts;
  const from = request.fromUsername;

  async function confirm() {
    const sent = asks ? send(request.id) : null;
    if (!sent) return;
    try {
      await sent;
      setAsks(false);
      toasts.show({ kind: 'success', message: block.done({ from }) });
    } catch {
      // Shown in the dialog.
    }
  }

  return (
    <>
      <Button kind="ghost" className={className} aria-describedby={sentenceId} onClick={() => setAsks(true)}>
        {block.action}
      </Button>
      <ConfirmDialog
        open={asks}
        onCancel={() => setAsks(false)}
        onClosed={reset}
        onConfirm={() => void confirm()}
        title={block.title({ from })}
        text={block.text({ from })}
        confirmLabel={error ? words.retry : block.confirm}
        pending={isPending}
        error={error && (finalRefusal(error) ?? block.failed)}
        danger
      />
    </>
  );
}
