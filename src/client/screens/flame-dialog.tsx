import type { UserId } from '#shared/ids';
import { flameMessages } from '#client/boards/flame-messages.fr.ts';
import { FlameFacts } from '#client/leaderboard/flame-facts.tsx';
import type { ShownBoard } from '#client/sync/commands/projection.ts';
import { Dialog } from '#client/ui/dialog.tsx';

interface FlameDialogProps {
  shown: ShownBoard;
  myId: UserId;
  open: boolean;
  onClose: () => void;
}

/** The card of the flame, from the flame in the head of its board. */
export function FlameDialog({ shown, myId, open, onClose }: FlameDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={flameMessages.title({ isDuel: shown.members.length === 2 })} titleHidden>
      <div data-board-theme={shown.board.theme}>
        <FlameFacts shown={shown} myId={myId} />
      </div>
    </Dialog>
  );
}
