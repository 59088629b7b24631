import type { Activity } from '#shared/activities';
import type { BoardId } from '#shared/ids';
import { contestsOf, useCached } from './board-cache.ts';
import styles from './feed-bubble.module.css';
import { reactionsMessages as texts } from './reactions-messages.fr.ts';

/** The marks of an activity: that it was the gesture of a week (decision D50), and that it is contested, for as long as that is open (decision D43). */
export function Marks({ activity: { id, isGesture }, boardId }: { activity: Pick<Activity, 'id' | 'isGesture'>; boardId: BoardId }) {
  const contest = useCached(boardId, contestsOf)?.list.find((one) => one.activityId === id);
  return (
    <>
      {isGesture ? (
        <span role="img" className={styles.emoji} aria-label={texts.gesture} title={texts.gesture}>
          🌿
        </span>
      ) : null}
      {contest?.outcome === null ? <Contested emoji={contest.emoji} /> : null}
    </>
  );
}

function Contested({ emoji }: { emoji: string }) {
  return (
    <>
      <span aria-hidden="true">·</span>
      <span className={styles.contested} title={texts.contested}>
        <span aria-hidden="true" className={styles.emoji}>
          {emoji}
        </span>{' '}
        {texts.contested}
      </span>
    </>
  );
}
