import { Avatar } from '#client/ui/avatar.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { wantsStillness } from '#client/ui/stillness.ts';
import styles from './coin.module.css';

interface CoinProps {
  /** The faces on the two sides: heads strikes the activity, tails keeps it. */
  heads: string;
  tails: string;
  isHeads: boolean;
  isFlying: boolean;
}

/** A coin with a face on each side, in the air or as it fell. The words beside it say what it decides. */
export function Coin({ heads, tails, isHeads, isFlying }: CoinProps) {
  return (
    <span
      aria-hidden="true"
      className={styles.coin}
      data-side={isHeads ? 'heads' : 'tails'}
      data-flying={isFlying || undefined}
      onAnimationEnd={vibrate}
    >
      <span className={styles.side}>
        <Avatar emoji={heads} size="xl" />
      </span>
      <span className={classNames(styles.side, styles.tails)}>
        <Avatar emoji={tails} size="xl" />
      </span>
    </span>
  );
}

/** As it lands. */
function vibrate(): void {
  if ('vibrate' in navigator && !wantsStillness()) navigator.vibrate([40, 60, 20]);
}
