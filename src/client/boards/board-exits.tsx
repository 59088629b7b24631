import { useNavigate } from '@tanstack/react-router';
import { LogOut, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Account } from '#shared/accounts';
import type { Board } from '#shared/boards';
import { finalRefusal } from '#client/sync/replica/failures.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { Row } from '#client/ui/layout/layout.tsx';
import dialog from '#client/ui/dialog.module.css';
import { useToasts } from '#client/ui/toasts.tsx';
import { words } from '#client/ui/ui-messages.fr.ts';
import { useDeleteBoard, useLeaveBoard } from './board-commands.ts';
import { boardEventsMessages } from './board-events-messages.fr.ts';
import { boardSettingsMessages } from './board-settings-messages.fr.ts';

const { leave: leaveTexts, delete: deleteTexts } = boardSettingsMessages;

export function LeaveBoard({ board, me }: { board: Board; me: Account }) {
  const leave = useLeaveBoard(board.id);
  const goAway = useGoAway();
  return (
    <Exit
      texts={board.playMode === 'together' ? { ...leaveTexts, text: leaveTexts.together } : leaveTexts}
      icon={<LogOut aria-hidden="true" />}
      confirmTitle={leaveTexts.confirmTitle}
      isPending={leave.isPending}
      error={leave.error}
      onReset={leave.reset}
      onConfirm={() => leave.mutate(me.id, { onSuccess: () => goAway(boardEventsMessages.left({ board: board.title })) })}
    />
  );
}

export function DeleteBoard({ board }: { board: Board }) {
  const remove = useDeleteBoard(board.id);
  const goAway = useGoAway();
  return (
    <Exit
      texts={deleteTexts}
      icon={<Trash2 aria-hidden="true" />}
      confirmTitle={deleteTexts.confirmTitle({ board: board.title })}
      isPending={remove.isPending}
      error={remove.error}
      onReset={remove.reset}
      onConfirm={() => remove.mutate(undefined, { onSuccess: () => goAway(boardEventsMessages.deleted({ board: board.title })) })}
    />
  );
}

function useGoAway(): (message: string) => void {
  const navigate = useNavigate();
  const { show } = useToasts();
  return (message) => {
    void navigate({ to: '/boards', replace: true });
    show({ kind: 'success', message });
  };
}

interface ExitProps {
  texts: Record<'title' | 'text' | 'action' | 'confirm' | 'failed', string>;
  icon: ReactNode;
  confirmTitle: string;
  isPending: boolean;
  error: Error | null;
  onReset: () => void;
  onConfirm: () => void;
}

function Exit({ texts, icon, confirmTitle, isPending, error, onReset, onConfirm }: ExitProps) {
  const [asks, setAsks] = useState(false);
  return (
    <section className={dialog.section} aria-label={texts.title}>
      <p className="hint">{texts.text}</p>
      <Row>
        <Button kind="danger" icon={icon} onClick={() => setAsks(true)}>
          {texts.action}
        </Button>
      </Row>
      <ConfirmDialog
        open={asks}
        onCancel={() => setAsks(false)}
        onClosed={onReset}
        onConfirm={() => {
          if (asks) onConfirm();
        }}
        title={confirmTitle}
        text={texts.text}
        confirmLabel={error ? words.retry : texts.confirm}
        pending={isPending}
        error={error && (finalRefusal(error) ?? texts.failed)}
        danger
      />
    </section>
  );
}
