import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Activity } from '#shared/activities';
import type { Member } from '#shared/boards';
import type { BoardId, UserId } from '#shared/ids';
import type { Contest } from '#shared/play';
import { useServerTime } from '#client/api/server-time.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Button } from '#client/ui/button.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { passFocusOn } from '#client/ui/focus-after-removal.ts';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Bubble } from '#client/ui/surface/surface.tsx';
import { useMove, votesQuery } from './contest-commands.ts';
import { answererOf, askedOf } from './contest-facts.ts';
import { contestMessages as texts } from './contest-messages.fr.ts';
import { PlayCard } from './play-card.tsx';
import styles from './play.module.css';
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
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <PlayCard heading={heading} title={titleOf(contest, myId)} tone="warm">
      <ContestFacts {...props} />
      {/* With the buttons their focus would go. */}
      <ContestMoves {...props} onMoved={() => passFocusOn([heading.current])} />
    </PlayCard>
  );
}

/** The parties of a contest, what it is about, and how it stands. */
export function ContestFacts({ contest, members, activities, myId }: ContestProps) {
  const { activityId, answeredBy, keptAt, endsAt, outcome, by, emoji } = contest;
  const isTurning = useTurning(contest);
  const name = answererOf(contest, members);
  const isMine = answeredBy === myId;
  const isDuel = members.length === 2;
  const title = activities.find(({ id }) => id === activityId)?.title;
  return (
    <Stack gap={3}>
      <Row gap={3}>
        <Avatar emoji={by.avatar} size="lg" />
        <Bubble as="p" className={classNames(styles.stake, styles.grows)}>
          <span aria-hidden="true">{emoji} </span>
          {texts.about({ title })}
        </Bubble>
      </Row>
      {outcome !== null ? (
        <p className={styles.facts}>{isTurning ? texts.turning : texts.result(contest)}</p>
      ) : keptAt === null ? (
        <>
          {isMine ? <Consequences isDuel={isDuel} /> : null}
          <p className={styles.hint}>{isMine ? texts.untilYouAnswer({ at: endsAt }) : texts.untilTheyAnswer({ name, at: endsAt })}</p>
        </>
      ) : (
        <>
          <p className={styles.facts}>{isMine ? texts.youKeep : texts.theyKeep({ name })}</p>
          {isDuel ? null : <p>{texts.votes(contest)}</p>}
          <p className={styles.hint}>{isDuel ? texts.untilTossed({ at: endsAt }) : texts.untilVoted({ at: endsAt })}</p>
        </>
      )}
    </Stack>
  );
}

/** What follows each of the two answers. */
function Consequences({ isDuel }: { isDuel: boolean }) {
  return (
    <dl>
      <Row gap={2} align="start">
        <dt className={styles.facts}>{texts.keep}</dt>
        <dd className={styles.grows}>{texts.ifKept({ isDuel })}</dd>
      </Row>
      <Row gap={2} align="start">
        <dt className={styles.facts}>{texts.withdraw}</dt>
        <dd className={styles.grows}>{texts.ifWithdrawn}</dd>
      </Row>
    </dl>
  );
}

/** The buttons for whoever is asked. `onMoved`: they may be gone. */
export function ContestMoves({ contest, boardId, members, myId, onMoved }: ContestProps & { onMoved: () => void }) {
  const move = useMove({ boardId, contestId: contest.id });
  const now = useServerTime([contest.endsAt]);
  const asked = askedOf(contest, members, myId, now);
  const { data: votes } = useQuery(votesQuery(boardId, asked === 'vote' ? [contest.id] : []));
  const own = votes?.[contest.id];
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
