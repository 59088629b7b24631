// Loaded together: of a file each, the first screen would carry the names of both.
import type { ComponentProps } from 'react';
import { AwayLine } from '#client/notices/away-line.tsx';
import { RecapLine } from '#client/recap/recap-line.tsx';

export { ConsentQuestion } from './consent-question.tsx';

/** What waits to be read above the feed, a line each. */
export function Lines({ boards }: Pick<ComponentProps<typeof RecapLine>, 'boards'>) {
  return (
    <>
      <RecapLine boards={boards} />
      <AwayLine />
    </>
  );
}
