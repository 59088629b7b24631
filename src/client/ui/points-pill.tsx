import { classNames } from './class-names.ts';
import styles from './points-pill.module.css';
import { signed } from './signed.ts';

interface PointsPillProps {
  points: number;
  /** After the number: 'pts'. */
  unit?: string | undefined;
  size?: 'md' | 'lg' | undefined;
  /** The points no longer count. */
  struck?: boolean | undefined;
}

/** Green from 0 up, red below; the sign says the same without colour. */
export function PointsPill({ points, unit, size = 'md', struck = false }: PointsPillProps) {
  const Line = struck ? 's' : 'span';
  return (
    <Line className={classNames(styles.pill, styles[size], struck && styles.struck)} data-sign={points < 0 ? 'minus' : 'plus'}>
      {signed(points)}
      {unit ? `\u00a0${unit}` : null}
    </Line>
  );
}
