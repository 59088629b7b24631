import { useId, useState } from 'react';
import type { Action } from '#shared/actions';
import type { ActionId, BoardId } from '#shared/ids';
import { useClosedByBack } from '#client/ui/back-button.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { useDraft } from '#client/ui/drafts.ts';
import { useToasts } from '#client/ui/toasts.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { words } from '#client/ui/ui-messages.fr.ts';
import { useChangeAction } from './action-commands.ts';
import { editActionsMessages as editTexts, manageActionsMessages as texts } from './edit-actions-messages.fr.ts';
import { ManagedActions } from './managed-actions.tsx';
import { blankAction, type OwnAction, ownActionOf, useOwnActionFaults } from './own-action.ts';
import { OwnActionForm } from './own-action-form.tsx';
import { RetiredActions } from './retired-actions.tsx';

interface ManageActionsDialogProps {
  boardId: BoardId;
  /** The actions on the board, in its order. */
  actions: readonly Action[];
  open: boolean;
  onClose: () => void;
}

/** The form of an action that is edited, and which it is: null while the list is shown. */
interface EditedAction extends OwnAction {
  actionId: ActionId | null;
}

const nothingEdited: EditedAction = { ...blankAction, actionId: null };

/** The administrator's: edits, orders, retires and brings back what can be logged on a board. */
export function ManageActionsDialog({ boardId, actions, open, onClose }: ManageActionsDialogProps) {
  const formId = useId();
  const toasts = useToasts();
  const changeAction = useChangeAction(boardId);
  const [edited, setEdited, forgetEdited] = useDraft(`edited-action-${boardId}`, nothingEdited);
  const isEditing = edited.actionId !== null;
  /** The action that was edited last: its row takes the focus when the list is back. */
  const [left, setLeft] = useState<string | null>(null);
  const { errors, failure, ...faults } = useOwnActionFaults();
  useClosedByBack(open && isEditing, showList);

  function edit(action: Action) {
    setEdited({ ...ownActionOf(action), actionId: action.id });
  }

  function showList() {
    setLeft(edited.actionId);
    forgetEdited();
    faults.forget();
  }

  function save() {
    if (edited.actionId === null) return;
    const action = faults.read(edited);
    if (!action) return;
    const { title, points, category = null, emoji = null } = action;
    changeAction.mutate(
      { actionId: edited.actionId, change: { title, points, category, emoji } },
      {
        onSuccess: () => {
          showList();
          toasts.show({ kind: 'success', message: editTexts.edited });
        },
        onError: (error) => faults.refuse(error, editTexts.editFailed),
      },
    );
  }

  function forget() {
    showList();
    setLeft(null);
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={forget}
      locked={changeAction.isPending}
      title={isEditing ? editTexts.editTitle : texts.title}
      size="wide"
      footer={
        isEditing ? (
          <>
            <Button disabled={changeAction.isPending} onClick={showList}>
              {editTexts.back}
            </Button>
            <Button kind="primary" type="submit" form={formId} pending={changeAction.isPending}>
              {words.save}
            </Button>
          </>
        ) : undefined
      }
    >
      <ErrorBanner>{failure}</ErrorBanner>
      {isEditing ? (
        <Stack>
          <p className="hint">{editTexts.editHint}</p>
          <OwnActionForm id={formId} own={edited} onChange={(own) => setEdited({ ...edited, ...own })} errors={errors} onSubmit={save} />
        </Stack>
      ) : (
        <Stack gap={5}>
          <ManagedActions boardId={boardId} actions={actions} left={left} onEdit={edit} />
          <RetiredActions boardId={boardId} actions={actions} open={open} />
        </Stack>
      )}
    </Dialog>
  );
}
