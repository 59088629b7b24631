import { Settings, Share2 } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import type { Board } from '#shared/boards';
import type { UserId } from '#shared/ids';
import type { Ranked } from '#shared/leaderboard';
import { duelOf, rankOf } from './own-standing.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { CountingScore } from '#client/ui/counting-score.tsx';
import { hasLongWord, Hyphenated } from '#client/ui/hyphenated.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Raised } from '#client/ui/raised.tsx';
import { ShortScore } from '#client/ui/short-score.tsx';
import styles from './board-header.module.css';
import { Duel } from './board-score.tsx';
import { boardMessages, boardsMessages } from './boards-messages.fr.ts';

interface BoardHeaderProps {
  board: Pick<Board, 'title' | 'icon' | 'theme' | 'totalPoints'>;
  memberCount: number;
  /** By score, once they are known: two members are shown as a duel, more as one's own score and a row of avatars. */
  ranking?: readonly Ranked[] | undefined;
  /** Who wears the crown. */
  crownedId?: UserId | null | undefined;
  myId: UserId;
  flame?: ReactNode;
  /** What the board plays for at the moment, below the title. */
  season?: ReactNode;
  onSettings?: (() => void) | undefined;
  onShare?: (() => void) | undefined;
}

/** The board's title, icon and score, in its gradient. It has no buttons until the whole board is read. */
export function BoardHeader({ board, memberCount, ranking, crownedId = null, myId, flame, season, onSettings, onShare }: BoardHeaderProps) {
  const duel = duelOf(ranking, myId);
  const isGroup = memberCount > 2;
  const count = boardsMessages.members({ count: memberCount });
  return (
    <header className={styles.header} data-board-header="">
      <div className={styles.bar}>
        <span aria-hidden="true" className={styles.icon}>
          {board.icon}
        </span>
        {onShare ? (
          <IconButton className={styles.button} label={boardMessages.share} icon={<Share2 aria-hidden="true" />} onClick={onShare} />
        ) : null}
        {onSettings ? (
          <IconButton
            className={styles.button}
            label={boardMessages.openSettings}
            icon={<Settings aria-hidden="true" />}
            onClick={onSettings}
          />
        ) : null}
      </div>
      <div className={styles.title} data-long={board.title.length > 24 || hasLongWord(board.title, 9) || undefined}>
        <PageTitle>
          <Hyphenated>{board.title}</Hyphenated>
        </PageTitle>
      </div>
      {season}
      <div className={styles.foot} data-contest={duel ? 'duel' : isGroup ? 'group' : undefined}>
        {duel ? <Duel sides={duel} crownedId={crownedId} myId={myId} /> : null}
        {isGroup ? <OwnScore ranking={ranking} myId={myId} /> : null}
        <p className={styles.members}>
          {ranking && !duel ? (
            <span aria-hidden="true" className={styles.avatars} data-more={memberCount > 4 ? memberCount - 3 : undefined}>
              {ranking.slice(0, memberCount > 4 ? 3 : 4).map(({ userId, avatar }) => (
                <span key={userId} className={styles.face} data-face={userId} data-crowned={userId === crownedId || undefined}>
                  <Avatar emoji={avatar} size="sm" />
                </span>
              ))}
            </span>
          ) : null}
          {/* The flame comes late, and before the count: they come together, so that it moves nothing aside. */}
          <Suspense fallback={<span className={styles.awaited}>{count}</span>}>
            {flame}
            <span>{count}</span>
          </Suspense>
        </p>
        <p className={styles.total} data-total="" data-digits={digitsOfTotal(board.totalPoints)}>
          <span className={duel || isGroup ? styles.label : 'visually-hidden'}>{boardMessages.totalLabel} </span>
          <CountingScore score={board.totalPoints} lands={!duel && !isGroup} className={styles.score} />
        </p>
      </div>
      {ranking ? (
        <Suspense>
          <ScoreAtHand ranking={ranking} myId={myId} theme={board.theme} />
        </Suspense>
      ) : null}
    </header>
  );
}

/** One's own score and place among three and more; its room until they are known. */
function OwnScore({ ranking, myId }: Pick<BoardHeaderProps, 'ranking' | 'myId'>) {
  const mine = ranking?.find(({ userId }) => userId === myId);
  const place = ranking ? rankOf(ranking, myId) : null;
  return (
    <p className={styles.own} data-digits={mine && String(Math.abs(mine.score)).length > 3 ? 'some' : undefined}>
      {ranking && mine && place ? (
        <>
          <span className={styles.rank}>
            <Raised>{boardMessages.ownPlace({ ...place, count: ranking.length })}</Raised>
          </span>{' '}
          <ShortScore score={mine.score} lands className={styles.score} />
        </>
      ) : (
        <span className={styles.score}>{'\u00A0'}</span>
      )}
    </p>
  );
}

/** A long score is written smaller. */
function digitsOfTotal(points: number): 'some' | 'many' | undefined {
  const digits = String(Math.abs(points)).length;
  return digits > 8 ? 'many' : digits > 5 ? 'some' : undefined;
}

// Needed once the header is scrolled away.
const ScoreAtHand = lazyPart(async () => (await import('./score-at-hand.tsx')).ScoreAtHand);
