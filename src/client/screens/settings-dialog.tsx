import type { ComponentProps } from 'react';
import { BoardSettingsDialog } from '#client/boards/board-settings-dialog.tsx';
import { BoardMute } from '#client/push/board-mute.tsx';

/** The settings of a board, with what of it this person alone decides. */
export function SettingsDialog(props: Omit<ComponentProps<typeof BoardSettingsDialog>, 'own'>) {
  return <BoardSettingsDialog {...props} own={<BoardMute boardId={props.boardId} />} />;
}
