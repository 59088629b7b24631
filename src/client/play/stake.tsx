import { Bubble } from '#client/ui/surface/surface.tsx';
import { Unbroken } from '#client/ui/unbroken.tsx';
import styles from './play.module.css';
import { playMessages as texts } from './play-messages.fr.ts';

/** What is played for, as it was said. */
export function Stake({ stake }: { stake: string }) {
  return (
    <Bubble as="p" className={styles.stake}>
      <span className={styles.label}>{texts.stake} </span>
      <Unbroken>{texts.stakeOf({ stake })}</Unbroken>
    </Bubble>
  );
}
