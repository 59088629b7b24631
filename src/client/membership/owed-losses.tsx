import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { OwedLoss } from '#shared/owed-losses';
import { useServerTime } from '#client/api/server-time.ts';
import { boardLost, changeIngested, greeted, owedMoved } from '#client/sync/replica/signals.ts';
import { outbox, useOutbox } from '#client/sync/outbox/outbox.ts';
import { Button } from '#client/ui/button.tsx';
import { useGuestSlot } from '#client/ui/dialog-guests.tsx';
import { useToasts } from '#client/ui/toasts.tsx';
import { AnswerCard } from './answer-card.tsx';
import { owedLossesQuery } from './owed-queries.ts';
import { owedWaiting } from './owed-waiting.ts';
import { owedMessages as texts } from './owed-losses-messages.fr.ts';

/** On Accueil a card asks the person about a loss that another member noted for them (decision D38); on its own board the head asks, elsewhere a dot says so (D61). */
export function OwedLosses() {
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const guestSlot = useGuestSlot();
  const { data = [], refetch } = useQuery(owedLossesQuery);
  const pending = useOutbox('pending');
  const { show } = useToasts();
  /** Put off, or answered: until the list is read again it still has them. */
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const now = useServerTime(data.map(({ lapsesAt }) => lapsesAt));
  const open = data.filter(({ lapsesAt }) => lapsesAt > now);
  const isAny = open.length > 0;
  useEffect(() => {
    const read = () => void refetch();
    const stops = [
      owedMoved.listen(read),
      // Nothing else tells of what was missed without a stream.
      greeted.listen(read),
      // They go with who noted them.
      changeIngested.listen(({ change }) => {
        if (isAny && change.members) read();
      }),
      boardLost.listen(read),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [isAny, refetch]);

  const answered = new Set(pending.flatMap(({ kind, id }) => (kind === 'avowal' || kind === 'denial' ? [id] : [])));
  const waiting = open.filter(({ id }) => !gone.has(id) && !answered.has(id));
  const [first, ...others] = pathname === '/dashboard' ? waiting : [];
  // The head of its own board asks there.
  const isElsewhere = waiting.some(({ boardId }) => pathname !== '/dashboard' && pathname !== `/board/${boardId}`);
  useEffect(() => owedWaiting.set(isElsewhere), [isElsewhere]);
  useEffect(() => () => owedWaiting.set(false), []);

  function hide(...losses: readonly OwedLoss[]) {
    setGone(new Set([...gone, ...losses.map(({ id }) => id)]));
  }

  function confess({ id, boardId, title, points, emoji, from: { userId, username } }: OwedLoss) {
    outbox.enqueue({ kind: 'avowal', id, boardId, title, points, emoji, from: { userId, username } });
    show({ kind: 'success', message: texts.confessed({ points }) });
  }

  function deny({ id, boardId, title }: OwedLoss) {
    outbox.enqueue({ kind: 'denial', id, boardId, title });
    show({ kind: 'success', message: texts.denied });
  }

  const asked = first ? texts.title({ from: first.from.username, title: first.title }) : '';
  return (
    <>
      {/* As that of join requests. */}
      <p aria-live="polite" className="visually-hidden">
        {guestSlot ? asked : ''}
      </p>
      {first ? (
        <AnswerCard
          key={first.id}
          rank="loss"
          label={asked}
          avatar={first.from.avatar}
          title={asked}
          text={texts.text({ points: first.points, board: first.boardTitle, others: others.length })}
          later={texts.later}
          onLater={() => hide(...waiting)}
        >
          <Button
            onClick={() => {
              hide(first);
              deny(first);
            }}
          >
            {texts.deny}
          </Button>
          <Button
            kind="primary"
            onClick={() => {
              hide(first);
              confess(first);
            }}
          >
            {texts.confess}
          </Button>
        </AnswerCard>
      ) : null}
    </>
  );
}
