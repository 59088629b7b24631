import { type ReactNode, useId } from 'react';
import type { UserId } from '#shared/ids';
import type { Member } from '#shared/boards';
import type { Ranked } from '#shared/leaderboard';
import { MemberMedals } from '#client/achievements/member-medals.tsx';
import { NearDate } from '#client/activities/near-date.tsx';
import { boardMessages, boardsMessages } from '#client/boards/boards-messages.fr.ts';
import { placeOf } from '#client/boards/own-standing.ts';
import type { ShownBoard } from '#client/sync/commands/projection.ts';
import { useOnline } from '#client/sync/replica/presence.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { pointsWithUnit } from '#client/ui/format.fr.ts';
import { PointsPill } from '#client/ui/points-pill.tsx';
import { isLong } from '#client/ui/short-points.ts';
import { ShortScore } from '#client/ui/short-score.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Card, RowItem } from '#client/ui/surface/surface.tsx';
import styles from './member-card.module.css';
import { memberCardMessages as texts } from './member-card-messages.fr.ts';
import { NudgeButton } from './nudge-button.tsx';

interface MemberCardProps {
  shown: ShownBoard;
  /** The member when their place was pressed. */
  asked: Member;
  myId: UserId;
  open: boolean;
  onClose: () => void;
}

/** A member of a board: face, points and place of all time, what they did last there, and what they have unlocked. */
export function MemberCard({ shown, asked, myId, open, onClose }: MemberCardProps) {
  const { board, ranking, activities } = shown;
  const { userId } = asked;
  const present = ranking.find((one) => one.userId === userId);
  // A member who has left keeps face and name on the open card.
  const member = present ?? asked;
  const { username } = member;
  const moves = activities.filter((one) => one.userId === userId && one.undone === null && !one.undoing).slice(0, mostMoves);
  return (
    <Dialog open={open} onClose={onClose} title={username} size="wide">
      <div className={styles.card}>
        <Stack gap={3}>
          <Card as="div" tone="board" className={styles.hero} data-board-theme={board.theme}>
            <Face member={member} isOnline={present !== undefined && userId !== myId} />
            {!present ? (
              <p className={styles.place}>{texts.unranked}</p>
            ) : board.playMode === 'together' ? null : (
              <Standing member={present} ranking={ranking} myId={myId} />
            )}
          </Card>
          {present && userId !== myId ? <NudgeButton shown={shown} userId={userId} /> : null}
          {present ? null : (
            <p role="status" className={styles.note}>
              {texts.gone({ name: username })}
            </p>
          )}
        </Stack>
        <Stack>
          <Part title={texts.moves}>
            {moves.length === 0 ? (
              <p className={styles.note}>{texts.noMoves}</p>
            ) : (
              <ul>
                {moves.map(({ id, emoji, title, points, loggedAt, playedAt = loggedAt }) => (
                  <RowItem
                    key={id}
                    className={styles.move}
                    face={
                      <span aria-hidden="true" className={styles.emoji}>
                        {emoji ?? '⭐'}
                      </span>
                    }
                    words={
                      <>
                        <p className={styles.title}>{title}</p>
                        <p className={styles.when}>
                          <NearDate at={playedAt} />
                        </p>
                      </>
                    }
                    number={<PointsPill points={points} />}
                  />
                ))}
              </ul>
            )}
          </Part>
          {present ? (
            <Part title={texts.medals}>
              <MemberMedals boardId={board.id} userId={userId} name={username} most={mostMedals} />
            </Part>
          ) : null}
        </Stack>
      </div>
    </Dialog>
  );
}

function Face({ member: { userId, avatar }, isOnline }: { member: Member; isOnline: boolean }) {
  const isThere = useOnline(userId) && isOnline;
  return (
    <span className={styles.face}>
      <Avatar emoji={avatar} size="xl" presence={isThere ? boardMessages.online : undefined} />
    </span>
  );
}

function Standing({ member: { userId, score }, ranking, myId }: { member: Ranked; ranking: readonly Ranked[]; myId: UserId }) {
  const mine = ranking.find((one) => one.userId === myId);
  const place = placeOf(ranking, userId);
  return (
    <div className={styles.standing}>
      <p>
        <ShortScore score={score} className={styles.score} />
      </p>
      {isLong(score) ? <p aria-hidden="true">{pointsWithUnit(score)}</p> : null}
      <p className={styles.place}>{place ? texts.place({ ...place, count: ranking.length }) : boardsMessages.even}</p>
      {mine && mine.userId !== userId ? <p>{distanceTo(score - mine.score)}</p> : null}
    </div>
  );
}

function distanceTo(ahead: number): string {
  if (ahead === 0) return texts.tie;
  return ahead > 0 ? texts.ahead({ count: ahead }) : texts.behind({ count: -ahead });
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Stack as="section" gap={2} aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        {title}
      </h3>
      {children}
    </Stack>
  );
}

const mostMoves = 5;
const mostMedals = 6;
