import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useClosedByBack } from './back-button.ts';
import { classNames } from './class-names.ts';
import { covered } from './covered.ts';
import { GuestSlot } from './dialog-guests.tsx';
import styles from './dialog.module.css';
import { IconButton } from './icon-button.tsx';
import { wasTouched } from './last-pointer.ts';
import { useCountedAsOpen } from './open-dialogs.ts';
import { words } from './ui-messages.fr.ts';

export interface DialogProps {
  open: boolean;
  /** Called for Escape, Back, a press outside and the cross; the caller closes the dialog. */
  onClose: () => void;
  title: string;
  /** The title is read aloud in any case. */
  titleHidden?: boolean | undefined;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the main one last; they stay in sight while the content scrolls. */
  footer?: ReactNode;
  /** `wide` is for lists and grids. */
  size?: 'md' | 'wide' | undefined;
  /** While true nothing closes the dialog: a job that must not be left is running. */
  locked?: boolean | undefined;
  /** Whether cards that ask something else may stand in it, as they do unless told. */
  hasGuests?: boolean | undefined;
  /** Called once the closing motion has ended: the place to forget what was typed. */
  onClosed?: (() => void) | undefined;
}

/**
 * A drawer at the bottom of phones, a dialog in the middle from 768 px. Focus goes to the element with `data-autofocus`,
 * else to the first control of the content, and returns to what opened the dialog.
 */
export function Dialog(props: DialogProps) {
  const {
    open,
    onClose,
    title,
    titleHidden = false,
    description,
    children,
    footer,
    size = 'md',
    locked = false,
    hasGuests = true,
    onClosed,
  } = props;
  const popup = useRef<HTMLDivElement>(null);
  const opener = useRef<Element>(null);
  useCountedAsOpen(open);
  useClosedByBack(open, () => {
    if (!locked) onClose();
  });
  return (
    <Base.Root
      open={open}
      onOpenChange={(willBeOpen, { reason, event, cancel }) => {
        // A toast lies over the dialog, not outside it, and so does the lock of the app.
        const onToast = reason === 'outside-press' && event.target instanceof Element && event.target.closest('[data-toasts]');
        if (willBeOpen || locked || onToast || covered.get()) cancel();
        else onClose();
      }}
      onOpenChangeComplete={(isOpen) => {
        if (!isOpen) onClosed?.();
      }}
    >
      <Base.Portal>
        {/* Over the dialog under it as well. */}
        <Base.Backdrop forceRender className={styles.backdrop} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup
            ref={popup}
            className={classNames(styles.popup, size === 'wide' && styles.wide)}
            // A press in a closing dialog repeats an earlier one, so it is ignored.
            onClickCapture={(event) => {
              if (open) return;
              event.preventDefault();
              event.stopPropagation();
            }}
            // After a touch the popup itself takes the focus: a field would raise the keyboard over the dialog.
            // Base UI knows the press only where the dialog opens within it: not from a menu, nor once code was loaded.
            initialFocus={(how) => {
              opener.current = document.activeElement;
              return how === 'touch' || wasTouched() ? popup.current : firstControl(popup.current);
            }}
            // The element that opened it may be gone: then the dialog under it gets the focus, never the page behind.
            // And what leads to another screen leaves it to the title of that.
            finalFocus={() => !isOnTitle() && (opener.current?.isConnected || dialogUnder(popup.current) || true)}
          >
            <header className={styles.header} data-bare={titleHidden || undefined}>
              <Base.Title className={titleHidden ? 'visually-hidden' : styles.title}>{title}</Base.Title>
              <Base.Close
                disabled={locked}
                render={<IconButton className={styles.close} label={words.close} icon={<X aria-hidden="true" />} />}
              />
            </header>
            {hasGuests ? <GuestSlot open={open} /> : null}
            <div className={styles.body} data-dialog-body="">
              {description ? <Base.Description className={styles.description}>{description}</Base.Description> : null}
              {children}
            </div>
            {footer ? <footer className={styles.footer}>{footer}</footer> : null}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

function isOnTitle(): boolean {
  return document.activeElement instanceof HTMLHeadingElement;
}

/** The dialog that is still open, of those that were opened before. */
function dialogUnder(popup: HTMLElement | null): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>('[role="dialog"][data-open]')].findLast((other) => other !== popup);
}

const control = ':is(a[href], button, input, select, textarea, [tabindex="0"]):not(:disabled)';

function firstControl(popup: HTMLElement | null): HTMLElement | null {
  if (!popup) return null;
  for (const selector of ['[data-autofocus]', `[data-dialog-body] ${control}`, `footer ${control}`]) {
    const found = popup.querySelector<HTMLElement>(selector);
    if (found) return chosenOfGroup(found, popup);
  }
  return popup;
}

/** A group of radios is entered at the chosen one. */
function chosenOfGroup(found: HTMLElement, popup: HTMLElement): HTMLElement {
  if (!(found instanceof HTMLInputElement) || found.type !== 'radio') return found;
  return popup.querySelector<HTMLInputElement>(`input[name="${CSS.escape(found.name)}"]:checked`) ?? found;
}
