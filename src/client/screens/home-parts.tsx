// Loaded together: of a file each, the first screen would carry the names of both.
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { boardsQuery } from '#client/boards/board-queries.ts';
import { AwayLine } from '#client/notices/away-line.tsx';
import { RecapLine } from '#client/recap/recap-line.tsx';

export { ConsentQuestion } from './consent-question.tsx';

type Told = Pick<ComponentProps<typeof RecapLine>, 'boards'>;

/** What waits to be read above the feed, a line each. The recap has none of these where it stands beside the feed. */
export function Lines({ boards, isWide }: Told & { isWide: boolean }) {
  return (
    <>
      {isWide ? null : <RecapLine boards={boards} />}
      <AwayLine />
    </>
  );
}

/** The recaps that wait, beside the feed. */
export function RecapBeside() {
  return <RecapLine boards={useQuery(boardsQuery).data} />;
}
