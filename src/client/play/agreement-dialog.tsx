import type { Member } from '#shared/boards';
import type { BoardId, UserId } from '#shared/ids';
import type { Agreement } from '#shared/play';
import { Dialog } from '#client/ui/dialog.tsx';
import { AgreementAnswers, AgreementTerms } from './agreement.tsx';
import { nameOf } from './play-facts.ts';
import { playMessages as texts } from './play-messages.fr.ts';

interface AgreementDialogProps {
  agreement: Agreement;
  boardId: BoardId;
  members: readonly Member[];
  myId: UserId;
  open: boolean;
  onClose: () => void;
}

/** What is proposed, and one's answer to it. */
export function AgreementDialog({ agreement, boardId, members, myId, open, onClose }: AgreementDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.proposes({ name: nameOf(agreement.proposedBy), kind: agreement.terms.kind })}
      footer={<AgreementAnswers {...{ agreement, boardId, members, myId }} onAnswered={onClose} />}
    >
      <AgreementTerms {...{ agreement, members, myId }} />
    </Dialog>
  );
}
