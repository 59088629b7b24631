import { ChevronDown } from 'lucide-react';
import { memo } from 'react';
import type { FeedActivity } from '#shared/activities';
import type { Shown } from '#client/sync/commands/items.ts';
import { activitiesMessages as texts } from './activities-messages.fr.ts';
import styles from './feed-bubble.module.css';

interface CrowdRowProps {
  id: string;
  newest: Shown<FeedActivity>;
  count: number;
  /** There are more of them on a page that is not read yet. */
  goesOn: boolean;
  /** Said above the first of a day. */
  day: string | undefined;
  isUnfolded: boolean;
  onToggle: (id: string) => void;
}

/** What others did on a large board, in one line that unfolds. */
export const CrowdRow = memo(function CrowdRow({ id, newest, count, goesOn, day, isUnfolded, onToggle }: CrowdRowProps) {
  return (
    <li className={styles.row} data-key={id} data-mine="">
      {day ? <h2 className={styles.day}>{day}</h2> : null}
      <button
        type="button"
        className={styles.crowd}
        data-board-theme={newest.boardTheme}
        aria-expanded={isUnfolded}
        onClick={() => onToggle(id)}
      >
        <span aria-hidden="true" className={styles.emoji}>
          {newest.boardIcon}
        </span>
        <span className={styles.crowdWords}>
          <strong>{newest.boardTitle}</strong> · {texts.crowd({ count, goesOn })}
        </span>
        <ChevronDown aria-hidden="true" className={styles.chevron} />
      </button>
    </li>
  );
});
