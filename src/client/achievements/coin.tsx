import { type AchievementId, achievements } from '#shared/achievement-rules';
import styles from './coin.module.css';

interface CoinProps {
  id: AchievementId;
  isLocked?: boolean | undefined;
}

/** The emoji of an achievement in a ring of its own; locked an outline. Purely a picture. */
export function Coin({ id, isLocked = false }: CoinProps) {
  const { emoji, family } = achievements[id];
  return (
    <span aria-hidden="true" className={styles.coin} data-family={family} data-locked={isLocked || undefined}>
      {emoji}
    </span>
  );
}
