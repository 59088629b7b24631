import { Suspense, useEffect, useState } from 'react';
import { allowCounting, countScreen, type VisitCount } from '#client/analytics/counted.ts';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { answerAsVisitor, visitorAnswer } from './consent.ts';

const ConsentLine = lazyPart(async () => (await import('./consent-line.tsx')).ConsentLine);

interface VisitorConsentProps {
  screen?: VisitCount | null;
  /** `after a scroll`: whoever looks round is asked, and nobody before they have looked. `never`: where somebody is busy. */
  asks: 'after a scroll' | 'never';
}

/** Counts a visitor's visits after a yes, and asks once whether it may. Stands after a page; the question, at the foot of the window. */
export function VisitorConsent({ screen = null, asks }: VisitorConsentProps) {
  const [answer, setAnswer] = useState(visitorAnswer);
  const isAllowed = answer === 'yes';

  useEffect(() => {
    allowCounting({ visits: isAllowed, functions: isAllowed });
    if (screen) countScreen(screen);
  }, [isAllowed, screen]);

  const hasScrolled = useHasScrolled(answer === null && asks === 'after a scroll');
  if (answer !== null || !hasScrolled) return null;
  return (
    <Suspense>
      <ConsentLine
        slot="page"
        onAnswer={(given) => {
          answerAsVisitor(given);
          setAnswer(given);
        }}
      />
    </Suspense>
  );
}

/** Whether the page has been scrolled since `isAwaited`. */
function useHasScrolled(isAwaited: boolean): boolean {
  const [hasScrolled, setScrolled] = useState(false);
  useEffect(() => {
    if (!isAwaited) return;
    const listening = new AbortController();
    const look = () => setScrolled(scrollY > 0);
    addEventListener('scroll', look, { signal: listening.signal, once: true, passive: true });
    // It was scrolled before there was a script, or stands where a reload has left it.
    look();
    return () => listening.abort();
  }, [isAwaited]);
  return hasScrolled;
}
