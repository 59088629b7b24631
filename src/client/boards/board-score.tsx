import { Fragment } from 'react';
import type { Member } from '#shared/boards';
import type { UserId } from '#shared/ids';
import { Avatar } from '#client/ui/avatar.tsx';
import { isLong } from '#client/ui/short-points.ts';
import { ShortScore } from '#client/ui/short-score.tsx';
import styles from './board-score.module.css';
import { Rope } from './rope.tsx';
import { boardMessages } from './boards-messages.fr.ts';

interface DuelProps {
  sides: readonly [Member, Member];
  crownedId: UserId | null;
  myId: UserId;
}

/** The two scores of a duel, side by side, and the rope between them. */
export function Duel({ sides, crownedId, myId }: DuelProps) {
  const best = Math.max(...sides.map(({ score }) => score));
  return (
    <div className={styles.duelAndRope}>
      <p className={styles.duel} data-digits={digitsOfDuel(sides.map(({ score }) => score))}>
        {sides.map(({ userId, username, avatar, score }, index) => (
          <Fragment key={userId}>
            {index > 0 ? <span className={styles.dot}> · </span> : null}
            <span className={styles.side} data-member={userId}>
              <span
                aria-hidden="true"
                className={styles.avatar}
                data-face={userId}
                data-crowned={userId === crownedId || undefined}
                data-trails={(crownedId !== null && score < best) || undefined}
              >
                <Avatar emoji={avatar} size="sm" />
              </span>
              <span className={styles.who} data-long={(userId !== myId && username.length > 10) || undefined}>
                {userId === myId ? boardMessages.you : username}
              </span>{' '}
              <ShortScore score={score} lands={userId === myId} className={styles.score} />
            </span>
          </Fragment>
        ))}
      </p>
      <Rope left={sides[0].score} right={sides[1].score} className={styles.rope} />
    </div>
  );
}

/** Long scores are written smaller; both alike, so that they can be compared. */
function digitsOfDuel(scores: readonly number[]): 'some' | undefined {
  return scores.some((score) => isLong(score) || String(score).length > 4) ? 'some' : undefined;
}
