import { Fragment } from 'react';
import type { Member } from '#shared/boards';
import type { UserId } from '#shared/ids';
import { Avatar } from '#client/ui/avatar.tsx';
import { CountingScore } from '#client/ui/counting-score.tsx';
import styles from './board-score.module.css';
import { boardMessages } from './boards-messages.fr.ts';

/** The two scores of a duel, side by side. */
export function Duel({ sides, myId }: { sides: readonly [Member, Member]; myId: UserId }) {
  return (
    <p className={styles.duel} data-digits={digitsOfDuel(sides.map(({ score }) => score))}>
      {sides.map(({ userId, username, avatar, score }, index) => (
        <Fragment key={userId}>
          {index > 0 ? <span className={styles.dot}> · </span> : null}
          <span className={styles.side}>
            <span aria-hidden="true" className={styles.avatar}>
              <Avatar emoji={avatar} size="sm" />
            </span>
            <span className={styles.who} data-long={(userId !== myId && username.length > 10) || undefined}>
              {userId === myId ? boardMessages.you : username}
            </span>{' '}
            <CountingScore score={score} lands={userId === myId} className={styles.score} />
          </span>
        </Fragment>
      ))}
    </p>
  );
}

/** Long scores are written smaller; both alike, so that they can be compared. */
function digitsOfDuel(scores: readonly number[]): 'some' | 'many' | undefined {
  const digits = Math.max(...scores.map((score) => String(score).length));
  return digits > 7 ? 'many' : digits > 4 ? 'some' : undefined;
}
