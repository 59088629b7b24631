import type { ReactNode } from 'react';
import type { BoardCard } from '#shared/boards';
import type { UserId } from '#shared/ids';
import { duelOf, placeOf } from './own-standing.ts';
import { CountingScore } from '#client/ui/counting-score.tsx';
import { hasLongWord, Hyphenated } from '#client/ui/hyphenated.tsx';
import { isLong } from '#client/ui/short-points.ts';
import { boardMessages, boardsMessages as texts } from './boards-messages.fr.ts';
import styles from './board-card.module.css';
import { Flame } from './flame.tsx';

export type BoardCardLook = Pick<BoardCard, 'title' | 'icon' | 'theme' | 'totalPoints' | 'memberCount' | 'actionCount' | 'members'> &
  Partial<Pick<BoardCard, 'flame' | 'timeZone'>>;

interface BoardCardPictureProps {
  board: BoardCardLook;
  /** The person whose place and score the card shows in large: the board's total is a number that nobody plays for. */
  myId?: UserId | undefined;
  /** What is played for, in a few words. */
  play?: ReactNode;
}

/** A board in its gradient: what the grid links to and what the form previews. */
export function BoardCardPicture({ board, myId, play }: BoardCardPictureProps) {
  const { title, icon, theme, totalPoints, memberCount, actionCount, members, flame, timeZone } = board;
  const own = members?.find(({ userId }) => userId === myId);
  const duel = own ? duelOf(members, own.userId) : null;
  const sides = duel ?? (own ? [own] : []);
  const place = members && own ? placeOf(members, own.userId) : null;
  const total = (
    <>
      <CountingScore score={totalPoints} className={styles.score} /> <span className={styles.unit}>{texts.unit}</span>
    </>
  );
  return (
    <span className={styles.card} data-board-theme={theme}>
      <span aria-hidden="true" className={styles.icon}>
        {icon}
      </span>
      <span data-title="" data-words={lengthOfWords(title)} className={styles.title}>
        <Hyphenated>{title}</Hyphenated>
      </span>
      <span className={styles.counts}>
        <span className={styles.sizes}>
          <span className={styles.count}>{texts.members({ count: memberCount })}</span>
          <span className={styles.dot}> · </span>
          <span className={styles.count}>{texts.actions({ count: actionCount })}</span>
        </span>
        {own ? (
          <span className={styles.total}>
            {total} {isLong(totalPoints) ? null : texts.inAll}
          </span>
        ) : null}
      </span>
      <span className={styles.standing}>
        {flame && timeZone !== undefined ? (
          <span className={styles.flame}>
            <Flame board={{ flame, timeZone }} memberCount={memberCount} isOnCard />
          </span>
        ) : null}
        {own ? (
          <span className={styles.place}>
            {place && duel ? (
              distanceIn(duel)
            ) : place ? (
              <>
                <span className="visually-hidden">{boardMessages.ownRank(place)}</span>
                <span aria-hidden="true" className={styles.rank}>
                  {place.rank}
                  <sup>{texts.ordinal(place)}</sup>
                </span>
                <span aria-hidden="true">{place.shared ? texts.tied : texts.among({ count: memberCount })}</span>
              </>
            ) : memberCount > 1 ? (
              texts.even
            ) : (
              texts.alone
            )}
          </span>
        ) : null}
      </span>
      {play ? <span className={styles.play}>{play}</span> : null}
      <span className={styles.numbers}>
        {own ? null : (
          <span className={styles.large} data-long={isLong(totalPoints) || undefined}>
            {total}
          </span>
        )}
        {sides.map(({ userId, username, score }) => (
          <span key={userId} className={styles.side} data-own={userId === myId || undefined} data-long={isLong(score) || undefined}>
            <span className={styles.who}>{userId === myId ? boardMessages.you : username}</span>{' '}
            <CountingScore score={score} className={styles.sideScore} />
          </span>
        ))}
      </span>
    </span>
  );
}

type Scored = { score: number };

/** On a board of two a place says nothing: who is second is last. */
function distanceIn([mine, other]: readonly [Scored, Scored]): string {
  const count = mine.score - other.score;
  if (count === 0) return texts.equal;
  return count > 0 ? texts.youLead({ count }) : texts.behind({ count: -count });
}

/** Words that are longer than the line are written smaller. */
function lengthOfWords(title: string): 'long' | 'longest' | undefined {
  if (hasLongWord(title, 14)) return 'longest';
  return hasLongWord(title, 11) ? 'long' : undefined;
}
