import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { type FocusEvent, useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { neighbours, passFocusOn } from './focus-after-removal.ts';
import { IconButton } from './icon-button.tsx';
import styles from './toast-card.module.css';
import type { Card, ShownToast } from './toast-cards.ts';
import type { HoldEvents } from './toast-hold.ts';

export { measureRoom } from './toast-foot.ts';

interface ToastCardProps {
  card: Card;
  paused: boolean;
  holdEvents: HoldEvents;
  /** The card with this key begins to leave. */
  onGone: (key: string) => void;
  dismissLabel: string;
  onDismiss: (id: number) => void;
}

export function ToastCard({ card: { key, toasts }, paused, holdEvents, onGone, dismissLabel, onDismiss }: ToastCardProps) {
  const element = useRef<HTMLDivElement>(null);
  const cameFrom = useRef<HTMLElement | null>(null);
  const staying = toasts.filter(({ leaving }) => !leaving);
  const [{ kind = 'info', message, stack, face }] = toasts;
  const also = staying.find((toast) => toast.also !== undefined)?.also;
  const Icon = icons[kind];
  const isLeaving = staying.length === 0;

  useEffect(() => {
    if (isLeaving) return;
    return () => onGone(key);
  }, [isLeaving, key, onGone]);

  function rememberOrigin({ currentTarget, relatedTarget }: FocusEvent): void {
    if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget instanceof HTMLElement ? relatedTarget : null;
  }

  /** Gives the focus back to where it was, or to the same button of the next toast. */
  function leaveFocus(nearer: readonly HTMLElement[] = []): void {
    if (element.current?.contains(document.activeElement)) passFocusOn([...nearer, cameFrom.current]);
  }

  function leavePressedAction(): void {
    const buttons = [...(element.current?.querySelectorAll<HTMLElement>('[data-toast-action]') ?? [])];
    leaveFocus(neighbours(buttons, document.activeElement));
  }

  return (
    <div
      ref={element}
      data-toast=""
      data-stacked={toasts.length > 1 || undefined}
      data-leaving={isLeaving || undefined}
      className={classNames(styles.toast, styles[kind])}
      {...holdEvents}
      onFocus={(event) => {
        rememberOrigin(event);
        holdEvents.onFocus();
      }}
    >
      <div className={styles.body}>
        {face === undefined ? (
          <>
            <Icon aria-hidden="true" className={styles.icon} />
            <p className={styles.message}>
              {stack && staying.length > 1 ? stack.message(staying.length) : message}
              {also === undefined ? null : <> · {also}</>}
            </p>
          </>
        ) : (
          <div className={styles.face}>{face}</div>
        )}
        <div className={styles.lines}>
          {toasts.map((toast) => (
            <Line key={toast.id} toast={toast} paused={paused} onActed={leavePressedAction} onDismiss={onDismiss} />
          ))}
        </div>
        <IconButton
          className={styles.close}
          label={dismissLabel}
          icon={<X aria-hidden="true" />}
          onClick={() => {
            leaveFocus();
            for (const { id, onDismissed } of staying) {
              onDismiss(id);
              onDismissed?.();
            }
          }}
        />
      </div>
    </div>
  );
}

interface LineProps {
  toast: ShownToast;
  paused: boolean;
  /** The action was pressed, and is about to go. */
  onActed: () => void;
  onDismiss: (id: number) => void;
}

/** One toast of the card, with its own time. */
function Line({ toast: { id, detail, action, clock, leaving, persistent = false }, paused, onActed, onDismiss }: LineProps) {
  const detailId = useId();

  useEffect(() => {
    if (paused || leaving || persistent) return;
    const since = performance.now();
    const timer = setTimeout(() => onDismiss(id), clock.left);
    return () => {
      clearTimeout(timer);
      clock.left -= performance.now() - since;
    };
  }, [paused, leaving, persistent, id, clock, onDismiss]);

  return (
    <div className={styles.line} data-leaving={leaving || undefined}>
      {detail === undefined ? null : (
        <p id={detailId} className={styles.detail}>
          {detail}
        </p>
      )}
      {action ? (
        <Button
          kind="ghost"
          className={styles.action}
          data-toast-action=""
          aria-describedby={detail === undefined ? undefined : detailId}
          // A closing toast is still in the document.
          onClick={() => {
            if (leaving) return;
            onActed();
            onDismiss(id);
            action.onAction();
          }}
        >
          {action.label}
        </Button>
      ) : null}
    </div>
  );
}

const icons = { info: Info, success: CircleCheck, error: CircleAlert };
