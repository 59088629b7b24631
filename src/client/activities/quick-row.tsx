import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, Suspense, useCallback, useId, useRef, useState } from 'react';
import type { QuickAction, QuickActions } from '#shared/actions';
import { boardsQuery } from '#client/boards/board-queries.ts';
import { logOf } from '#client/sync/commands/registry.ts';
import { outbox } from '#client/sync/outbox/outbox.ts';
import { signedPoints } from '#client/ui/format.fr.ts';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { useToasts } from '#client/ui/toasts.tsx';
import { reporting } from '#client/ui/unexpected.ts';
import type { Announce } from './announcer.tsx';
import { quickMessages as texts } from './quick-messages.fr.ts';
import { pressOn, type QuickPress } from './quick-press.ts';
import { Strip } from '#client/ui/layout/strip.tsx';
import styles from './quick-row.module.css';

const loadFlight = () => import('./feed-flight.ts');

interface QuickRowProps {
  /** The actions when the screen was opened. */
  first: QuickActions;
  /** The actions now. */
  now: QuickActions;
}

/** The person's favourites, or their habits. A press logs at once, and the toast offers to undo it. */
export function QuickRow({ first: { are, actions }, now }: QuickRowProps) {
  const { data: boards } = useQuery(boardsQuery);
  // Order and content stay until the screen is left: a press means what the person saw.
  const [shown, setShown] = useState(() =>
    actions.flatMap((action) => {
      const board = boards?.find(({ id }) => id === action.boardId);
      return board ? [{ action, board }] : [];
    }),
  );
  const { announce, announcer } = useAnnouncer();
  const { show } = useToasts();
  const presses = usePresses();
  const titleId = useId();
  if (shown.length === 0) return null;

  const pressed = (action: QuickAction): QuickPress =>
    boards?.some(({ id }) => id === action.boardId) ? pressOn(action, are, now) : { does: 'nothing' };
  const log = ({ boardId, actionId: id, title, points, emoji }: QuickAction, tile: Element) => {
    const item = logOf(boardId, { id, title, points, emoji });
    outbox.enqueue(item);
    announce([item]);
    void loadFlight().then(({ flyIntoFeed }) => flyIntoFeed(points, tile), reporting('code'));
  };
  const redraw = (action: QuickAction) => {
    setShown(shown.map((one) => (one.action.actionId === action.actionId ? { ...one, action } : one)));
    show({ kind: 'info', message: texts.edited, detail: texts.editedDetail });
  };
  const press = (event: MouseEvent<HTMLElement>, action: QuickAction) => {
    const what = pressed(action);
    if (what.does === 'nothing' || presses.isAgain(event)) return;
    if (what.does === 'log') return log(what.action, event.currentTarget);
    presses.hold(event);
    redraw(what.action);
  };
  const isOfSeveral = shown.some(({ board }) => board.id !== shown[0]?.board.id);
  return (
    <section className={styles.row} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.heading}>
        {texts[are]}
      </h2>
      {/* No list, so that the items of this screen are those of the feed. */}
      <Strip>
        {shown.map(({ action, board }) => (
          <button
            key={action.actionId}
            type="button"
            className={styles.tile}
            data-board-theme={board.theme}
            // `disabled` would lose the focus.
            aria-disabled={pressed(action).does === 'nothing' || undefined}
            aria-label={texts.log({ title: action.title, points: action.points, board: board.title })}
            // Loaded while the finger is down.
            onPointerDown={() => void loadFlight().catch(reporting('code'))}
            onClick={(event) => press(event, action)}
          >
            <span aria-hidden="true" className={styles.emoji}>
              {action.emoji ?? board.icon}
            </span>
            <span className={styles.title} title={action.title}>
              {action.title}
            </span>
            {isOfSeveral ? (
              <span className={styles.board} title={board.title}>
                {board.title}
              </span>
            ) : null}
            <span className={styles.points} data-sign={action.points < 0 ? 'minus' : 'plus'}>
              {signedPoints(action.points)}
            </span>
          </button>
        ))}
      </Strip>
      {announcer}
    </section>
  );
}

const Announcer = lazyPart(async () => (await import('./announcer.tsx')).Announcer);

/** `announcer` is to be drawn. What is pressed before its code has come is announced as soon as that is there. */
function useAnnouncer() {
  const ready = useRef<Announce>(undefined);
  const waiting = useRef<Parameters<Announce>[0][]>([]);
  const take = useCallback((announce: Announce) => {
    ready.current = announce;
    for (const items of waiting.current.splice(0)) announce(items);
  }, []);
  return {
    announce: (items: Parameters<Announce>[0]) => void (ready.current ? ready.current(items) : waiting.current.push(items)),
    announcer: (
      <Suspense>
        <Announcer onReady={take} />
      </Suspense>
    ),
  };
}

/** In milliseconds, as browsers have it. */
const doublePress = 500;

/** Tells the second half of a double press: nothing closes after the first that would stop it. WebKit does not count taps. */
function usePresses() {
  const last = useRef<{ button: HTMLElement; at: number }>(undefined);
  const held = useRef(Number.NEGATIVE_INFINITY);
  return {
    isAgain: ({ currentTarget: button, detail, timeStamp: at }: MouseEvent<HTMLElement>) => {
      const before = last.current;
      last.current = { button, at };
      return detail > 1 || (before?.button === button && at - before.at < doublePress) || at - held.current < doublePress;
    },
    /** After this press another tile may stand under the finger: the second half of it means none of them. */
    hold: ({ timeStamp: at }: MouseEvent<HTMLElement>) => {
      held.current = at;
    },
  };
}
