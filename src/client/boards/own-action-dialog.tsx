import { useId } from 'react';
import type { NewAction } from '#shared/actions';
import { editActionsMessages } from '#client/actions/edit-actions-messages.fr.ts';
import { OwnActionForm } from '#client/actions/own-action-form.tsx';
import { blankAction, useOwnActionFaults } from '#client/actions/own-action.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { useDraft } from '#client/ui/drafts.ts';
import { words } from '#client/ui/ui-messages.fr.ts';

interface OwnActionDialogProps {
  open: boolean;
  onClose: () => void;
  onWritten: (action: NewAction) => void;
}

/** Writes an action for a board that does not exist yet. */
export function OwnActionDialog({ open, onClose, onWritten }: OwnActionDialogProps) {
  const formId = useId();
  const [own, setOwn, forgetOwn] = useDraft('create-board-own-action', blankAction);
  const { errors, ...faults } = useOwnActionFaults();

  function submit() {
    const action = faults.read(own);
    if (!action) return;
    onWritten(action);
    forgetOwn();
    onClose();
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={faults.forget}
      title={editActionsMessages.own}
      footer={
        <Button kind="primary" type="submit" form={formId}>
          {words.add}
        </Button>
      }
    >
      <OwnActionForm id={formId} own={own} onChange={setOwn} errors={errors} onSubmit={submit} />
    </Dialog>
  );
}
