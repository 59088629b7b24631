import { Suspense, useEffect, useState } from 'react';
import { allowCounting, countScreen, type VisitCount } from '#client/analytics/counted.ts';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { answerAsVisitor, visitorAnswer } from './consent.ts';

const ConsentLine = lazyPart(async () => (await import('./consent-line.tsx')).ConsentLine);

/** Asks a visitor, once, whether visits may be counted, and counts them after a yes. Stands after a page, at the foot of the window. */
export function VisitorConsent({ screen = null }: { screen?: VisitCount | null }) {
  const [answer, setAnswer] = useState(visitorAnswer);
  const isAllowed = answer === 'yes';

  useEffect(() => {
    allowCounting({ visits: isAllowed, functions: isAllowed });
    if (screen) countScreen(screen);
  }, [isAllowed, screen]);

  if (answer !== null) return null;
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
