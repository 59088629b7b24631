import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { useFocusOfLeaving } from '#client/ui/focus-after-removal.ts';
import { useRootMark } from '#client/ui/root-mark.ts';
import type { Answer } from './consent.ts';
import styles from './consent-line.module.css';
import { consentMessages as texts } from './consent-messages.fr.ts';

interface ConsentLineProps {
  /** `page`: over the foot of a page of visitors, which is as much longer. `shell`: above the navigation; what is fixed there moves up. */
  slot: 'page' | 'shell';
  onAnswer: (answer: Answer) => void;
  pending?: boolean | undefined;
  failed?: boolean | undefined;
}

/** Asks once whether visits and functions may be counted. Both answers are equally near; it pushes nothing and takes no focus. */
export function ConsentLine({ slot, onAnswer, pending, failed = false }: ConsentLineProps) {
  const line = useRef<HTMLElement>(null);
  const isTyping = useIsTyping();
  useFocusOfLeaving(line);
  useRootMark('data-consent', slot === 'page');
  useLayoutEffect(() => {
    const shown = line.current;
    if (!shown) return;
    const root = document.documentElement;
    const observer = new ResizeObserver(() => root.style.setProperty('--consent', `${shown.offsetHeight}px`));
    observer.observe(shown);
    return () => {
      observer.disconnect();
      root.style.removeProperty('--consent');
    };
  }, []);
  return (
    <section ref={line} aria-label={texts.label} className={classNames(styles.line, styles[slot])} data-typing={isTyping || undefined}>
      <p className={styles.text} role={failed ? 'alert' : undefined}>
        {failed ? (
          texts.failed
        ) : (
          <>
            <span className={styles.long}>{texts.text}</span>
            <span className={styles.short}>{texts.short}</span>
          </>
        )}
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

/**
 * Whether an input has the focus in which one writes. A press that takes the focus from it is over first: the line would come to lie
 * under the finger, and the button that is pressed would not hear of it.
 */
function useIsTyping(): boolean {
  const [isTyping, setTyping] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    let isDown = false;
    const look = () => {
      const { activeElement } = document;
      const isWriting = activeElement instanceof HTMLInputElement && !isPressed(activeElement);
      if (isWriting || !isDown) setTyping(isWriting);
    };
    // The focus has moved, and a press has become a click, before the next task.
    const lookSoon = () => setTimeout(() => signal.aborted || look());
    const press = ({ type }: PointerEvent) => {
      isDown = type === 'pointerdown';
      if (!isDown) lookSoon();
    };
    look();
    for (const type of ['focusin', 'focusout'] as const) document.addEventListener(type, lookSoon, { signal });
    for (const type of ['pointerdown', 'pointerup', 'pointercancel'] as const)
      document.addEventListener(type, press, { signal, capture: true });
    return () => listening.abort();
  }, []);
  return isTyping;
}

function isPressed({ type }: HTMLInputElement): boolean {
  return type === 'radio' || type === 'checkbox';
}
