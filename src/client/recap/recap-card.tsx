import type { ReactNode } from 'react';
import type { UserId } from '#shared/ids';
import type { Recap } from '#shared/recap';
import { signedPoints } from '#client/ui/format.fr.ts';
import { Hyphenated } from '#client/ui/hyphenated.tsx';
import { Bars, Big, Counted, CountedFlame, Emoji, Eyebrow, Faces } from './card-parts.tsx';
import { type CardKind, gestureSteps } from './cards.ts';
import { GestureCard } from './gesture-card.tsx';
import styles from './recap-dialog.module.css';
import { recapMessages as texts } from './recap-messages.fr.ts';

interface RecapCardProps {
  recap: Recap;
  kind: Exclude<CardKind, 'end'>;
  step: number;
  myId: UserId;
}

/** One thought about a week. */
export function RecapCard({ recap, kind, step, myId }: RecapCardProps) {
  return <>{draw[kind](recap, myId, step)}</>;
}

const draw: Record<RecapCardProps['kind'], (recap: Recap, myId: UserId, step: number) => ReactNode> = {
  total: ({ total, week }) => <TotalCard total={total} week={week} />,
  gestures: (recap, myId, step) => <GestureCard {...{ recap, myId }} gestures={gestureSteps(recap.gestures)[step] ?? []} />,
  leaders: ({ leaders }, myId) => leaders && <LeadersCard leaders={leaders} myId={myId} />,
  days: ({ days, week }) => days && <DaysCard days={days} week={week} />,
  favourite: ({ favourite }) => favourite && <FavouriteCard favourite={favourite} />,
  loss: ({ loss }) => loss && <LossCard loss={loss} />,
  flame: ({ flame }) => flame && <FlameCard flame={flame} />,
  season: ({ season }, myId) => season && <SeasonCard season={season} myId={myId} />,
  wink: ({ wink }) => wink && <WinkCard wink={wink} />,
};

type Part<Name extends keyof Recap> = NonNullable<Recap[Name]>;

function TotalCard({ total, week }: { total: Recap['total']; week: string }) {
  const { points, actions, people, before } = total;
  const isUp = points > 0;
  return (
    <>
      <Eyebrow>{texts.week({ monday: week })}</Eyebrow>
      <Counted count={isUp ? points : actions} />
      <p className={styles.unit}>{isUp ? texts.total.points({ points }) : texts.total.actionsAlone({ actions })}</p>
      {isUp ? <p className={styles.aside}>{texts.total.actions({ actions, people })}</p> : null}
      <p className={styles.pill}>{compared(actions, before)}</p>
    </>
  );
}

/** Never a reproach: fewer is a number, too. */
function compared(actions: number, before: Recap['total']['before']): string {
  if (!before) return texts.total.first;
  if (actions === before.actions) return texts.total.same;
  return actions > before.actions ? texts.total.more({ count: actions - before.actions }) : texts.total.fewer({ before: before.actions });
}

function LeadersCard({ leaders: { members, points }, myId }: { leaders: Part<'leaders'>; myId: UserId }) {
  const isTie = members.length > 1;
  const names = members.map(({ userId, username }) => (userId === myId ? texts.leaders.you.replace(/\W*$/, '') : username));
  const isMe = !isTie && members[0]?.userId === myId;
  return (
    <>
      <Eyebrow>{isTie ? texts.leaders.tie : texts.leaders.title}</Eyebrow>
      <Faces people={members} />
      <p className={styles.title}>{isMe ? texts.leaders.you : texts.leaders.names({ names })}</p>
      <p className={styles.unit}>{isTie ? texts.leaders.each({ points }) : texts.leaders.points({ points })}</p>
    </>
  );
}

function DaysCard({ days: { best, actions, gained }, week }: { days: Part<'days'>; week: string }) {
  return (
    <>
      <Eyebrow>{texts.days.title}</Eyebrow>
      <p className={styles.title} data-large="">
        {texts.days.name({ monday: week, index: best })}
      </p>
      <p className={styles.unit}>{texts.days.best({ points: gained[best] ?? 0, actions })}</p>
      <Bars values={gained} best={best} letterOf={(index) => texts.days.letter({ monday: week, index })} />
    </>
  );
}

function FavouriteCard({ favourite: { title, emoji, times } }: { favourite: Part<'favourite'> }) {
  return (
    <>
      <Eyebrow>{texts.favourite.title}</Eyebrow>
      <Emoji>{emoji ?? '⭐'}</Emoji>
      <p className={styles.title}>
        <Hyphenated>{title}</Hyphenated>
      </p>
      <p className={styles.pill}>{texts.favourite.times({ times })}</p>
    </>
  );
}

function LossCard({ loss: { title, emoji, points } }: { loss: Part<'loss'> }) {
  return (
    <>
      <Eyebrow>{texts.loss.title}</Eyebrow>
      <Emoji>{emoji ?? '🙈'}</Emoji>
      <p className={styles.title}>
        <Hyphenated>{title}</Hyphenated>
      </p>
      <p className={styles.unit}>{signedPoints(points)}</p>
      <p className={styles.aside}>{texts.loss.nobody}</p>
    </>
  );
}

function FlameCard({ flame: { days, record } }: { flame: Part<'flame'> }) {
  return (
    <>
      <Eyebrow>{texts.flame.title}</Eyebrow>
      <CountedFlame days={days} />
      <p className={styles.unit}>{texts.flame.days({ days })}</p>
      <p className={styles.pill}>{flameText(days, record)}</p>
    </>
  );
}

function flameText(days: number, record: number): string {
  if (days === 1) return texts.flame.first;
  return days < record ? texts.flame.record({ days: record }) : texts.flame.best;
}

const mostFaces = 3;

function SeasonCard({ season, myId }: { season: Part<'season'>; myId: UserId }) {
  if (season.state === 'running')
    return (
      <>
        <Eyebrow>{texts.season.running[season.kind]}</Eyebrow>
        <Counted count={season.daysLeft} />
        <p className={styles.unit}>{texts.season.left(season)}</p>
        {season.stake ? <p className={styles.pill}>{texts.season.stake({ stake: season.stake })}</p> : null}
      </>
    );
  const { kind, stake, isReached, isTied, winners } = season;
  const names = winners.map(({ userId, username }) => (userId === null ? texts.season.someoneGone : username));
  const isMe = winners.length === 1 && winners[0]?.userId === myId;
  const isWon = kind === 'goal' ? isReached === true : winners.length > 0;
  return (
    <>
      <Eyebrow>{texts.season.over[kind]}</Eyebrow>
      {winners.length > 0 ? <Faces people={winners.slice(0, mostFaces)} /> : <Emoji>{isWon ? '🏆' : '🤝'}</Emoji>}
      <p className={styles.title}>
        {kind === 'goal' ? texts.season.goal({ isReached: isWon }) : texts.season.won({ names, isMe, isTied })}
      </p>
      {stake !== null && isWon ? <p className={styles.pill}>{texts.season.stake({ stake })}</p> : null}
    </>
  );
}

const winkEmojis = { night: '🌙', dawn: '🌅', hour: '⏰', 'every-day': '🎩' } as const;

function WinkCard({ wink }: { wink: Part<'wink'> }) {
  return (
    <>
      <Eyebrow>{texts.wink.title}</Eyebrow>
      <Emoji>{wink.kind === 'reaction' ? wink.emoji : winkEmojis[wink.kind]}</Emoji>
      <Big>{texts.wink.big({ wink })}</Big>
      <p className={styles.unit}>{texts.wink.text({ wink })}</p>
    </>
  );
}
