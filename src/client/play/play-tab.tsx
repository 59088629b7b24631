import { Plus } from 'lucide-react';
import { useRef } from 'react';
import type { UserId } from '#shared/ids';
import { useServerTime } from '#client/api/server-time.ts';
import { useDayIn } from '#client/boards/flame-today.ts';
import type { ShownBoard } from '#client/sync/commands/projection.ts';
import { Button } from '#client/ui/button.tsx';
import { useFocusAfterRemoval } from '#client/ui/focus-after-removal.ts';
import { AgreementCard } from './agreement.tsx';
import { asked } from './asked.ts';
import { ContestCard } from './contest-card.tsx';
import { ContestSwitch } from './contest-switch.tsx';
import { PastCard } from './past-card.tsx';
import { PauseCard } from './pause-card.tsx';
import { freeKinds, isNewest, lapsesOf, openAgreements } from './play-facts.ts';
import { playMessages as texts } from './play-messages.fr.ts';
import { usePause } from './running-pause.ts';
import styles from './play-tab.module.css';
import { SeasonCard } from './season-card.tsx';

interface PlayTabProps {
  shown: ShownBoard;
  myId: UserId;
}

/** What a board plays for, in Scores: what is proposed, what runs, what has just ended; and the way to play for something. */
export function PlayTab({ shown, myId }: PlayTabProps) {
  const { board, members, play } = shown;
  const foot = useRef<HTMLDivElement>(null);
  const today = useDayIn(board.timeZone);
  const clock = { now: useServerTime(lapsesOf(play)), today };
  const agreements = openAgreements(play, clock);
  const seasons = play?.seasons ?? [];
  const past = play?.past ?? [];
  const { pause } = usePause(play?.pauses);
  // What waits for one's own answer comes first.
  const isAsked = agreements.some(({ agreed }) => !agreed.includes(myId));
  const free = members.length > 1 && !isAsked ? freeKinds(play, clock, pause) : [];
  const contests = play?.contests?.list ?? [];
  const count = agreements.length + seasons.length + past.length + contests.length + (pause ? 1 : 0);
  useFocusAfterRemoval(count, foot);
  if (members.length < 2 && play === undefined) return null;
  const contesting = <ContestSwitch boardId={board.id} isOn={play?.contests?.isOn === true} />;
  const offer = () => asked.announce({ boardId: board.id, what: 'proposal' });
  if (count === 0)
    return (
      <section className={styles.offer} aria-label={texts.offer.title}>
        <span aria-hidden="true" className={styles.emoji}>
          🎁
        </span>
        <div className={styles.words}>
          <h2 className={styles.title}>{texts.offer.title}</h2>
          <p className={styles.text}>{texts.offer.text({ isDuel: members.length === 2 })}</p>
        </div>
        <div className={styles.ways}>
          {contesting}
          {free.length === 0 ? null : (
            <Button kind="primary" aria-haspopup="dialog" onClick={offer}>
              {texts.offer.open}
            </Button>
          )}
        </div>
      </section>
    );
  return (
    <div className={styles.play}>
      <div className={styles.cards}>
        {agreements.map((agreement) => (
          <AgreementCard key={agreement.id} boardId={board.id} {...{ agreement, members, myId }} />
        ))}
        {contests.map((contest) => (
          <ContestCard key={contest.id} boardId={board.id} activities={shown.activities} {...{ contest, members, myId }} />
        ))}
        {pause ? <PauseCard pause={pause} /> : null}
        {seasons.map((season) => (
          <SeasonCard key={season.id} season={withNames(season, members)} pauses={play?.pauses} myId={myId} />
        ))}
        {past.map((season) => (
          <PastCard
            key={season.id}
            boardId={board.id}
            isOffered={free.includes(season.kind) && isNewest(season, past)}
            {...{ season, today, members, myId }}
          />
        ))}
      </div>
      <div ref={foot} tabIndex={-1} className={styles.foot}>
        {free.length > 0 ? (
          <Button icon={<Plus aria-hidden="true" />} aria-haspopup="dialog" onClick={offer}>
            {texts.offer.another}
          </Button>
        ) : null}
        {contesting}
      </div>
    </div>
  );
}

/** A name or an avatar that was changed since comes with the members. */
function withNames<S extends { standings: { userId: UserId | null; username: string; avatar: string }[] }>(
  season: S,
  members: ShownBoard['members'],
): S {
  const standings = season.standings.map((one) => {
    const { username, avatar } = members.find(({ userId }) => userId === one.userId) ?? one;
    return { ...one, username, avatar };
  });
  return { ...season, standings };
}
