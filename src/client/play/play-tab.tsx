import { Plus } from 'lucide-react';
import { useRef } from 'react';
import type { UserId } from '#shared/ids';
import { agreementKinds } from '#shared/season-rules';
import { useServerTime } from '#client/api/server-time.ts';
import { useDayIn } from '#client/boards/flame-today.ts';
import type { ShownBoard } from '#client/sync/commands/projection.ts';
import { Button } from '#client/ui/button.tsx';
import { useFocusAfterRemoval } from '#client/ui/focus-after-removal.ts';
import { Row, Stack, Tiles } from '#client/ui/layout/layout.tsx';
import { Card } from '#client/ui/surface/surface.tsx';
import { AgreementCard } from './agreement.tsx';
import type { Asked } from './asked.ts';
import { openings } from './openings.ts';
import { ContestCard } from './contest-card.tsx';
import { PastGame } from './past-card.tsx';
import { PauseCard } from './pause-card.tsx';
import { lapsesOf, openAgreements, takenKinds } from './play-facts.ts';
import { playMessages as texts } from './play-messages.fr.ts';
import { usePause } from './running-pause.ts';
import styles from './play.module.css';

interface PlayTabProps {
  shown: ShownBoard;
  /** What the pill of the head asks already (decision D61). */
  asked: readonly Asked[];
  myId: UserId;
}

/** At the end of Scores: what waits for others, a pause, what has ended; and the way to play for something. What runs stands above. */
export function PlayTab({ shown, asked, myId }: PlayTabProps) {
  const { board, members, play } = shown;
  const foot = useRef<HTMLDivElement>(null);
  const today = useDayIn(board.timeZone);
  const clock = { now: useServerTime(lapsesOf(play)), today };
  const isElsewhere = (id: string) => asked.some((one) => (one.kind === 'contest' ? one.contest.id : one.id) === id);
  const agreements = openAgreements(play, clock).filter(({ id }) => !isElsewhere(id));
  const past = play?.past ?? [];
  const { pause } = usePause(play?.pauses);
  const taken = takenKinds(shown, clock, pause);
  // What waits for one's own answer comes first.
  const isAsked = asked.some(({ kind }) => kind === 'agreement');
  const canPropose = members.length > 1 && !isAsked && taken.size < agreementKinds.length;
  const contests = (play?.contests?.list ?? []).filter(({ id }) => !isElsewhere(id));
  const count = agreements.length + past.length + contests.length + (pause ? 1 : 0);
  useFocusAfterRemoval(count, foot);
  if (members.length < 2 && play === undefined) return null;
  const offer = () => openings.announce({ boardId: board.id, what: 'proposal' });
  if (count === 0 && !taken.has('goal')) return canPropose ? <Offer isDuel={members.length === 2} onOpen={offer} /> : null;
  return (
    <Stack>
      <Tiles className={styles.cards}>
        {agreements.map((agreement) => (
          <AgreementCard key={agreement.id} boardId={board.id} {...{ agreement, members, myId }} />
        ))}
        {contests.map((contest) => (
          <ContestCard key={contest.id} boardId={board.id} activities={shown.activities} {...{ contest, members, myId }} />
        ))}
        {pause ? <PauseCard pause={pause} /> : null}
        {past.map((season, index) => (
          <PastGame
            key={season.id}
            boardId={board.id}
            // The newest alone is offered once more.
            isOffered={index === 0 && canPropose && !taken.has(season.kind)}
            {...{ season, today, members, myId }}
          />
        ))}
      </Tiles>
      <div ref={foot} tabIndex={-1}>
        {canPropose ? (
          <Button kind="ghost" icon={<Plus aria-hidden="true" />} aria-haspopup="dialog" onClick={offer}>
            {taken.has('goal') ? texts.offer.more : texts.offer.another}
          </Button>
        ) : null}
      </div>
    </Stack>
  );
}

function Offer({ isDuel, onOpen }: { isDuel: boolean; onOpen: () => void }) {
  return (
    <Card aria-label={texts.offer.title} tone="quiet">
      <Row>
        <span aria-hidden="true" className={styles.picture}>
          🎁
        </span>
        <div className={styles.grows}>
          <h2 className={styles.title}>{texts.offer.title}</h2>
          <p className={styles.hint}>{texts.offer.text({ isDuel })}</p>
        </div>
        <Button kind="primary" aria-haspopup="dialog" onClick={onOpen}>
          {texts.offer.open}
        </Button>
      </Row>
    </Card>
  );
}
