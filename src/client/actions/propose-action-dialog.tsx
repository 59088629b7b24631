import { useId, useState } from 'react';
import type { BoardId } from '#shared/ids';
import { newId } from '#client/api/new-id.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { useDraft } from '#client/ui/drafts.ts';
import { useToasts } from '#client/ui/toasts.tsx';
import { actionsMessages } from './actions-messages.fr.ts';
import { blankAction, type OwnAction, useOwnActionFaults } from './own-action.ts';
import { OwnActionForm } from './own-action-form.tsx';
import { useProposeAction } from './proposal-commands.ts';
import { proposalsMessages as texts } from './proposals-messages.fr.ts';

interface ProposeActionDialogProps {
  boardId: BoardId;
  open: boolean;
  onClose: () => void;
}

/** A member's: writes an action that the administrator may put on the board. */
export function ProposeActionDialog({ boardId, open, onClose }: ProposeActionDialogProps) {
  const formId = useId();
  const { show } = useToasts();
  const propose = useProposeAction(boardId);
  const [own, setOwn, forgetOwn] = useDraft(`proposed-action-${boardId}`, blankAction);
  const [idempotencyKey, setKey] = useState(newId);
  const { errors, failure, ...faults } = useOwnActionFaults();

  function write(next: OwnAction) {
    setOwn(next);
    // Under the key of a call whose reply was lost, what it says now would be dropped.
    setKey(newId());
  }

  function submit() {
    const action = faults.read(own);
    if (!action) return;
    propose.mutate(
      { action, idempotencyKey },
      {
        onSuccess: () => {
          forgetOwn();
          setKey(newId());
          onClose();
          show({ kind: 'success', message: texts.sent });
        },
        onError: (error) => faults.refuse(error, texts.sendFailed),
      },
    );
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={faults.forget}
      locked={propose.isPending}
      title={actionsMessages.propose}
      footer={
        <Button kind="primary" type="submit" form={formId} pending={propose.isPending}>
          {propose.isPending ? texts.submitting : texts.submit}
        </Button>
      }
    >
      <ErrorBanner>{failure}</ErrorBanner>
      <p className="hint">{texts.hint}</p>
      <OwnActionForm id={formId} own={own} onChange={write} errors={errors} onSubmit={submit} />
    </Dialog>
  );
}
