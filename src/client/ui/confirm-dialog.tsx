import type { ReactNode } from 'react';
import { ErrorBanner } from './banner.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { words } from './ui-messages.fr.ts';

interface ConfirmDialogProps {
  open: boolean;
  /** Called for the cancel button, Escape, the cross and a press outside. */
  onCancel: () => void;
  onConfirm: () => void;
  title: string;
  text?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string | undefined;
  danger?: boolean | undefined;
  pending?: boolean | undefined;
  error?: string | null | undefined;
  /** More than words: what is about to be confirmed, or a password to type. */
  children?: ReactNode;
  confirmDisabled?: boolean | undefined;
  onClosed?: (() => void) | undefined;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    onCancel,
    onConfirm,
    title,
    text,
    confirmLabel,
    cancelLabel = words.cancel,
    danger = false,
    pending = false,
    error,
    children,
  } = props;
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      onClosed={props.onClosed}
      locked={pending}
      title={title}
      description={text}
      footer={
        <>
          {/* The destructive button is never the default: Enter by habit must cancel. */}
          <Button kind="secondary" disabled={pending} onClick={onCancel} {...(danger && { 'data-autofocus': '' })}>
            {cancelLabel}
          </Button>
          <Button
            kind={danger ? 'danger' : 'primary'}
            pending={pending}
            disabled={props.confirmDisabled}
            onClick={onConfirm}
            {...(!danger && !children && { 'data-autofocus': '' })}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <ErrorBanner>{error}</ErrorBanner>
      {children}
    </Dialog>
  );
}
