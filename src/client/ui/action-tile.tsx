import { Check, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './action-tile.module.css';
import { classNames } from './class-names.ts';
import { Hyphenated } from './hyphenated.tsx';
import { PointsPill } from './points-pill.tsx';
import { signed } from './signed.ts';

interface ActionTileProps {
  title: string;
  points: number;
  /** Without an emoji the points are drawn large instead. */
  emoji?: string | null | undefined;
  /** A line under the title: why it cannot be chosen, or its category. */
  note?: ReactNode;
  disabled?: boolean | undefined;
  /** `button` does something at once; `checkbox` is one of several choices, `radio` one of one. */
  behaviour?: 'button' | 'checkbox' | 'radio' | undefined;
  /** The state of a checkbox or radio. */
  selected?: boolean | undefined;
  /** The name of the group of radios. */
  group?: string | undefined;
  /** Marked as one that is kept at hand. */
  isFavourite?: boolean | undefined;
  /** The key that leads to a button. */
  shortcut?: string | undefined;
  onSelect: (selected: boolean) => void;
}

export function ActionTile(props: ActionTileProps) {
  const { title, points, emoji, note, disabled, behaviour = 'button', selected = false, group, isFavourite, shortcut, onSelect } = props;
  const sign = points < 0 ? 'minus' : 'plus';
  const contentWith = (input: ReactNode, mark: ReactNode) => (
    <>
      <span className={styles.top}>
        {emoji ? (
          <span aria-hidden="true" className={styles.emoji}>
            {emoji}
          </span>
        ) : (
          <span className={styles.points} data-sign={sign}>
            {signed(points)}
          </span>
        )}
        {mark}
        <span className={styles.end}>
          {isFavourite ? <Star aria-hidden="true" className={styles.star} /> : null}
          {emoji ? <PointsPill points={points} /> : null}
        </span>
      </span>
      <span className={styles.title}>
        <Hyphenated>{title}</Hyphenated>
        {input}
      </span>
      {note ? <span className={styles.note}>{note}</span> : null}
    </>
  );
  if (behaviour === 'button') {
    return (
      <button type="button" className={styles.tile} disabled={disabled} aria-keyshortcuts={shortcut} onClick={() => onSelect(true)}>
        {contentWith(null, null)}
      </button>
    );
  }
  return (
    <label className={classNames(styles.tile, styles.choice)}>
      {/* Within the words, so that whatever aims at the words presses it. */}
      {contentWith(
        <input type={behaviour} name={group} checked={selected} disabled={disabled} onChange={(event) => onSelect(event.target.checked)} />,
        <span aria-hidden="true" className={styles.mark}>
          <Check strokeWidth={3.5} />
        </span>,
      )}
    </label>
  );
}
