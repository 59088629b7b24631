import type { AgreedPause } from '#shared/agreed-days';
import { useDayIn } from '#client/boards/flame-today.ts';
import { Row } from '#client/ui/layout/layout.tsx';
import { PlayCard } from './play-card.tsx';
import { pauseInWords } from './play-facts.ts';
import { playMessages as texts } from './play-messages.fr.ts';
import styles from './play.module.css';

/** A pause that runs, or begins tomorrow. */
export function PauseCard({ pause }: { pause: AgreedPause }) {
  const today = useDayIn(pause.timeZone);
  return (
    <PlayCard title={texts.pause} when={<p className={styles.hint}>{texts.until(pause)}</p>}>
      <Row wraps={false}>
        <span aria-hidden="true" className={styles.picture}>
          🏖️
        </span>
        <div>
          <p className={styles.hero}>{pauseInWords(pause, today)}</p>
          <p>{texts.enjoy}</p>
        </div>
      </Row>
      <p className={styles.hint}>{texts.pauseText}</p>
    </PlayCard>
  );
}
