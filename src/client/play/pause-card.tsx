import type { AgreedPause } from '#shared/agreed-days';
import { useDayIn } from '#client/boards/flame-today.ts';
import { pauseInWords } from './play-facts.ts';
import { playMessages as texts } from './play-messages.fr.ts';
import { Card } from './season-card.tsx';
import styles from './season-card.module.css';

/** A pause that runs, or begins tomorrow. */
export function PauseCard({ pause }: { pause: AgreedPause }) {
  const today = useDayIn(pause.timeZone);
  return (
    <Card title={texts.pause} when={<p className={styles.when}>{texts.until(pause)}</p>} places={null}>
      <p className={styles.hero}>{pauseInWords(pause, today)}</p>
      <p>{texts.pauseText}</p>
      <p>{texts.enjoy}</p>
    </Card>
  );
}
