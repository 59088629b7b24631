import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { celebrate } from './celebration.ts';
import { untilLanding } from './landing-time.ts';
import styles from './moment.module.css';
import { useAnyDialogOpen } from './open-dialogs.ts';
import { usePageHidden } from './page-hidden.ts';
import { wantsStillness } from './stillness.ts';

export interface Moment {
  picture: ReactNode;
  title: string;
  text?: string;
  /** The theme of the board whose colours it has. */
  theme?: string;
  /** For an arrival or a new lead alone. */
  confetti?: boolean;
  /** How long it stays when nobody ends it; 1600 ms unless told. */
  milliseconds?: number;
}

/** Whether a moment would be seen whole: the page is looked at, and no dialog is open, which it would cover. */
export function useCanPlay(): boolean {
  const isUnderDialog = useAnyDialogOpen();
  return !usePageHidden() && !isUnderDialog;
}

/**
 * Plays a moment over the whole window, once: a press or Escape ends it, the next waits for its end. Under reduced motion nothing is drawn and its
 * words are for a screen reader alone. Resolves when it has ended.
 */
export function playMoment(moment: Moment): Promise<void> {
  last = last.then(() => play(moment));
  return last;
}

const leavingMs = 250;
const countingMs = 600;
let last: Promise<void> = Promise.resolve();

async function play(moment: Moment): Promise<void> {
  // Points that were just earned fly to their score first, and are counted.
  const landing = untilLanding();
  if (landing > 0) await new Promise((resolve) => setTimeout(resolve, landing + countingMs));
  // A live region is read out for what comes into it once it is in the page.
  const place = document.body.appendChild(document.createElement('div'));
  place.setAttribute('role', 'status');
  const root = createRoot(place);
  await new Promise<void>((resolve) => {
    root.render(<Played {...moment} onEnd={resolve} />);
  });
  root.unmount();
  place.remove();
}

function Played({ picture, title, text, theme, confetti, milliseconds = 1600, onEnd }: Moment & { onEnd: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  const end = useRef(onEnd);
  useLayoutEffect(() => {
    if (confetti && place.current) celebrate(place.current, '--z-toast');
    const done = () => {
      if (wantsStillness() || !place.current) return end.current();
      // A press that comes too late still falls on it.
      place.current.animate({ opacity: 0 }, { duration: leavingMs, fill: 'forwards' }).onfinish = () => end.current();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || wantsStillness()) return;
      event.stopPropagation();
      done();
    };
    const onClick = (event: MouseEvent) => {
      event.preventDefault();
      event.stopPropagation();
      done();
    };
    const timer = setTimeout(done, milliseconds);
    // Before what lies below hears of it.
    document.addEventListener('keydown', onKey, true);
    if (!wantsStillness()) document.addEventListener('click', onClick, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', onKey, true);
      document.removeEventListener('click', onClick, true);
    };
  }, [confetti, milliseconds]);
  const isStill = wantsStillness();
  return (
    <div ref={place} className={isStill ? 'visually-hidden' : styles['moment']} data-board-theme={theme}>
      {isStill ? null : (
        <div className={styles['picture']} aria-hidden="true">
          {picture}
        </div>
      )}
      <p className={styles['title']}>{title}</p>
      {text === undefined ? null : <p className={styles['text']}>{text}</p>}
    </div>
  );
}
