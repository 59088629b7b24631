import { useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useMe } from '#client/session/session-queries.ts';
import { words } from '#client/ui/ui-messages.fr.ts';
import { windowLeft } from './window-left.ts';
import styles from './screen-protection.module.css';

/** Blurs all that is shown while the window is left, from the first screen on, and hides it in print (decision D8). */
export function ScreenProtection() {
  return useMe().preferences.screenshotProtection ? <Cover /> : null;
}

function Cover() {
  const cover = useRef<HTMLDivElement>(null);

  // Before the first paint: the window may have been left while the page was loading.
  useLayoutEffect(() => {
    const follow = () => {
      // In the browser's top layer, over open menus too.
      cover.current?.togglePopover(windowLeft.get());
    };
    follow();
    return windowLeft.subscribe(follow);
  }, []);

  return createPortal(
    <div ref={cover} popover="manual" aria-hidden="true" className={styles.cover}>
      <p className={styles.words}>{words.hiddenContent}</p>
    </div>,
    document.body,
  );
}
