import { useQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import type { Activity } from '#shared/activities';
import type { Member } from '#shared/boards';
import type { BoardId, UserId } from '#shared/ids';
import type { Contest } from '#shared/play';
import { useServerTime } from '#client/api/server-time.ts';
import { Button } from '#client/ui/button.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { passFocusOn } from '#client/ui/focus-after-removal.ts';
import styles from './agreement.module.css';
import bubble from './bubble.module.css';
import { Coin } from './coin.tsx';
import { useMove, voteQuery } from './contest-commands.ts';
import { answererOf, askedOf } from './contest-facts.ts';
import { contestMessages as texts } from './contest-messages.fr.ts';
import { useTurning } from './turning.ts';

export interface ContestProps {
  contest: Contest;
  boardId: BoardId;
  members: readonly Member[];
  /** Those that are known, among them the contested one as a rule. */
  activities: readonly Pick<Activity, 'id' | 'title'>[];
  myId: UserId;
}

export function titleOf({ by }: Contest, myId: UserId): string {
  return by.userId === myId ? texts.youContest : texts.theyContest({ name: by.username });
}

/** What is contested, as a card: what there is to do about it, and what became of it. */
export function ContestCard(props: ContestProps) {
  const { contest, myId } = props;
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section aria-labelledby={id} className={styles.card}>
      <div className={styles.inside}>
        <h2 ref={heading} id={id} tabIndex={-1} className={styles.title}>
          <span aria-hidden="true">{contest.emoji} </span>
          {titleOf(contest, myId)}
        </h2>
        <ContestFacts {...props} />
        {/* With the buttons their focus would go. */}
        <ContestMoves {...props} onMoved={() => passFocusOn([heading.current])} />
      </div>
    </section>
  );
}

/** About what it is, and how it stands. */
export function ContestFacts({ contest, members, activities, myId }: ContestProps) {
  const { activityId, answeredBy, keptAt, endsAt, outcome } = contest;
  const isTurning = useTurning(contest);
  const name = answererOf(contest, members);
  const isMine = answeredBy === myId;
  const title = activities.find(({ id }) => id === activityId)?.title;
  return (
    <div className={styles.terms}>
      <p className={classNames(bubble.bubble, styles.stake)}>{texts.about({ title })}</p>
      {outcome !== null ? (
        <p className={styles.facts}>
          {contest.how === 'coin' ? <Coin isTurning={isTurning} isHeads={outcome === 'void'} /> : null}{' '}
          {isTurning ? texts.turning : texts.result(contest)}
        </p>
      ) : keptAt === null ? (
        <p className={styles.hint}>{isMine ? texts.untilYouAnswer({ at: endsAt }) : texts.untilTheyAnswer({ name, at: endsAt })}</p>
      ) : (
        <>
          <p className={styles.facts}>{isMine ? texts.youKeep : texts.theyKeep({ name })}</p>
          {members.length > 2 ? <p>{texts.votes(contest)}</p> : null}
          <p className={styles.hint}>{members.length > 2 ? texts.untilVoted({ at: endsAt }) : texts.untilTossed({ at: endsAt })}</p>
        </>
      )}
    </div>
  );
}

/** The buttons for whoever is asked. `onMoved`: they may be gone. */
export function ContestMoves({ contest, boardId, members, myId, onMoved }: ContestProps & { onMoved: () => void }) {
  const move = useMove({ boardId, contestId: contest.id });
  const now = useServerTime([contest.endsAt]);
  const asked = askedOf(contest, members, myId, now);
  const { data: own } = useQuery({ ...voteQuery({ boardId, contestId: contest.id }), enabled: asked === 'vote' });
  const canWithdraw = contest.outcome === null && contest.answeredBy === myId && now < contest.endsAt;
  if (asked === null && !canWithdraw) return null;
  const send = (one: Parameters<typeof move.mutate>[0]) => move.mutate(one, { onSuccess: onMoved });
  const pressed = (isVoid: boolean) => ({ 'aria-pressed': own?.isVoid === isVoid, pending: isPendingFor(move, isVoid) });
  return (
    <div
      className={styles.answers}
      role={asked === 'vote' ? 'group' : undefined}
      aria-label={asked === 'vote' ? texts.yourVote : undefined}
    >
      {canWithdraw ? <Button onClick={() => send({ answer: false })}>{texts.withdraw}</Button> : null}
      {asked === 'answer' ? (
        <Button kind="primary" onClick={() => send({ answer: true })}>
          {texts.keep}
        </Button>
      ) : null}
      {asked === 'toss' ? (
        <Button kind="primary" onClick={() => send('toss')}>
          {texts.toss}
        </Button>
      ) : null}
      {asked === 'vote' ? (
        <>
          <Button {...pressed(true)} onClick={() => move.mutate({ vote: true })}>
            {texts.voteVoid}
          </Button>
          <Button {...pressed(false)} onClick={() => move.mutate({ vote: false })}>
            {texts.voteKeep}
          </Button>
        </>
      ) : null}
    </div>
  );
}

function isPendingFor({ isPending, variables }: ReturnType<typeof useMove>, isVoid: boolean): boolean {
  return isPending && typeof variables === 'object' && 'vote' in variables && variables.vote === isVoid;
}
