import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useMe } from '#client/accounts/session-queries.ts';
import styles from './screen-protection.module.css';
import { shellMessages } from './shell-messages.fr.ts';

/**
 * Blurs all that is shown while the window is in the background, and hides it in print (decision D8). It follows what
 * happens to the window and never asks whether it has the focus: one that was opened without it must not start blurred.
 */
export function ScreenProtection() {
  return useMe().preferences.screenshotProtection ? <Cover /> : null;
}

function Cover() {
  const cover = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const shown = cover.current;
    if (!shown) return;
    // In the browser's top layer, over open menus too.
    const hide = () => shown.showPopover();
    const reveal = () => shown.hidePopover();
    const followVisibility = () => {
      if (document.visibilityState === 'hidden') hide();
      else if (document.hasFocus()) reveal();
    };
    addEventListener('blur', hide);
    addEventListener('focus', reveal);
    // Whoever touches the page is there, whatever the browser said of its focus.
    addEventListener('pointerdown', reveal, { capture: true });
    addEventListener('keydown', reveal, { capture: true });
    document.addEventListener('visibilitychange', followVisibility);
    return () => {
      removeEventListener('blur', hide);
      removeEventListener('focus', reveal);
      removeEventListener('pointerdown', reveal, { capture: true });
      removeEventListener('keydown', reveal, { capture: true });
      document.removeEventListener('visibilitychange', followVisibility);
    };
  }, []);

  return createPortal(
    <div ref={cover} popover="manual" aria-hidden="true" className={styles.cover}>
      <p className={styles.words}>{shellMessages.hiddenContent}</p>
    </div>,
    document.body,
  );
}
