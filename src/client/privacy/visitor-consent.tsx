import { Suspense, useEffect, useState } from 'react';
import { allowCounting, countScreen, type VisitCount } from '#client/analytics/counted.ts';
import { latePart } from '#client/ui/late-part.ts';
import { answerAsVisitor, visitorAnswer } from './consent.ts';
import styles from './consent-placeholder.module.css';

const ConsentLine = latePart(async () => (await import('./consent-line.tsx')).ConsentLine);

/** Asks a visitor, once, whether visits may be counted, and counts them after a yes. Stands at the top of a page, in its flow. */
export function VisitorConsent({ screen = null }: { screen?: VisitCount | null }) {
  const [answer, setAnswer] = useState(visitorAnswer);
  const isAllowed = answer === 'yes';

  useEffect(() => {
    allowCounting({ visits: isAllowed, functions: isAllowed });
    if (screen) countScreen(screen);
  }, [isAllowed, screen]);

  if (answer !== null) return null;
  return (
    <Suspense fallback={<div className={styles.bar} />}>
      <ConsentLine
        look="bar"
        onAnswer={(given) => {
          answerAsVisitor(given);
          setAnswer(given);
        }}
      />
    </Suspense>
  );
}
