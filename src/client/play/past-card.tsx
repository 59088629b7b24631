import { useRef } from 'react';
import { canTickOff } from '#shared/board-policy';
import type { Member } from '#shared/boards';
import type { BoardId, UserId } from '#shared/ids';
import type { PastSeason } from '#shared/play';
import { useServerTime } from '#client/api/server-time.ts';
import { finalRefusal } from '#client/sync/replica/failures.ts';
import { Button } from '#client/ui/button.tsx';
import { useFocusAfterRemoval } from '#client/ui/focus-after-removal.ts';
import { Row } from '#client/ui/layout/layout.tsx';
import { useToasts } from '#client/ui/toasts.tsx';
import { openings } from './openings.ts';
import { GoalBar } from './goal-bar.tsx';
import { PlayCard } from './play-card.tsx';
import { usePay } from './play-commands.ts';
import { emojiOf, foldsAt, outcomeOf, partOf, pointsOf, progressOf, resultOf, termsAgain, titleOf } from './play-facts.ts';
import { playMessages as texts } from './play-messages.fr.ts';
import styles from './play.module.css';
import { Podium } from './podium.tsx';

interface PastCardProps {
  boardId: BoardId;
  season: PastSeason;
  /** Whether it may be proposed once more. */
  isOffered: boolean;
  today: string;
  members: readonly Member[];
  myId: UserId;
}

/** A season that is over: in full for two days, then in a row that opens. */
export function PastGame(props: PastCardProps) {
  const { season, myId } = props;
  const foldedAt = foldsAt(season);
  if (useServerTime([foldedAt]) < foldedAt) return <PastCard {...props} />;
  return (
    <details className={styles.fold}>
      <summary className={styles.row}>
        <span aria-hidden="true">{emojiOf(season)}</span>
        <span>
          {resultOf(season, myId)}
          {season.isOwed ? ` · ${texts.owed}` : null}
        </span>
      </summary>
      <PastCard {...props} />
    </details>
  );
}

/** A season that is over: who has won what, whether that is settled, and another one like it. */
function PastCard({ boardId, season, isOffered, today, members, myId }: PastCardProps) {
  const title = titleOf(season);
  const heading = useRef<HTMLHeadingElement>(null);
  const { isOwed, kind, places } = season;
  useFocusAfterRemoval(isOwed ? 1 : 0, heading);
  const isPaying = isOwed && canTickOff({ id: myId }, season, members);
  return (
    <PlayCard heading={heading} title={kind === 'goal' ? title : texts.seasonOver({ title })}>
      {kind === 'goal' ? null : <Podium label={texts.podium({ title })} places={places} myId={myId} />}
      <Outcome {...{ season, members, myId }} />
      {isPaying || isOffered ? (
        <div className={styles.answers}>
          {isPaying ? <PayButton boardId={boardId} season={season} /> : null}
          {isOffered ? (
            <Button
              aria-haspopup="dialog"
              onClick={() => openings.announce({ boardId, what: 'proposal', terms: termsAgain(season, today) })}
            >
              {texts.again}
            </Button>
          ) : null}
        </div>
      ) : null}
    </PlayCard>
  );
}

/** The winners, the result in words, and what became of the stake. A goal shows the whole, and one's own part. */
export function Outcome({ season, members, myId }: Pick<PastCardProps, 'season' | 'members' | 'myId'>) {
  const { kind, goal, places, isOwed, paidAt, changedSince } = season;
  const ownPart = partOf(places, myId);
  return (
    <>
      {kind === 'goal' ? <GoalBar {...progressOf({ goal, points: pointsOf(places) })} label={texts.goal} /> : null}
      {kind === 'goal' && ownPart !== undefined ? <p className={styles.facts}>{texts.ownPart({ points: ownPart })}</p> : null}
      <p className={styles.result}>{outcomeOf(season, myId)}</p>
      {isOwed || paidAt !== null || changedSince ? (
        <Row as="p" gap={2} className={styles.hint}>
          {isOwed ? <span className="badge">{texts.owed}</span> : null}
          {isOwed && !canTickOff({ id: myId }, season, members) ? (
            <span>{texts.awaitsPaying({ names: winnersAmong(members, season) })}</span>
          ) : null}
          {paidAt === null ? null : <span className={styles.mark}>{texts.paid({ at: paidAt })}</span>}
          {changedSince ? (
            <span className={styles.mark} title={texts.changedSinceText}>
              {texts.changedSince}
              <span className="visually-hidden"> : {texts.changedSinceText}</span>
            </span>
          ) : null}
        </Row>
      ) : null}
    </>
  );
}

function winnersAmong(members: readonly Member[], { winners }: PastSeason): string[] {
  return members.filter(({ userId }) => winners.includes(userId)).map(({ username }) => username);
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
