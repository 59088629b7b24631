import type { Pause } from '#shared/pause-rules';
import { pauseInWords } from './play-facts.ts';
import { playMessages as texts } from './play-messages.fr.ts';
import { Card } from './season-card.tsx';
import styles from './season-card.module.css';

/** A pause that runs, or begins tomorrow. */
export function PauseCard({ pause, today }: { pause: Pause; today: string }) {
  return (
    <Card title={texts.pause} places={null}>
      <p className={styles.days}>{pauseInWords(pause, today)}</p>
      <p className={styles.quiet}>{texts.until(pause)}</p>
      <p>{texts.pauseText}</p>
      <p>{texts.enjoy}</p>
    </Card>
  );
}
