import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, useId, useRef, useState } from 'react';
import type { QuickAction, QuickActions } from '#shared/actions';
import { boardsQuery } from '#client/boards/board-queries.ts';
import { outbox } from '#client/sync/outbox/outbox.ts';
import { signedPoints } from '#client/ui/format.fr.ts';
import { useLoggedToast } from './logged-toast.tsx';
import { quickMessages as texts } from './quick-messages.fr.ts';
import styles from './quick-row.module.css';

/** What the person keeps at hand, or logs most: each press logs it at once, and the toast undoes it. */
export function QuickRow({ are, actions }: QuickActions) {
  const { data: boards } = useQuery(boardsQuery);
  // Counted anew while one looks, no habit moves under the finger, but it is worth what it is now. Favourites move by the person's own
  // hand alone.
  const [first] = useState(actions);
  const announce = useLoggedToast();
  const isAgain = useAgain();
  const titleId = useId();
  if (!boards) return null;

  const log = ({ boardId, actionId: id, title, points, emoji }: QuickAction) =>
    announce([{ id: outbox.logActivity({ boardId, action: { id, title, points, emoji } }), boardId, title, points }]);
  const placed = are === 'habits' ? first.map((one) => actions.find(({ actionId }) => actionId === one.actionId) ?? one) : actions;
  const shown = placed.flatMap((action) => {
    const board = boards.find(({ id }) => id === action.boardId);
    return board ? [{ action, board }] : [];
  });
  if (shown.length === 0) return null;
  const isOfSeveral = shown.some(({ board }) => board !== shown[0]?.board);
  return (
    <section className={styles.row} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.heading}>
        {texts[are]}
      </h2>
      {/* No list, so that the items of this screen are those of the feed. */}
      <div className={styles.tiles}>
        {shown.map(({ action, board }) => (
          <button
            key={action.actionId}
            type="button"
            className={styles.tile}
            data-board-theme={board.theme}
            aria-label={texts.log({ title: action.title, points: action.points, board: board.title })}
            onClick={(event) => {
              if (!isAgain(event)) log(action);
            }}
          >
            <span aria-hidden="true" className={styles.emoji}>
              {action.emoji ?? board.icon}
            </span>
            <span className={styles.title}>
              {action.title}
              {isOfSeveral ? <span className={styles.board}>{board.title}</span> : null}
            </span>
            <span className={styles.points} data-sign={action.points < 0 ? 'minus' : 'plus'}>
              {signedPoints(action.points)}
            </span>
          </button>
        ))}
      </div>
    </section>
  );
}

/** In milliseconds, as browsers have it. */
const doublePress = 500;

/** Whether a press is the second half of a double one: nothing closes after the first that would stop it. WebKit does not count taps. */
function useAgain(): (event: MouseEvent<HTMLElement>) => boolean {
  const last = useRef<{ button: HTMLElement; at: number }>(undefined);
  return ({ currentTarget: button, detail, timeStamp: at }) => {
    const before = last.current;
    last.current = { button, at };
    return detail > 1 || (before?.button === button && at - before.at < doublePress);
  };
}
