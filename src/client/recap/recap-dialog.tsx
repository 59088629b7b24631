import { Dialog as Base } from '@base-ui/react/dialog';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type MouseEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Action } from '#shared/actions';
import type { BoardCard } from '#shared/boards';
import type { BoardId } from '#shared/ids';
import type { Recap } from '#shared/recap';
import { ConfirmActionDialog } from '#client/actions/confirm-action-dialog.tsx';
import { likelyActions } from '#client/actions/tile-order.ts';
import { useLoggedToast } from '#client/activities/logged-toast.tsx';
import { Refused } from '#client/api/api.ts';
import { boardQuery, boardsQuery } from '#client/boards/board-queries.ts';
import { useMe } from '#client/session/session-queries.ts';
import { logOf } from '#client/sync/commands/registry.ts';
import { outbox } from '#client/sync/outbox/outbox.ts';
import { useClosedByBack } from '#client/ui/back-button.ts';
import { Button } from '#client/ui/button.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { useCountedAsOpen } from '#client/ui/open-dialogs.ts';
import { closeNotifications } from '#client/ui/shown-notifications.ts';
import { words } from '#client/ui/ui-messages.fr.ts';
import { cardsOf } from './cards.ts';
import { EndCard } from './end-card.tsx';
import { RecapCard } from './recap-card.tsx';
import { useMarkRecapRead } from './recap-commands.ts';
import styles from './recap-dialog.module.css';
import { recapMessages as texts } from './recap-messages.fr.ts';
import { recapQuery } from './recap-queries.ts';

interface RecapDialogProps {
  boardId: BoardId;
  week: string;
  open: boolean;
  onClose: () => void;
  /** Shows another week. */
  onWeek: (week: string) => void;
}

/** A week of a board as cards that fill the window, one thought each. */
export function RecapDialog({ boardId, week, open, onClose, onWeek }: RecapDialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  useCountedAsOpen(open);
  useClosedByBack(open, onClose);
  return (
    <Base.Root open={open} onOpenChange={(willBeOpen) => (willBeOpen ? undefined : onClose())}>
      <Base.Portal>
        <Base.Popup ref={popup} className={styles.window} initialFocus={popup}>
          <Week key={`${boardId} ${week}`} {...{ boardId, week, onClose, onWeek }} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

type WeekProps = Omit<RecapDialogProps, 'open'>;

function Week({ boardId, week, ...given }: WeekProps) {
  const { data: recap, error, refetch, isFetching } = useQuery(recapQuery(boardId, week));
  const { mutate: markRead } = useMarkRecapRead();
  const isGone = error instanceof Refused && error.code === 'recap_not_found';
  const isSeen = recap !== undefined || isGone;
  // What cannot be read any more must not be told for ever.
  const onSeen = useEffectEvent(() => {
    markRead({ boardId, week });
    void closeNotifications((data) => data['kind'] === 'recap' && data['boardId'] === boardId);
  });
  useEffect(() => {
    if (isSeen) onSeen();
  }, [isSeen]);
  const board = useKnownBoard(boardId);
  if (recap) return <Cards recap={recap} {...given} />;
  return (
    <div className={styles.stage} data-board-theme={board?.theme}>
      <Base.Title className="visually-hidden">{texts.news}</Base.Title>
      <Top board={board} onClose={given.onClose} />
      <div className={styles.card}>
        <div className={styles.face}>
          {error ? (
            <>
              <p role="alert">{isGone ? texts.gone : texts.loadFailed}</p>
              {isGone ? null : (
                <Button pending={isFetching} onClick={() => void refetch()}>
                  {words.retry}
                </Button>
              )}
            </>
          ) : (
            <Outline />
          )}
        </div>
      </div>
    </div>
  );
}

type Look = Pick<BoardCard, 'title' | 'icon' | 'theme'>;

/** What this page knows of a board without asking: its recap is opened from the board or from the list of boards. */
function useKnownBoard(boardId: BoardId): Look | undefined {
  const client = useQueryClient();
  const known = client.getQueryData(boardQuery(boardId).queryKey)?.board;
  return known ?? client.getQueryData(boardsQuery.queryKey)?.find(({ id }) => id === boardId);
}

/** The shape of the first card, in the colours of what comes. */
function Outline() {
  return (
    <div role="status" aria-busy="true" className={styles.outline}>
      <span className="visually-hidden">{texts.loading}</span>
      <span aria-hidden="true" />
      <span aria-hidden="true" />
      <span aria-hidden="true" />
    </div>
  );
}

function Top({ board, onClose }: { board: Look | undefined; onClose: () => void }) {
  return (
    <div className={styles.top}>
      <span aria-hidden="true" className={styles.board}>
        <span className={styles.icon}>{board?.icon}</span>
        <span className={styles.name}>{board?.title}</span>
      </span>
      <IconButton className={styles.control} label={words.close} icon={<X aria-hidden="true" />} onClick={onClose} />
    </div>
  );
}

interface CardsProps extends Pick<WeekProps, 'onClose' | 'onWeek'> {
  recap: Recap;
}

function Cards({ recap, onClose, onWeek }: CardsProps) {
  const { id: myId } = useMe();
  const cards = cardsOf(recap);
  const [place, setPlace] = useState(0);
  const { kind, step } = cards[place] ?? { kind: 'end', step: 0 };
  const move = (by: number) => setPlace((now) => Math.min(Math.max(now + by, 0), cards.length - 1));
  const swipe = useSwipe(move);
  const isLast = place === cards.length - 1;
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

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const by = event.defaultPrevented || picked.isOpen ? 0 : stepOf(event, cards.length);
    if (by === 0) return;
    event.preventDefault();
    move(by);
  });
  // Wherever the focus is: nothing else on the page can be reached.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    // Before the dialog, which keeps the arrows to itself.
    document.addEventListener('keydown', listen, { capture: true });
    return () => document.removeEventListener('keydown', listen, { capture: true });
  }, []);
  const stage = (
    // Pressing the card is a shortcut of the buttons under it.
    <div role="presentation" className={styles.stage} data-board-theme={recap.theme} data-kind={kind} {...swipe}>
      <Base.Title className="visually-hidden">{texts.title({ board: recap.title })}</Base.Title>
      <Base.Description className="visually-hidden">{texts.week({ monday: recap.week })}</Base.Description>
      <div aria-hidden="true" className={styles.progress}>
        {cards.map((one, index) => (
          <span key={`${one.kind} ${one.step}`} className={styles.step} data-done={index <= place || undefined} />
        ))}
      </div>
      <Top board={recap} onClose={onClose} />
      {/* Each card is read aloud once, when it comes; the focus stays where it is. */}
      <div className={styles.card} aria-live="polite">
        <div key={place} className={styles.face}>
          <span className="visually-hidden">{texts.position({ place: place + 1, count: cards.length })}. </span>
          {kind === 'end' ? (
            <EndCard
              {...{ recap, onWeek }}
              likely={opened ? likelyActions(opened, offered) : []}
              onPick={(action) => setPicked({ action, isOpen: true })}
            />
          ) : (
            <RecapCard {...{ recap, kind, step, myId }} />
          )}
        </div>
      </div>
      <div className={styles.controls}>
        <IconButton
          size="lg"
          className={styles.control}
          label={texts.previous}
          icon={<ChevronLeft aria-hidden="true" />}
          aria-disabled={place === 0}
          onClick={() => move(-1)}
        />
        {isLast ? (
          <Button className={styles.control} onClick={onClose}>
            {texts.end.close}
          </Button>
        ) : (
          <IconButton
            size="lg"
            className={styles.control}
            label={texts.next}
            icon={<ChevronRight aria-hidden="true" />}
            onClick={() => move(1)}
          />
        )}
      </div>
    </div>
  );
  return (
    <>
      {stage}
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

const control = 'a, button, input, label, summary';

/** How many cards a key leads on. Space and Enter press what has the focus, where that is something to press. */
function stepOf({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent, count: number): number {
  // The browser's own, as Alt and an arrow for Back.
  if (altKey || ctrlKey || metaKey) return 0;
  switch (key) {
    case 'ArrowRight':
    case 'PageDown':
      return 1;
    case 'ArrowLeft':
    case 'PageUp':
      return -1;
    case 'Home':
      return -count;
    case 'End':
      return count;
    case ' ':
    case 'Enter':
      return target instanceof Element && target.closest(control) ? 0 : 1;
    default:
      return 0;
  }
}

/** In pixels. Less is a press. */
const swiped = 40;

/** Moves by a swipe to the side, or a press: on the first third to the card before. */
function useSwipe(move: (by: number) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  const wasSwiped = useRef(false);
  return {
    onPointerDown: ({ clientX, clientY, isPrimary }: PointerEvent) => {
      wasSwiped.current = false;
      start.current = isPrimary ? { x: clientX, y: clientY } : null;
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      const from = start.current;
      start.current = null;
      if (!from) return;
      const [x, y] = [clientX - from.x, clientY - from.y];
      if (Math.abs(x) < swiped || Math.abs(x) < Math.abs(y)) return;
      wasSwiped.current = true;
      move(x < 0 ? 1 : -1);
    },
    onPointerCancel: () => {
      start.current = null;
    },
    onClick: ({ clientX, target, currentTarget }: MouseEvent) => {
      // A mouse that was drawn presses, too; a screen reader presses at no place.
      if (wasSwiped.current || (target instanceof Element && target.closest(control))) return;
      const { left, width } = currentTarget.getBoundingClientRect();
      move(clientX - left < width / 3 ? -1 : 1);
    },
  };
}
