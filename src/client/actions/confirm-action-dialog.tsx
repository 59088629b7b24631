import { type ReactNode, useState } from 'react';
import type { Action } from '#shared/actions';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Hyphenated } from '#client/ui/hyphenated.tsx';
import { Card } from '#client/ui/surface/surface.tsx';
import { confirmActionMessages } from './actions-messages.fr.ts';
import styles from './confirm-action-dialog.module.css';

/** What happened to an action since it was picked; 'reread' once a press has shown its new state. */
export type ActionNews = 'edited' | 'reread' | 'gone';

interface ConfirmActionDialogProps {
  /** The action to be logged; it stays visible while the dialog closes. */
  action: Action | null;
  news: ActionNews | null;
  /** Further actions, in the upper right corner. */
  star: ReactNode;
  /** Where it is noted for others: the label of the button, and what it means. */
  forWhom: { confirm: typeof confirmActionMessages.confirm; remark: string } | undefined;
  /** What may be said with it, under the action. */
  extras: ReactNode;
  /** The extras have the faces of two people. */
  hasFaces?: boolean;
  open: boolean;
  /** `button` is what was pressed. */
  onConfirm: (button: Element) => void;
  onClose: () => void;
}

export function ConfirmActionDialog({
  action,
  news,
  star,
  forWhom,
  extras,
  hasFaces = false,
  open,
  onConfirm,
  onClose,
}: ConfirmActionDialogProps) {
  const { title, gain, loss, points, cancel, confirm } = confirmActionMessages;
  const isLoss = action !== null && action.points < 0;
  const [presses, setPresses] = useState(0);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={isLoss ? title.loss : title.gain}
      footer={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button
            kind="primary"
            data-autofocus=""
            // Disabled under the finger it would answer nothing, and lose the focus.
            onClick={({ currentTarget }) => (news === 'gone' ? setPresses(presses + 1) : onConfirm(currentTarget))}
          >
            {(forWhom?.confirm ?? confirm)({ points: action?.points ?? 0 })}
          </Button>
        </>
      }
    >
      {news ? (
        // Each press has it read aloud again.
        <Banner key={`${news} ${presses}`} kind={news === 'edited' ? 'info' : 'error'} announced>
          {confirmActionMessages[news]}
        </Banner>
      ) : null}
      {action ? (
        <Card as="div" className={styles.action} data-sign={isLoss ? 'minus' : 'plus'} data-gone={news === 'gone' || undefined}>
          {action.emoji ? (
            <span aria-hidden="true" className={styles.emoji}>
              {action.emoji}
            </span>
          ) : null}
          <p className={styles.title}>
            <Hyphenated>{action.title}</Hyphenated>
          </p>
          <p className={styles.points}>{points({ points: action.points })}</p>
          {news === 'gone' ? null : <p className={styles.remark}>{forWhom?.remark ?? (isLoss ? loss : gain)}</p>}
          {star}
        </Card>
      ) : null}
      {action && extras && news !== 'gone' ? (
        <div className={styles.extras} data-faces={hasFaces || undefined}>
          {extras}
        </div>
      ) : null}
    </Dialog>
  );
}
