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
 * The sums of a curve. Where its columns have no room its rows become lines of names and sums: a `table` is none any more to some browsers
 * then, so its roles are spelled out.
 */
export function PointsTable({ lines, days, titleId }: PointsTableProps) {
  return (
    <div className={styles.frame}>
      <div role="table" className={styles.table} aria-labelledby={titleId}>
        <div role="rowgroup" className={styles.head}>
          <div role="row" className={styles.row}>
            <div role="columnheader" className={styles.day}>
              {periodsMessages.curve.date}
            </div>
            {lines.map(({ userId, username }) => (
              <div key={userId} role="columnheader" className={styles.cell}>
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
                  <span aria-hidden="true" className={styles.name}>
                    {username}
                  </span>{' '}
                  <span className={styles.sum}>{signedPoints(sums[moment] ?? 0)}</span>
                </div>
              ))}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
