import styles from './goal-bar.module.css';
import { playMessages as texts } from './play-messages.fr.ts';

interface GoalBarProps {
  label: string;
  points: number;
  goal: number;
  percent: number;
}

/** How far all together are. An SVG: its size is an attribute, where a style in markup would be refused. */
export function GoalBar({ label, points, goal, percent }: GoalBarProps) {
  const words = texts.progress({ points, goal });
  return (
    <div className={styles.goal}>
      <p className={styles.figures}>
        <span>{words}</span>
        <span className={styles.percent}>{texts.percent({ percent })}</span>
      </p>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={words}
        className={styles.bar}
      >
        <svg aria-hidden="true" viewBox="0 0 100 1" preserveAspectRatio="none" className={styles.picture}>
          <rect width={percent} height="1" className={styles.done} />
        </svg>
      </div>
    </div>
  );
}
