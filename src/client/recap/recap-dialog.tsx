import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Action } from '#shared/actions';
import type { BoardId } from '#shared/ids';
import type { Recap } from '#shared/recap';
import { ConfirmActionDialog } from '#client/actions/confirm-action-dialog.tsx';
import { likelyActions } from '#client/actions/tile-order.ts';
import { useLoggedToast } from '#client/activities/logged-toast.tsx';
import { boardQuery } from '#client/boards/board-queries.ts';
import { useMe } from '#client/session/session-queries.ts';
import { logOf } from '#client/sync/commands/registry.ts';
import { outbox } from '#client/sync/outbox/outbox.ts';
import { closeNotifications } from '#client/ui/shown-notifications.ts';
import { AwaitedCards, CardWindow, isRefused, Player } from './card-player.tsx';
import { type CardKind, cardsOf } from './cards.ts';
import { EndCard } from './end-card.tsx';
import { RecapCard } from './recap-card.tsx';
import { useMarkRecapRead } from './recap-commands.ts';
import { recapMessages as texts } from './recap-messages.fr.ts';
import { recapQuery } from './recap-queries.ts';

export interface CardsDialogProps {
  boardId: BoardId;
  /** The week of a recap, the year or the anniversary of a film. */
  period: string;
  open: boolean;
  onClose: () => void;
  /** Shows another one. */
  onPeriod: (period: string) => void;
}

/** A week of a board as cards that fill the window, one thought each. */
export function RecapDialog({ open, ...week }: CardsDialogProps) {
  return (
    <CardWindow open={open} onClose={week.onClose}>
      <Week key={`${week.boardId} ${week.period}`} {...week} />
    </CardWindow>
  );
}

type WeekProps = Omit<CardsDialogProps, 'open'>;

function Week({ boardId, period: week, ...given }: WeekProps) {
  const { data: recap, error, refetch, isFetching } = useQuery(recapQuery(boardId, week));
  const { mutate: markRead } = useMarkRecapRead();
  const isGone = isRefused(error, 'recap_not_found');
  const isSeen = recap !== undefined || isGone;
  // What cannot be read any more must not be told for ever.
  const onSeen = useEffectEvent(() => {
    markRead({ boardId, week });
    void closeNotifications((data) => data['kind'] === 'recap' && data['boardId'] === boardId);
  });
  useEffect(() => {
    if (isSeen) onSeen();
  }, [isSeen]);
  if (recap) return <Cards recap={recap} {...given} />;
  return (
    <AwaitedCards
      {...{ boardId, isRetrying: isFetching }}
      title={texts.news}
      loading={texts.loading}
      failure={error ? (isGone ? texts.gone : texts.loadFailed) : undefined}
      onRetry={isGone ? undefined : () => void refetch()}
      onClose={given.onClose}
    />
  );
}

interface CardsProps extends Pick<WeekProps, 'onClose' | 'onPeriod'> {
  recap: Recap;
}

function Cards({ recap, onClose, onPeriod }: CardsProps) {
  const { id: myId } = useMe();
  // Read while the cards before are looked at.
  const { data: opened } = useQuery(boardQuery(recap.boardId));
  const [picked, setPicked] = useState<{ action: Action | null; isOpen: boolean }>({ action: null, isOpen: false });
  const announce = useLoggedToast();

  function log() {
    if (!picked.action) return;
    const item = logOf(recap.boardId, picked.action);
    outbox.enqueue(item);
    announce([item]);
    onClose();
  }

  const faceOf = (kind: CardKind, step: number) =>
    kind === 'end' ? (
      <EndCard
        {...{ recap, onPeriod }}
        likely={opened ? likelyActions(opened, offered) : []}
        onPick={(action) => setPicked({ action, isOpen: true })}
      />
    ) : (
      <RecapCard {...{ recap, kind, step, myId }} />
    );

  return (
    <>
      <Player
        board={recap}
        title={texts.title({ board: recap.title })}
        description={texts.week({ monday: recap.week })}
        cards={cardsOf(recap).map(({ kind, step }) => ({ key: `${kind} ${step}`, look: kind, face: faceOf(kind, step) }))}
        isCovered={picked.isOpen}
        onClose={onClose}
      />
      {/* Beside the stage: a press in it is none on the card. */}
      <ConfirmActionDialog
        action={picked.action}
        news={null}
        star={null}
        forWhom={undefined}
        extras={null}
        open={picked.isOpen}
        onConfirm={log}
        onClose={() => setPicked({ ...picked, isOpen: false })}
      />
    </>
  );
}

/** The number of actions that have tiles on the last card. */
const offered = 3;
