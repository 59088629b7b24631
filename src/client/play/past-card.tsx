import { useRef } from 'react';
import { canTickOff } from '#shared/board-policy';
import type { Member } from '#shared/boards';
import type { BoardId, UserId } from '#shared/ids';
import type { PastSeason } from '#shared/play';
import { winningPlaces } from '#shared/season-rules';
import { finalRefusal } from '#client/sync/replica/failures.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Button } from '#client/ui/button.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { useFocusAfterRemoval } from '#client/ui/focus-after-removal.ts';
import { useToasts } from '#client/ui/toasts.tsx';
import { asked } from './asked.ts';
import bubble from './bubble.module.css';
import { GoalBar } from './goal-bar.tsx';
import { usePay } from './play-commands.ts';
import { pointsOf, progressOf, termsAgain, winnerNames } from './play-facts.ts';
import { playMessages as texts } from './play-messages.fr.ts';
import { Places } from './places.tsx';
import { Card } from './season-card.tsx';
import styles from './season-card.module.css';
import { Unbroken } from '#client/ui/unbroken.tsx';

interface PastCardProps {
  boardId: BoardId;
  season: PastSeason;
  /** Whether it may be proposed once more. */
  isOffered: boolean;
  today: string;
  members: readonly Member[];
  myId: UserId;
}

/** A season that is over: who has won what, whether that is settled, and another one like it. */
export function PastCard({ boardId, season, isOffered, today, members, myId }: PastCardProps) {
  const { kind, number, isOwed } = season;
  const isMine = canTickOff({ id: myId }, season, members);
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusAfterRemoval(isOwed ? 1 : 0, heading);
  return (
    <Card
      heading={heading}
      title={kind === 'goal' ? texts.goal : texts.seasonOver({ number })}
      places={
        kind === 'goal' ? null : <Places label={texts.podium({ number })} places={season.places} isRanked isOver shape="line" myId={myId} />
      }
      foot={
        <div className={styles.answers}>
          {isOwed && isMine ? <PayButton boardId={boardId} season={season} /> : null}
          {isOffered ? (
            <Button aria-haspopup="dialog" onClick={() => asked.announce({ boardId, what: 'proposal', terms: termsAgain(season, today) })}>
              {texts.again}
            </Button>
          ) : null}
        </div>
      }
    >
      <Outcome {...{ season, members, myId }} />
    </Card>
  );
}

/** Who has won, the result in words, and what became of the stake. */
export function Outcome({ season, members, myId }: Pick<PastCardProps, 'season' | 'members' | 'myId'>) {
  const { kind, goal, stake, places, isReached, isOwed, paidAt, changedSince } = season;
  const progress = progressOf({ goal, points: pointsOf(places) });
  const isWon = kind === 'goal' ? isReached === true : winnerNames(season).length > 0;
  return (
    <>
      {kind === 'goal' ? <GoalBar {...progress} label={texts.goal} /> : null}
      <p className={styles.outcome}>
        <Faces season={season} />
        <span className={styles.result}>{outcomeOf(season, myId, progress.percent)}</span>{' '}
        {isWon && stake !== null ? (
          <span className={classNames(bubble.bubble, styles.prize)}>
            <Unbroken>{kind === 'goal' ? texts.reachedFor({ stake }) : texts.stakeOf({ stake })}</Unbroken>
          </span>
        ) : null}{' '}
        {isOwed ? (
          <span className={styles.due}>
            <span className="badge">{texts.owed}</span>{' '}
            {canTickOff({ id: myId }, season, members) ? null : texts.awaitsPaying({ names: winnersAmong(members, season) })}
          </span>
        ) : null}
        {paidAt === null ? null : <span className={styles.mark}>{texts.paid({ at: paidAt })}</span>}
        {changedSince ? (
          <span className={styles.mark} title={texts.changedSinceText}>
            {texts.changedSince}
            <span className="visually-hidden"> : {texts.changedSinceText}</span>
          </span>
        ) : null}
      </p>
    </>
  );
}

/** Whoever has won, with the crown; what was reached together has a face of its own. */
function Faces({ season: { kind, places, ties, isReached } }: { season: PastSeason }) {
  const winners = kind === 'season' ? winningPlaces(places, ties) : [];
  const isWon = winners.length > 0;
  const emoji = kind === 'season' ? '🤝' : isReached ? '🎯' : '🌱';
  return (
    <span aria-hidden="true" className={styles.faces} data-crown={isWon || undefined}>
      {isWon ? (
        winners.slice(0, mostFaces).map(({ userId, avatar }) => <Avatar key={userId} emoji={avatar} size="lg" />)
      ) : (
        <Avatar emoji={emoji} size="lg" />
      )}
    </span>
  );
}

const mostFaces = 2;

function winnersAmong(members: readonly Member[], { winners }: PastSeason): string[] {
  return members.filter(({ userId }) => winners.includes(userId)).map(({ username }) => username);
}

/** Before the stake, where there is one. */
function outcomeOf(season: PastSeason, myId: UserId, percent: number): string {
  const { kind, stake, isReached, winners } = season;
  if (kind === 'goal') {
    return isReached === true ? texts.reached : texts.missed({ isClose: percent >= 90 });
  }
  const names = winnerNames(season);
  if (names.length === 0) return texts.nobodyWins({ isTied: season.places.some(({ rank }) => rank === 1) });
  const who = { names, isMe: winners.includes(myId) };
  return stake === null ? texts.winsPlainly(who) : texts.wins(who);
}

/** For whoever may say that a stake is settled. */
export function PayButton({ boardId, season }: Pick<PastCardProps, 'boardId' | 'season'>) {
  const { show } = useToasts();
  const pay = usePay(boardId);

  async function settle() {
    try {
      const sent = pay.send(season.id);
      if (sent === null) return;
      await sent;
      show({ kind: 'success', message: texts.paidThanks });
    } catch (error) {
      show({ kind: 'error', message: finalRefusal(error) ?? texts.payFailed });
    }
  }

  return (
    <Button kind="primary" pending={pay.isPending} onClick={() => void settle()}>
      {texts.pay}
    </Button>
  );
}
