import { ArchiveX, Ellipsis, Pencil } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { Action } from '#shared/actions';
import type { ActionId, BoardId } from '#shared/ids';
import { Refused } from '#client/api/api.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { useFocusAfterRemoval } from '#client/ui/focus-after-removal.ts';
import { inOrderOf, movedBy } from '#client/ui/hand-order.ts';
import { IconButton } from '#client/ui/icon-button.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { useOrderActions } from './action-commands.ts';
import { ActionName } from './action-name.tsx';
import { editActionsMessages as editTexts, manageActionsMessages as texts } from './edit-actions-messages.fr.ts';
import styles from './manage-actions-dialog.module.css';
import { MoveButtons } from './move-buttons.tsx';
import { useRetiring } from './retiring.ts';

interface ManagedActionsProps {
  boardId: BoardId;
  actions: readonly Action[];
  /** The id of the action whose row takes the focus. */
  left: string | null;
  onEdit: (action: Action) => void;
}

/** The actions of the board, in its order. */
export function ManagedActions({ boardId, actions, left, onEdit }: ManagedActionsProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const { shown, move, said, failure } = useOrder(boardId, actions);
  const { retire } = useRetiring(boardId);
  const [opened, setOpened] = useState<ActionId | null>(null);
  // The button that was pressed goes with its row.
  useFocusAfterRemoval(actions.length, heading);
  useEffect(() => {
    if (left !== null) list.current?.querySelector<HTMLElement>(`[data-edits="${CSS.escape(left)}"]`)?.focus();
  }, [left]);

  return (
    <Stack as="section" gap={2} aria-labelledby={id}>
      <h3 ref={heading} id={id} tabIndex={-1}>
        {texts.inUse}
      </h3>
      <p className="hint">{actions.length === 0 ? texts.empty : texts.order}</p>
      <ErrorBanner>{failure}</ErrorBanner>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      <ul ref={list} className={styles.rows}>
        {shown.map((action, index) => {
          const { title } = action;
          const factsId = `${id}-${action.id}`;
          const isOpened = action.id === opened;
          return (
            <li key={action.id} className={styles.row}>
              <button
                type="button"
                className={styles.edit}
                data-edits={action.id}
                aria-label={editTexts.edit({ title })}
                aria-describedby={factsId}
                onClick={() => onEdit(action)}
              >
                <ActionName {...{ action, factsId }} />
                <Pencil aria-hidden="true" className={styles.pencil} />
              </button>
              <IconButton
                className={styles.more}
                label={texts.more({ title })}
                icon={<Ellipsis aria-hidden="true" />}
                aria-expanded={isOpened}
                aria-describedby={factsId}
                onClick={() => setOpened(isOpened ? null : action.id)}
              />
              <span className={styles.buttons} data-opened={isOpened || undefined}>
                <MoveButtons {...{ title, index, factsId }} count={shown.length} onMove={(by) => move(action, by)} />
                <IconButton
                  label={editTexts.retire({ title })}
                  icon={<ArchiveX aria-hidden="true" />}
                  aria-describedby={factsId}
                  onClick={() => retire(action)}
                />
              </span>
            </li>
          );
        })}
      </ul>
    </Stack>
  );
}

/**
 * The order is shown at once and sent one after the other; those that another has overtaken are not sent at all. Refused, it goes
 * back to what the board has.
 */
function useOrder(boardId: BoardId, actions: readonly Action[]) {
  const order = useOrderActions(boardId);
  const [chosenOrder, setChosenOrder] = useState<readonly ActionId[] | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const newest = useRef<readonly ActionId[] | null>(null);
  const queue = useRef(Promise.resolve());
  const shown = inOrderOf(actions, chosenOrder);

  async function save(ids: readonly ActionId[]) {
    if (newest.current !== ids) return;
    try {
      await order([...ids]);
    } catch (error) {
      if (newest.current === ids) setFailure(error instanceof Refused ? error.sentence : texts.orderFailed);
    }
    if (newest.current === ids) setChosenOrder(null);
  }

  function move({ id, title }: Action, by: -1 | 1) {
    const ids = movedBy(
      shown.map((action) => action.id),
      id,
      by,
    );
    newest.current = ids;
    setChosenOrder(ids);
    setFailure(null);
    setSaid(texts.moved({ title, position: ids.indexOf(id) + 1, count: ids.length }));
    queue.current = queue.current.then(() => save(ids));
  }

  return { shown, move, said, failure };
}
