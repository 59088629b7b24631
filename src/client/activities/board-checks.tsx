import { Check } from 'lucide-react';
import { memo, useId, useState } from 'react';
import type { OfferedAction } from '#shared/actions';
import type { BoardCard } from '#shared/boards';
import type { BoardId } from '#shared/ids';
import { LongList } from '#client/ui/long-list.tsx';
import { addActionMessages as texts } from './add-action-messages.fr.ts';
import styles from './add-action-dialog.module.css';
import { inOrderOfUse } from './offered-actions.ts';

interface BoardChecksProps {
  boards: readonly BoardCard[];
  /** Boards without it cannot be checked. */
  action: OfferedAction | undefined;
  checked: ReadonlySet<string>;
  onCheck: (boardId: BoardId, checked: boolean) => void;
}

export function BoardChecks({ boards, action, checked, onCheck }: BoardChecksProps) {
  // The order is that of the boards ticked when the dialog opened, so that a tick moves no board.
  const [meant] = useState(checked);
  const having = action && new Set(action.boards.map(({ boardId }) => boardId));
  return (
    <fieldset className={styles.boards}>
      <legend className="label">{texts.boards}</legend>
      <LongList as="div" className={styles.rows} items={inOrderOfUse(boards, having, meant)}>
        {(board) => {
          const lacking = having !== undefined && !having.has(board.id);
          return (
            <BoardCheck key={board.id} board={board} lacking={lacking} checked={!lacking && checked.has(board.id)} onCheck={onCheck} />
          );
        }}
      </LongList>
    </fieldset>
  );
}

interface BoardCheckProps {
  board: BoardCard;
  lacking: boolean;
  checked: boolean;
  onCheck: BoardChecksProps['onCheck'];
}

const BoardCheck = memo(function BoardCheck({ board: { id: boardId, title, icon, theme }, lacking, checked, onCheck }: BoardCheckProps) {
  const id = useId();
  return (
    <label className={styles.row} data-key={boardId} data-board-theme={theme}>
      <span aria-hidden="true" className={styles.emoji}>
        {icon}
      </span>
      <span className={styles.words}>
        <span>
          {title}
          {/* Lies over the row. It is within the words, so that whatever aims at the words presses it. */}
          <input
            type="checkbox"
            checked={checked}
            disabled={lacking}
            aria-label={title}
            aria-describedby={lacking ? `${id}-reason` : undefined}
            onChange={(event) => onCheck(boardId, event.target.checked)}
          />
        </span>
        {lacking ? (
          <span id={`${id}-reason`} className={styles.reason}>
            {texts.actionMissing}
          </span>
        ) : null}
      </span>
      <span aria-hidden="true" className={styles.mark}>
        <Check strokeWidth={3.5} />
      </span>
    </label>
  );
});
