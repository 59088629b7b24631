import type { ActivityId, BoardId } from '#shared/ids';
import { activitiesMessages } from './activities-messages.fr.ts';
import { contestsOf, useCached } from './board-cache.ts';
import styles from './feed-bubble.module.css';

/** The mark of what is contested, for as long as that is open (decision D43). */
export function Contested({ activityId, boardId }: { activityId: ActivityId; boardId: BoardId }) {
  const contest = useCached(boardId, contestsOf)?.list.find((one) => one.activityId === activityId);
  if (contest?.outcome !== null) return null;
  return (
    <>
      <span aria-hidden="true">·</span>
      <span className={styles.contested} title={activitiesMessages.contested}>
        <span aria-hidden="true" className={styles.emoji}>
          {contest.emoji}
        </span>{' '}
        {activitiesMessages.contested}
      </span>
    </>
  );
}
