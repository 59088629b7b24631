import { Fragment } from 'react';
import type { Member } from '#shared/boards';
import type { UserId } from '#shared/ids';
import type { Ranked } from '#shared/leaderboard';
import { CountingScore } from '#client/ui/counting-score.tsx';
import { Raised } from '#client/ui/raised.tsx';
import { ShortScore } from '#client/ui/short-score.tsx';
import styles from './board-score.module.css';
import { boardMessages, boardsMessages } from './boards-messages.fr.ts';
import { Face } from './face.tsx';
import { duelOf, rankOf } from './own-standing.ts';

interface BoardScoreProps {
  /** The members by score, once they are known: with the points of the season where one runs. */
  ranking: readonly Ranked[] | undefined;
  crownedId: UserId | null;
  myId: UserId;
  totalPoints: number;
  /** The points of all members towards a common goal that runs, or the sum of accomplices. */
  sum?: number | undefined;
  /** Whether a line below says how one stands. */
  isStandingSaid: boolean;
}

/** The large numbers of a board: both scores of a duel, one's own among more, that of all towards a goal or of accomplices. The sum of always is heard. */
export function BoardScore({ ranking, crownedId, myId, totalPoints, sum, isStandingSaid }: BoardScoreProps) {
  const duel = sum === undefined ? duelOf(ranking, myId) : null;
  const mine = ranking?.find(({ userId }) => userId === myId);
  const place = ranking && mine && !isStandingSaid && sum === undefined ? rankOf(ranking, myId) : null;
  const isAlone = ranking?.length === 1;
  return (
    <>
      {duel ? (
        <Duel sides={duel} crownedId={crownedId} myId={myId} />
      ) : isAlone && sum === undefined ? null : (
        <p className={styles.own} {...(sum !== undefined && { 'data-total': '' })}>
          {place ? (
            <>
              <span className={styles.place}>
                <Raised>{boardMessages.ownPlace({ ...place, count: ranking?.length ?? 0 })}</Raised>
              </span>{' '}
            </>
          ) : null}
          {sum !== undefined && !isStandingSaid ? <span className={styles.place}>{boardsMessages.together} </span> : null}
          {ranking && mine ? (
            <ShortScore score={sum ?? mine.score} lands className={styles.score} />
          ) : (
            <span className={styles.score}>{'\u00A0'}</span>
          )}
        </p>
      )}
      <p className={isAlone ? styles.own : 'visually-hidden'}>
        <span className="visually-hidden">{boardMessages.totalLabel} </span>
        <CountingScore score={totalPoints} lands={isAlone} className={styles.score} />
      </p>
    </>
  );
}

interface DuelProps {
  sides: readonly [Member, Member];
  crownedId: UserId | null;
  myId: UserId;
}

/** The two scores of a duel, side by side. */
function Duel({ sides, crownedId, myId }: DuelProps) {
  return (
    <p className={styles.duel}>
      {sides.map(({ userId, username, avatar, score }, index) => (
        <Fragment key={userId}>
          {index > 0 ? <span className="visually-hidden"> · </span> : null}
          <span className={styles.side} data-member={userId}>
            <Face userId={userId} avatar={avatar} isCrowned={userId === crownedId} className={styles.face} />
            <span className={styles.who} title={userId === myId ? boardMessages.you : username}>
              {userId === myId ? boardMessages.you : username}
            </span>{' '}
            <ShortScore score={score} lands={userId === myId} className={styles.score} />
          </span>
        </Fragment>
      ))}
    </p>
  );
}
