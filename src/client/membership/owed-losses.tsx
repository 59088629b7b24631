import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { OwedLoss } from '#shared/owed-losses';
import { useServerTime } from '#client/api/server-time.ts';
import { boardLost, changeIngested, greeted, owedMoved } from '#client/sync/replica/signals.ts';
import { outbox, useOutbox } from '#client/sync/outbox/outbox.ts';
import { Button } from '#client/ui/button.tsx';
import { useToasts } from '#client/ui/toasts.tsx';
import { AnswerCard } from './answer-card.tsx';
import { owedMessages as texts } from './owed-losses-messages.fr.ts';
import { owedLossesQuery } from './owed-queries.ts';

interface OwedLossesProps {
  /** Another card asks first. */
  isOther: boolean;
  /** In a dialog that is open; null without one. */
  guestSlot: HTMLElement | null;
}

/** On every signed-in screen: a card asks the person about losses that others noted for them (decision D38), one after the other. */
export function OwedLosses({ isOther, guestSlot }: OwedLossesProps) {
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
  const [first, ...others] = isOther ? [] : waiting;

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

  const card = first ? (
    <AnswerCard
      key={first.id}
      avatar={first.from.avatar}
      title={texts.title({ from: first.from.username, title: first.title })}
      text={
        <>
          <span>{texts.text({ board: first.boardTitle, points: first.points })}</span>
          {others.length > 0 ? <span>{` · ${texts.others({ count: others.length })}`}</span> : null}
        </>
      }
      later={texts.later}
      isOverDialog={guestSlot !== null}
      onLater={() => hide(...waiting)}
    >
      {(id) => (
        <>
          <Button
            aria-describedby={id}
            onClick={() => {
              hide(first);
              deny(first);
            }}
          >
            {texts.deny}
          </Button>
          <Button
            kind="primary"
            aria-describedby={id}
            onClick={() => {
              hide(first);
              confess(first);
            }}
          >
            {texts.confess}
          </Button>
        </>
      )}
    </AnswerCard>
  ) : null;
  return (
    <>
      {/* There from the start, as that of join requests. */}
      <p aria-live="polite" className="visually-hidden">
        {first ? texts.aloud({ from: first.from.username, title: first.title }) : ''}
      </p>
      {guestSlot ? createPortal(card, guestSlot) : card}
    </>
  );
}
