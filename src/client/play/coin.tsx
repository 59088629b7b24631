import styles from './coin.module.css';

/** A coin, turning or as it fell; the words beside it say which. */
export function Coin({ isTurning, isHeads }: { isTurning: boolean; isHeads: boolean }) {
  return (
    <span aria-hidden="true" className={styles.coin} data-turning={isTurning || undefined}>
      {isTurning ? null : isHeads ? 'F' : 'P'}
    </span>
  );
}
