import { Dialog as Base } from '@base-ui/react/dialog';
import { useQueryClient } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type MouseEvent, type PointerEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { BoardCard } from '#shared/boards';
import type { BoardId } from '#shared/ids';
import { Refused } from '#client/api/api.ts';
import { boardQuery, boardsQuery } from '#client/boards/board-queries.ts';
import { useClosedByBack } from '#client/ui/back-button.ts';
import { Button } from '#client/ui/button.tsx';
import { covered } from '#client/ui/covered.ts';
import { IconButton } from '#client/ui/icon-button.tsx';
import { useCountedAsOpen } from '#client/ui/open-dialogs.ts';
import { words } from '#client/ui/ui-messages.fr.ts';
import type { CardKind } from './cards.ts';
import styles from './recap-dialog.module.css';
import { recapMessages as texts } from './recap-messages.fr.ts';

interface CardWindowProps {
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Fills the window while cards are played. */
export function CardWindow({ open, onClose, children }: CardWindowProps) {
  const popup = useRef<HTMLDivElement>(null);
  useCountedAsOpen(open);
  useClosedByBack(open, onClose);
  return (
    <Base.Root open={open} onOpenChange={(willBeOpen, { cancel }) => (willBeOpen || covered.get() ? cancel() : onClose())}>
      <Base.Portal>
        <Base.Popup ref={popup} className={styles.window} initialFocus={popup}>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

type Look = Pick<BoardCard, 'title' | 'icon' | 'theme'>;

/** What this page knows of a board without asking: cards are opened from the board or from the list of boards. */
function useKnownBoard(boardId: BoardId): Look | undefined {
  const client = useQueryClient();
  const known = client.getQueryData(boardQuery(boardId).queryKey)?.board;
  return known ?? client.getQueryData(boardsQuery.queryKey)?.find(({ id }) => id === boardId);
}

interface AwaitedCardsProps {
  boardId: BoardId;
  title: string;
  loading: string;
  /** Why there are none, where they cannot be had. */
  failure: string | undefined;
  /** Undefined where another attempt would be in vain. */
  onRetry: (() => void) | undefined;
  isRetrying: boolean;
  onClose: () => void;
}

/** What stands where the cards come, in the colours of their board. */
export function AwaitedCards({ boardId, title, loading, failure, onRetry, isRetrying, onClose }: AwaitedCardsProps) {
  const board = useKnownBoard(boardId);
  return (
    <div className={styles.stage} data-board-theme={board?.theme}>
      <Base.Title className="visually-hidden">{title}</Base.Title>
      <Top board={board} onClose={onClose} />
      <div className={styles.card}>
        <div className={styles.face}>
          {failure === undefined ? (
            <div role="status" aria-busy="true" className={styles.outline}>
              <span className="visually-hidden">{loading}</span>
              <span aria-hidden="true" />
              <span aria-hidden="true" />
              <span aria-hidden="true" />
            </div>
          ) : (
            <>
              <p role="alert">{failure}</p>
              {onRetry ? (
                <Button pending={isRetrying} onClick={onRetry}>
                  {words.retry}
                </Button>
              ) : null}
            </>
          )}
        </div>
      </div>
    </div>
  );
}

export function isRefused(error: unknown, code: Refused['code']): boolean {
  return error instanceof Refused && error.code === code;
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

interface PlayedCard {
  /** Unique among the cards. */
  key: string;
  /** Its colours: those of a recap's. */
  look: CardKind;
  face: ReactNode;
}

interface PlayerProps {
  board: Look;
  title: string;
  description: string;
  cards: readonly PlayedCard[];
  /** Whether something stands over the cards, which the keys are for. */
  isCovered?: boolean;
  onClose: () => void;
}

/** Plays cards one after the other, by keys, presses and swipes. */
export function Player({ board, title, description, cards, isCovered = false, onClose }: PlayerProps) {
  const [place, setPlace] = useState(0);
  const card = cards[place] ?? cards.at(-1);
  const move = (by: number) => setPlace((now) => Math.min(Math.max(now + by, 0), cards.length - 1));
  const swipe = useSwipe(move);
  const isLast = place === cards.length - 1;

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const by = event.defaultPrevented || isCovered || covered.get() ? 0 : stepOf(event, cards.length);
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
    <div role="presentation" className={styles.stage} data-board-theme={board.theme} data-kind={card?.look} {...swipe}>
      <Base.Title className="visually-hidden">{title}</Base.Title>
      <Base.Description className="visually-hidden">{description}</Base.Description>
      <div aria-hidden="true" className={styles.progress}>
        {cards.map(({ key }, index) => (
          <span key={key} className={styles.step} data-done={index <= place || undefined} />
        ))}
      </div>
      <Top board={board} onClose={onClose} />
      {/* Each card is read aloud once, when it comes; the focus stays where it is. */}
      <div className={styles.card} aria-live="polite">
        <div key={card?.key} className={styles.face}>
          <span className="visually-hidden">{texts.position({ place: place + 1, count: cards.length })}. </span>
          {card?.face}
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
