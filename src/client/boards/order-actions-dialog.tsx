import { useId, useState } from 'react';
import type { NewAction } from '#shared/actions';
import { actionKey } from '#shared/offered-actions';
import { ActionName } from '#client/actions/action-name.tsx';
import { movedBy } from '#client/ui/hand-order.ts';
import { manageActionsMessages } from '#client/actions/edit-actions-messages.fr.ts';
import managed from '#client/actions/manage-actions-dialog.module.css';
import { MoveButtons } from '#client/actions/move-buttons.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { createBoardMessages as texts } from './create-board-messages.fr.ts';

interface OrderActionsDialogProps {
  open: boolean;
  onClose: () => void;
  /** The actions in their current order. */
  actions: readonly NewAction[];
  onOrder: (keys: readonly string[]) => void;
}

/** Orders the actions of a board that does not exist yet. */
export function OrderActionsDialog({ open, onClose, actions, onOrder }: OrderActionsDialogProps) {
  const id = useId();
  const [said, setSaid] = useState<string | null>(null);
  const keys = actions.map(actionKey);

  function move({ title }: NewAction, key: string, by: -1 | 1) {
    const moved = movedBy(keys, key, by);
    onOrder(moved);
    setSaid(manageActionsMessages.moved({ title, position: moved.indexOf(key) + 1, count: moved.length }));
  }

  return (
    <Dialog open={open} onClose={onClose} onClosed={() => setSaid(null)} title={texts.orderActions} size="wide">
      <p className="hint">{manageActionsMessages.order}</p>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      <Stack as="ol" gap={2}>
        {actions.map((action, index) => {
          const key = actionKey(action);
          const factsId = `${id}-${index}`;
          return (
            <Row as="li" key={key} gap={2} justify="apart">
              <ActionName {...{ action, factsId }} />
              <span className={managed.buttons}>
                <MoveButtons title={action.title} count={actions.length} {...{ index, factsId }} onMove={(by) => move(action, key, by)} />
              </span>
            </Row>
          );
        })}
      </Stack>
    </Dialog>
  );
}
