import { classNames } from './class-names.ts';
import styles from './progress-bar.module.css';

interface ProgressBarProps {
  label: string;
  value: number;
  max: number;
  /** What a screen reader says of it. */
  text: string;
  /** May set its height and its colour: `--bar-height`, `--bar-fill`. */
  className?: string | undefined;
}

/** How far something is. An SVG: its size is an attribute, where a style in markup would be refused. */
export function ProgressBar({ label, value, max, text, className }: ProgressBarProps) {
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={text}
      className={classNames(styles.bar, className)}
    >
      <svg aria-hidden="true" width={`${(100 * Math.min(value, max)) / max}%`} className={styles.done} />
    </span>
  );
}
