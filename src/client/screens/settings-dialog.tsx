import { Link } from '@tanstack/react-router';
import { Tablet } from 'lucide-react';
import type { ComponentProps } from 'react';
import { BoardSettingsDialog } from '#client/boards/board-settings-dialog.tsx';
import { WebhooksLine } from '#client/doors/webhooks-line.tsx';
import { ContestSwitch } from '#client/play/contest-switch.tsx';
import { boardSettingsMessages } from '#client/boards/board-settings-messages.fr.ts';
import { useMe } from '#client/session/session-queries.ts';
import { buttonClass } from '#client/ui/button.tsx';
import { BoardMute } from '#client/push/board-mute.tsx';

/** The settings of a board, with what of it this person alone decides, and what any member may end. */
export function SettingsDialog(props: Omit<ComponentProps<typeof BoardSettingsDialog>, 'own'>) {
  const { boardId } = props;
  const { isGuest } = useMe();
  return (
    <BoardSettingsDialog
      {...props}
      own={
        <>
          <BoardMute boardId={boardId} />
          <WebhooksLine boardId={boardId} />
          <ContestSwitch boardId={boardId} />
          {/* It would end the session, which is all that opens a guest's game. */}
          {isGuest ? null : (
            <Link to="/mur/$boardId" params={{ boardId }} className={buttonClass()}>
              <Tablet aria-hidden="true" />
              {boardSettingsMessages.wall}
            </Link>
          )}
        </>
      }
    />
  );
}
