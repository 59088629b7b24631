import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { updateMessages as texts } from './pwa-messages.fr.ts';

interface HalfTypedDialogProps {
  open: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}

/** Asks before a new version takes away what is half typed. */
export function HalfTypedDialog(props: HalfTypedDialogProps) {
  return (
    <ConfirmDialog
      {...props}
      title={texts.halfTyped.title}
      text={texts.halfTyped.text}
      confirmLabel={texts.apply}
      cancelLabel={texts.later}
      danger
    />
  );
}
