import { achievementsMessages as texts } from './achievements-messages.fr.ts';
import styles from './progress-bar.module.css';

interface ProgressBarProps {
  label: string;
  value: number;
  goal: number;
}

/** How far one is. An SVG: its size is an attribute, where a style in markup would be refused. */
export function ProgressBar({ label, value, goal }: ProgressBarProps) {
  const share = (100 * Math.min(value, goal)) / goal;
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={goal}
      aria-valuenow={value}
      aria-valuetext={texts.counted({ count: value, total: goal })}
      className={styles.bar}
    >
      <svg aria-hidden="true" viewBox="0 0 100 1" preserveAspectRatio="none" className={styles.picture}>
        <rect width={share} height="1" className={styles.done} />
      </svg>
    </span>
  );
}
