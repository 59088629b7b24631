import { signedPoints } from '#client/ui/format.fr.ts';
import type { Line } from './curve.ts';
import { periodsMessages } from './periods-messages.fr.ts';
import styles from './points-table.module.css';

interface PointsTableProps {
  lines: readonly Line[];
  /** The last day of each stretch, in words. */
  days: readonly string[];
  titleId: string;
}

/**
 * The sums of a curve. Its rows are lines of names and sums, since columns have no room on a phone: a `table` would be none any more to some
 * browsers then, so its roles are spelled out.
 */
export function PointsTable({ lines, days, titleId }: PointsTableProps) {
  return (
    <div role="table" className={styles.table} aria-labelledby={titleId}>
      <div role="rowgroup" className="visually-hidden">
        <div role="row">
          <div role="columnheader">{periodsMessages.curve.date}</div>
          {lines.map(({ userId, username }) => (
            <div key={userId} role="columnheader">
              {username}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup">
        {days.map((day, moment) => (
          <div key={day} role="row" className={styles.row}>
            <div role="rowheader" className={styles.day}>
              {day}
            </div>
            {lines.map(({ userId, username, sums }) => (
              <div key={userId} role="cell" className={styles.cell}>
                <span aria-hidden="true">{username}</span> <span className={styles.sum}>{signedPoints(sums[moment] ?? 0)}</span>
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
