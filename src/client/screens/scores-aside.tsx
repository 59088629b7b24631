import type { UserId } from '#shared/ids';
import { RecentActivities } from '#client/activities/recent-activities.tsx';
import { RecapArchive } from '#client/recap/recap-archive.tsx';
import type { ShownBoard } from '#client/sync/commands/projection.ts';

/** What the scores come from, and the recaps of the weeks. */
export function ScoresAside({ shown, myId }: { shown: ShownBoard; myId: UserId }) {
  return (
    <>
      <RecentActivities activities={shown.activities} myId={myId} />
      <RecapArchive boardId={shown.board.id} />
    </>
  );
}
