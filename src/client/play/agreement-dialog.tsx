import type { Board, Member } from '#shared/boards';
import type { UserId } from '#shared/ids';
import type { Agreement } from '#shared/play';
import { Dialog } from '#client/ui/dialog.tsx';
import styles from './agreement.module.css';
import { AgreementAnswers, AgreementTerms } from './agreement.tsx';
import { nameOf } from './play-facts.ts';
import { playMessages as texts } from './play-messages.fr.ts';

interface AgreementDialogProps {
  agreement: Agreement;
  board: Pick<Board, 'id' | 'theme'>;
  members: readonly Member[];
  myId: UserId;
  open: boolean;
  onClose: () => void;
}

/** What is proposed, and one's answer to it. */
export function AgreementDialog({ agreement, board, members, myId, open, onClose }: AgreementDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.proposes({ name: nameOf(agreement.proposedBy), kind: agreement.terms.kind })}
      footer={
        <div className={styles.foot} data-board-theme={board.theme}>
          <AgreementAnswers {...{ agreement, members, myId }} boardId={board.id} onAnswered={onClose} />
        </div>
      }
    >
      <div data-board-theme={board.theme}>
        <AgreementTerms {...{ agreement, members, myId }} />
      </div>
    </Dialog>
  );
}
