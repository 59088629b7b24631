import { ProgressBar } from '#client/ui/progress-bar.tsx';
import styles from './goal-bar.module.css';
import { playMessages as texts } from './play-messages.fr.ts';

interface GoalBarProps {
  label: string;
  points: number;
  goal: number;
  percent: number;
  /** Its figures stand elsewhere: above Scores in the head of the board. */
  isAlone?: boolean;
}

/** How far all together are. */
export function GoalBar({ label, points, goal, percent, isAlone = false }: GoalBarProps) {
  return (
    <div>
      {isAlone ? null : (
        <p className={styles.figures}>
          <span>
            <span className={styles.points}>{texts.points({ points })}</span> <span>{texts.outOf({ goal })}</span>
          </span>
          <span className={styles.percent}>{texts.percent({ percent })}</span>
        </p>
      )}
      <ProgressBar label={label} value={percent} max={100} text={texts.progress({ points, goal })} className={styles.bar} />
    </div>
  );
}
