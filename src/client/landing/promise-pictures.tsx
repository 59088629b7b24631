import { PointsPill } from '#client/ui/points-pill.tsx';
import { Ring } from '#client/ui/ring.tsx';
import { signed } from '#client/ui/signed.ts';
import styles from './promise-pictures.module.css';

/** A hand of boards, like cards. */
export function BoardsPicture() {
  return (
    <div aria-hidden="true" className={styles.hand}>
      {hand.map(({ theme, icon, title, score }) => (
        <span key={theme} data-board-theme={theme} className={styles.board}>
          <span className={styles.boardTitle}>{title}</span>
          <span className={styles.boardIcon}>{icon}</span>
          <span className={styles.boardScore}>{signed(score)}</span>
        </span>
      ))}
    </div>
  );
}

/** A large gain among smaller ones. */
export function PointsPicture() {
  return (
    <div aria-hidden="true" className={styles.points}>
      <span className={styles.gain}>{signed(20)}</span>
      {[10, -15, 25, 5].map((points) => (
        <span key={points} className={styles.orbit}>
          <PointsPill points={points} size="lg" />
        </span>
      ))}
    </div>
  );
}

/** Rings won, and one still to win. */
export function AchievementsPicture() {
  return (
    <div aria-hidden="true" className={styles.medals}>
      {['🔥', '🏆', '🔒'].map((emoji) => (
        <span key={emoji} className={styles.medal} data-locked={emoji === '🔒' || undefined}>
          <Ring className={styles.medalRing} />
          <span className={styles.medalEmoji}>{emoji}</span>
        </span>
      ))}
    </div>
  );
}

/** A closed circle of people. */
export function CirclePicture() {
  return (
    <div aria-hidden="true" className={styles.circle}>
      <Ring className={styles.circleRing} />
      <span className={styles.lock}>🔐</span>
      {['👸', '🦄', '⭐', '💎', '🧑'].map((emoji) => (
        <span key={emoji} className={styles.person}>
          {emoji}
        </span>
      ))}
    </div>
  );
}

const hand = [
  { theme: 'blue', icon: '🏠', title: 'LA COLOC', score: -12 },
  { theme: 'purple', icon: '💜', title: 'NOUS DEUX', score: 128 },
  { theme: 'orange', icon: '🍻', title: 'LES COPAINS', score: 340 },
] as const;
