// Loaded together: of a file each, the first screen would carry the names of all.
import type { BoardCard } from '#shared/boards';
import { OwnWeek } from '#client/leaderboard/own-week.tsx';
import { AwayLine } from '#client/notices/away-line.tsx';
import { GestureLine } from '#client/recap/gesture-line.tsx';
import { RecapLine } from '#client/recap/recap-line.tsx';
import { useObserved } from '#client/ui/observable.ts';
import { windowIs } from '#client/ui/window-frame.ts';

export { CalmHome } from './calm-home.tsx';
export { ConsentQuestion } from './consent-question.tsx';

/** What waits to be read above the feed, a line each. */
export function News({ boards }: { boards: readonly BoardCard[] | undefined }) {
  return (
    <>
      <GestureLine boards={boards ?? []} />
      <RecapLine boards={boards} />
      <AwayLine />
    </>
  );
}

/** What is only read where there is room for it. */
export function Aside() {
  return useObserved(wide) ? <OwnWeek /> : null;
}

const wide = windowIs('large');
