import type { ReactNode } from 'react';
import type { BoardCard } from '#shared/boards';
import type { UserId } from '#shared/ids';
import { useServerTime } from '#client/api/server-time.ts';
import { duelOf } from './own-standing.ts';
import { gamesMove, goalOn, type Player, playersOn } from './players.ts';
import { CountingScore } from '#client/ui/counting-score.tsx';
import { hasLongWord, Hyphenated } from '#client/ui/hyphenated.tsx';
import { isLong } from '#client/ui/short-points.ts';
import { boardMessages, boardsMessages as texts } from './boards-messages.fr.ts';
import styles from './board-card.module.css';
import { Flame } from './flame.tsx';

export type BoardCardLook = Pick<BoardCard, 'title' | 'icon' | 'theme' | 'totalPoints' | 'memberCount' | 'actionCount' | 'members'> &
  Partial<Pick<BoardCard, 'flame' | 'timeZone' | 'standing' | 'play' | 'playMode'>>;

interface BoardCardPictureProps {
  board: BoardCardLook;
  /** The person whose place and score the card shows in large: the board's total is a number that nobody plays for. */
  myId?: UserId | undefined;
  /** What is played for, in a few words. */
  play?: ReactNode;
}

/** A board in its gradient: what the grid links to and what the form previews. While a game runs its points are the large ones (decision D59). */
export function BoardCardPicture({ board, myId, play }: BoardCardPictureProps) {
  const { title, icon, theme, totalPoints, memberCount, actionCount, flame, timeZone } = board;
  const now = useServerTime(gamesMove(board));
  const isTogether = board.playMode === 'together';
  const players = myId === undefined || isTogether ? [] : (playersOn(board, myId, now) ?? []);
  const own = players.find(({ userId }) => userId === myId);
  const goal = own || isTogether ? goalOn(board, now) : null;
  const total = (
    <>
      <CountingScore score={totalPoints} className={styles.small} /> {texts.unit}
    </>
  );
  return (
    <span className={styles.card} data-board-theme={theme}>
      <span className={styles.head}>
        <span aria-hidden="true" className={styles.icon}>
          {icon}
        </span>
        <span className={styles.words}>
          <span data-title="" data-words={hasLongWord(title, 11) || undefined} className={styles.title}>
            <Hyphenated>{title}</Hyphenated>
          </span>
          {own ? (
            <span className={styles.standing}>
              <Standing {...{ board, players, own, goal }} />
            </span>
          ) : null}
        </span>
        {flame && timeZone !== undefined ? (
          <span className={styles.flame}>
            <Flame board={{ flame, timeZone }} memberCount={memberCount} isOnCard />
          </span>
        ) : null}
      </span>
      <span className={styles.numbers}>
        {goal ? (
          <Score who={texts.together} score={goal.points} isLarge />
        ) : own ? (
          (sidesOf(board, players, own.userId) ?? [own]).map(({ userId, username, score }) => (
            <Score key={userId} who={userId === myId ? boardMessages.you : username} score={score} isLarge={userId === myId} />
          ))
        ) : (
          <span className={styles.score} data-large="" data-long={isLong(totalPoints) || undefined}>
            {total}
          </span>
        )}
      </span>
      <span className={styles.counts}>
        {texts.members({ count: memberCount })} · {texts.actions({ count: actionCount })}
        {own || goal ? (
          <>
            {' · '}
            {total} {isLong(totalPoints) ? null : texts.inAll}
          </>
        ) : null}
      </span>
      {play}
    </span>
  );
}

function Score({ who, score, isLarge }: { who: string; score: number; isLarge: boolean }) {
  return (
    <span className={styles.score} data-large={isLarge || undefined} data-long={isLong(score) || undefined}>
      <span className={styles.who}>{who}</span> <CountingScore score={score} />
    </span>
  );
}

interface StandingProps {
  board: BoardCardLook;
  players: readonly Player[];
  own: Player;
  goal: ReturnType<typeof goalOn>;
}

/** How far one is ahead or behind of two, one's place among more, and what is left to do together. */
function Standing({ board, players, own, goal }: StandingProps) {
  const { memberCount } = board;
  const duel = sidesOf(board, players, own.userId);
  const place = placeOn(board, players, own.userId);
  if (goal) return <span>{goal.points >= goal.goal ? texts.reached : texts.left({ count: goal.goal - goal.points })}</span>;
  if (memberCount < 2) return <span>{texts.alone}</span>;
  if (!place) return <span>{texts.even}</span>;
  if (duel) return <span>{distanceIn(duel)}</span>;
  return (
    <>
      <span className="visually-hidden">{boardMessages.ownRank(place)}</span>
      <span aria-hidden="true">
        {place.rank}
        <sup className={styles.ordinal}>{texts.ordinal(place)}</sup> {place.shared ? texts.tied : texts.among({ count: memberCount })}
      </span>
    </>
  );
}

/** The person's place among them; null as long as nobody has points: all are equal, and none is first. */
function placeOn({ standing, members }: BoardCardLook, players: readonly Player[], myId: UserId): { rank: number; shared: boolean } | null {
  const own = players.find(({ userId }) => userId === myId);
  if (!own || players.every(({ score }) => score === 0)) return null;
  if (!members && standing) return { rank: standing.rank, shared: standing.shared };
  const rank = players.filter(({ score }) => score > own.score).length + 1;
  return { rank, shared: players.some((one) => one !== own && one.score === own.score) };
}

/** Two players may also be all that is known of a larger board: that is no duel. */
function sidesOf({ memberCount }: BoardCardLook, players: readonly Player[], myId: UserId) {
  return memberCount === 2 ? duelOf(players, myId) : null;
}

type Scored = { score: number };

/** On a board of two a place says nothing: who is second is last. */
function distanceIn([mine, other]: readonly [Scored, Scored]): string {
  const count = mine.score - other.score;
  if (count === 0) return texts.equal;
  return count > 0 ? texts.youLead({ count }) : texts.behind({ count: -count });
}
