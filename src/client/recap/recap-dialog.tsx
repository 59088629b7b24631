import { Dialog as Base } from '@base-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type MouseEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { BoardId } from '#shared/ids';
import type { Recap } from '#shared/recap';
import { Refused } from '#client/api/api.ts';
import { useMe } from '#client/session/session-queries.ts';
import { useClosedByBack } from '#client/ui/back-button.ts';
import { Button } from '#client/ui/button.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { useCountedAsOpen } from '#client/ui/open-dialogs.ts';
import { Loader } from '#client/ui/ring.tsx';
import { closeNotifications } from '#client/ui/shown-notifications.ts';
import { words } from '#client/ui/ui-messages.fr.ts';
import { type CardKind, cardsOf } from './cards.ts';
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
  if (recap) return <Cards recap={recap} {...given} />;
  return (
    <div className={styles.blank}>
      <Base.Title className="visually-hidden">{texts.news}</Base.Title>
      <IconButton className={styles.close} label={words.close} icon={<X aria-hidden="true" />} onClick={given.onClose} />
      {error ? (
        <>
          <p role="alert">{isGone ? texts.gone : texts.loadFailed}</p>
          {isGone ? null : (
            <Button kind="primary" pending={isFetching} onClick={() => void refetch()}>
              {words.retry}
            </Button>
          )}
        </>
      ) : (
        <Loader label={texts.loading} size="lg" />
      )}
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
  const kind: CardKind = cards[place] ?? 'end';
  const move = (by: number) => setPlace((now) => Math.min(Math.max(now + by, 0), cards.length - 1));
  const swipe = useSwipe(move);
  const isLast = place === cards.length - 1;

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const by = event.defaultPrevented ? 0 : stepOf(event, cards.length);
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
  return (
    // Pressing the card is a shortcut of the buttons under it.
    <div role="presentation" className={styles.stage} data-board-theme={recap.theme} data-kind={kind} {...swipe}>
      <Base.Title className="visually-hidden">{texts.title({ board: recap.title })}</Base.Title>
      <Base.Description className="visually-hidden">{texts.week({ monday: recap.week })}</Base.Description>
      <div aria-hidden="true" className={styles.progress}>
        {cards.map((one, index) => (
          <span key={one} className={styles.step} data-done={index <= place || undefined} />
        ))}
      </div>
      <div className={styles.top}>
        <span aria-hidden="true" className={styles.board}>
          <span className={styles.icon}>{recap.icon}</span>
          <span className={styles.name}>{recap.title}</span>
        </span>
        <IconButton className={styles.close} label={words.close} icon={<X aria-hidden="true" />} onClick={onClose} />
      </div>
      {/* Each card is read aloud once, when it comes; the focus stays where it is. */}
      <div className={styles.card} aria-live="polite">
        <div key={kind} className={styles.face}>
          <span className="visually-hidden">{texts.position({ place: place + 1, count: cards.length })}. </span>
          {kind === 'end' ? <EndCard recap={recap} onWeek={onWeek} /> : <RecapCard recap={recap} kind={kind} myId={myId} />}
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
          <Button className={styles.done} onClick={onClose}>
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
}

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

/** By a swipe to the side, or a press: on the first third for the card before. */
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
