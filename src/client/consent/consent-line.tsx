import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { useFocusOfLeaving } from '#client/ui/focus-after-removal.ts';
import { Ring } from '#client/ui/ring.tsx';
import { useRootMark } from '#client/ui/root-mark.ts';
import type { Answer } from './consent.ts';
import styles from './consent-line.module.css';
import { consentMessages as texts } from './consent-messages.fr.ts';

interface ConsentLineProps {
  /** `page`: over the foot of a page of visitors, which is as much longer. `card`: a line among others, which lies over nothing. */
  slot: 'page' | 'card';
  onAnswer: (answer: Answer) => void;
  pending?: boolean | undefined;
  failed?: boolean | undefined;
}

/** Asks once whether visits and functions may be counted. Both answers are equally near; it pushes nothing and takes no focus. */
export function ConsentLine({ slot, onAnswer, pending, failed = false }: ConsentLineProps) {
  const line = useRef<HTMLElement>(null);
  const isOver = useIsOverButton(line, slot === 'page');
  useFocusOfLeaving(line);
  useRootMark('data-consent', slot === 'page');
  useLayoutEffect(() => {
    const shown = line.current;
    if (!shown || slot !== 'page') return;
    const root = document.documentElement;
    const observer = new ResizeObserver(() => root.style.setProperty('--consent', `${shown.offsetHeight}px`));
    observer.observe(shown);
    return () => {
      observer.disconnect();
      root.style.removeProperty('--consent');
    };
  }, [slot]);
  return (
    <section ref={line} aria-label={texts.label} className={classNames(styles.line, styles[slot])} data-over={isOver || undefined}>
      {slot === 'card' ? <Ring className={styles.ring} /> : null}
      <p className={styles.text} role={failed ? 'alert' : undefined}>
        {failed ? (
          texts.failed
        ) : (
          <>
            <span className={styles.long}>{texts.text}</span>
            {slot === 'page' ? <span className={styles.short}>{texts.short}</span> : null}
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

/** Whether it would cover a button of the page, which is scrolled under it. */
function useIsOverButton(line: RefObject<HTMLElement | null>, isWatched: boolean): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const shown = line.current;
    if (!shown || !isWatched) return;
    const covered = new Set<Element>();
    let observer: IntersectionObserver | undefined;
    const watch = () => {
      observer?.disconnect();
      covered.clear();
      observer = new IntersectionObserver(
        (seen) => {
          for (const { target, isIntersecting } of seen) covered[isIntersecting ? 'add' : 'delete'](target);
          setOver(covered.size > 0);
        },
        { rootMargin: `${shown.offsetHeight - innerHeight}px 0px 0px` },
      );
      for (const button of document.querySelectorAll('main :is(button, [role="button"])')) observer.observe(button);
    };
    // It is as high as its text needs, which the window's width decides.
    const resized = new ResizeObserver(watch);
    resized.observe(shown);
    addEventListener('resize', watch);
    return () => {
      resized.disconnect();
      removeEventListener('resize', watch);
      observer?.disconnect();
    };
  }, [line, isWatched]);
  return isOver;
}
