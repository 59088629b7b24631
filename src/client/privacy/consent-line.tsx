import { useRef } from 'react';
import { Button } from '#client/ui/button.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { useFocusOfLeaving } from '#client/ui/focus-after-removal.ts';
import type { Answer } from './consent.ts';
import styles from './consent-line.module.css';
import { consentMessages as texts } from './consent-messages.fr.ts';

interface ConsentLineProps {
  /** `bar` lies across the top of a page of visitors, `card` on a screen of the shell. */
  look: 'bar' | 'card';
  onAnswer: (answer: Answer) => void;
  pending?: boolean | undefined;
  failed?: boolean | undefined;
}

/** Asks once whether visits and functions may be counted. Both answers are equally near; it covers nothing and takes no focus. */
export function ConsentLine({ look, onAnswer, pending, failed = false }: ConsentLineProps) {
  const line = useRef<HTMLElement>(null);
  useFocusOfLeaving(line);
  return (
    <section ref={line} aria-label={texts.label} className={classNames(styles.line, styles[look])}>
      <p className={styles.text} role={failed ? 'alert' : undefined}>
        {failed ? texts.failed : texts.text}
      </p>
      <div className={styles.answers}>
        <Button className={styles.answer} pending={pending} onClick={() => onAnswer('no')}>
          {texts.refuse}
        </Button>
        <Button className={styles.answer} pending={pending} onClick={() => onAnswer('yes')}>
          {texts.accept}
        </Button>
      </div>
    </section>
  );
}
