import { type AchievementId, achievements } from '#shared/achievement-rules';
import styles from './coin.module.css';
import { metalOf } from './medal-metal.ts';

interface CoinProps {
  id: AchievementId;
  isLocked?: boolean | undefined;
  /** How much of the ring is drawn, in percent. */
  share?: number | undefined;
}

/** The emoji of an achievement in a ring of its metal; locked in grey. Purely a picture. */
export function Coin({ id, isLocked = false, share = isLocked ? 0 : 100 }: CoinProps) {
  return (
    <span aria-hidden="true" className={styles.coin} data-metal={metalOf(achievements[id])} data-locked={isLocked || undefined}>
      <svg viewBox="0 0 40 40" className={styles.ring}>
        <circle cx="20" cy="20" r="18" />
        {share > 0 ? <circle cx="20" cy="20" r="18" pathLength="100" strokeDasharray={`${share} 100`} className={styles.done} /> : null}
      </svg>
      <span className={styles.emoji}>{achievements[id].emoji}</span>
    </span>
  );
}
