import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import styles from './toasts.module.css';

export interface ToastContent {
  message: ReactNode;
  kind?: 'info' | 'success' | 'error' | undefined;
  /** The toast closes once it is pressed. */
  action?: { label: string; onAction: () => void } | undefined;
  /** Milliseconds; by default 5,000, with an action or an error 10,000. */
  duration?: number | undefined;
  /** Stays until somebody closes it, and gives way to no other toast. */
  lasting?: boolean | undefined;
  /** The person closed it, without its action. */
  onDismissed?: (() => void) | undefined;
}

export interface ToastControls {
  /** Returns what `dismiss` takes. */
  show: (toast: ToastContent) => number;
  dismiss: (id: number) => void;
}

export function useToasts(): ToastControls {
  const controls = useContext(Controls);
  if (!controls) throw new Error('useToasts needs <Toasts> around it');
  return controls;
}

interface ToastsProps {
  /** Name of the region: a screen reader lists it among the landmarks. */
  label: string;
  dismissLabel: string;
  children: ReactNode;
}

/** Holds the toasts of what is inside it, over everything, above the bottom bar. At most three; the oldest passing one gives way. */
export function Toasts({ label, dismissLabel, children }: ToastsProps) {
  const [toasts, setToasts] = useState<readonly ShownToast[]>([]);
  const [held, setHeld] = useState<number | null>(null);
  const lastId = useRef(0);

  const controls = useMemo<ToastControls>(() => {
    const dismiss = (id: number) => {
      setToasts((shown) => shown.map((toast) => (toast.id === id ? { ...toast, leaving: true } : toast)));
      setTimeout(() => setToasts((shown) => shown.filter((toast) => toast.id !== id)), leavingTime);
    };
    const show = (toast: ToastContent) => {
      lastId.current += 1;
      const id = lastId.current;
      setToasts((shown) => atMostThree([...shown, { ...toast, id, leaving: false }]));
      return id;
    };
    return { show, dismiss };
  }, []);

  // Asked of the toasts that are there: one that goes under the pointer or the focus sends no event that would end the pause.
  const paused = toasts.some(({ id, leaving }) => id === held && !leaving);

  const drawn = (kinds: 'calm' | 'urgent') =>
    toasts
      .filter(({ kind }) => (kind === 'error') === (kinds === 'urgent'))
      .map((toast) => (
        <Toast key={toast.id} toast={toast} paused={paused} onHold={setHeld} dismissLabel={dismissLabel} onDismiss={controls.dismiss} />
      ));

  return (
    <Controls value={controls}>
      {children}
      <section aria-label={label} data-toasts="" className={styles.region}>
        {/* Both stand there from the start: a live region that comes with its text is often not read. */}
        <div aria-live="assertive" className={styles.list}>
          {drawn('urgent')}
        </div>
        <div aria-live="polite" className={styles.list}>
          {drawn('calm')}
        </div>
      </section>
    </Controls>
  );
}

interface ShownToast extends ToastContent {
  id: number;
  leaving: boolean;
}

interface ToastProps {
  toast: ShownToast;
  paused: boolean;
  dismissLabel: string;
  onDismiss: (id: number) => void;
  /** The toast under the pointer or the focus, or none. */
  onHold: (id: number | null) => void;
}

function Toast({ toast, paused, dismissLabel, onDismiss, onHold }: ToastProps) {
  const { id, kind = 'info', action, leaving, lasting = false } = toast;
  const element = useRef<HTMLDivElement>(null);
  const cameFrom = useRef<Element | null>(null);
  const left = useRef(toast.duration ?? (action || kind === 'error' ? 10_000 : 5_000));

  useEffect(() => {
    if (paused || leaving || lasting) return;
    const since = performance.now();
    const timer = setTimeout(() => onDismiss(id), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - since;
    };
  }, [paused, leaving, lasting, id, onDismiss]);

  // With the button that was pressed the focus would go to nowhere.
  function giveFocusBack(): void {
    if (!element.current?.contains(document.activeElement)) return;
    const target = cameFrom.current?.isConnected ? cameFrom.current : document.querySelector('h1');
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  }

  const Icon = icons[kind];
  return (
    <div
      ref={element}
      className={classNames(styles.toast, styles[kind])}
      data-leaving={leaving || undefined}
      onPointerEnter={() => onHold(id)}
      onPointerLeave={({ currentTarget }) => {
        if (!currentTarget.contains(document.activeElement)) onHold(null);
      }}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
        onHold(id);
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onHold(null);
      }}
    >
      <Icon aria-hidden="true" className={styles.icon} />
      <p className={styles.message}>{toast.message}</p>
      <span className={styles.buttons}>
        {action ? (
          <Button
            kind="ghost"
            className={styles.action}
            onClick={() => {
              giveFocusBack();
              onDismiss(id);
              action.onAction();
            }}
          >
            {action.label}
          </Button>
        ) : null}
        <IconButton
          label={dismissLabel}
          icon={<X aria-hidden="true" />}
          onClick={() => {
            giveFocusBack();
            onDismiss(id);
            toast.onDismissed?.();
          }}
        />
      </span>
    </div>
  );
}

function atMostThree(toasts: readonly ShownToast[]): readonly ShownToast[] {
  if (toasts.length <= 3) return toasts;
  const oldest = toasts.find(({ lasting }) => !lasting) ?? toasts[0];
  return toasts.filter((toast) => toast !== oldest);
}

const Controls = createContext<ToastControls | null>(null);
const icons = { info: Info, success: CircleCheck, error: CircleAlert };
/** As long as the closing transition, in milliseconds. */
const leavingTime = 200;
