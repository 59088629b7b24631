import { Avatar } from '#client/ui/avatar.tsx';
import { Strip } from '#client/ui/layout/strip.tsx';
import styles from './turn-strip.module.css';

/** As high as the strip, before one's boards are known. */
export function TurnStripOutline() {
  return (
    <div aria-hidden="true" className={styles.strip}>
      <span className={styles.all} />
      <Strip className={styles.boards}>
        <span className={styles.board} data-awaited="">
          <Avatar emoji="" size="sm" />
          <span className={styles.title}>{'\u00A0'}</span>
          <span className={styles.standing}>{'\u00A0'}</span>
          <span className={styles.foot}>
            <span className={styles.turn}>{'\u00A0'}</span>
          </span>
        </span>
      </Strip>
    </div>
  );
}
