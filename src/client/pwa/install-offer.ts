/** When the app is offered to be installed: after the first logged action, once in a browser. */
import { outbox } from '#client/sync/outbox/outbox.ts';
import { createObservable, useObserved } from '#client/ui/observable.ts';
import { installPrompt } from './install-prompt.ts';

/** How this browser installs an app: at the press of a button, or by the person's own hand. */
export type Way = 'prompt' | 'by-hand';

const storageKey = 'install-offer';

const shown = createObservable<Way | null>(null);
// This part comes after the first screen, and on a slow phone after a log.
let isLogging = outbox.wasGiven('log') || isLogPending();

/** The offer to be shown now, if any. */
export function useInstallOffer(): Way | null {
  return useObserved(shown);
}

export const installOffer = {
  accept(): void {
    shown.set(null);
    installPrompt.show();
  },
  decline: () => shown.set(null),
};

installPrompt.subscribe(consider);
outbox.subscribe(noteLog);
noteLog();
consider();

function noteLog(): void {
  const wasLogging = isLogging;
  isLogging = isLogPending();
  if (!wasLogging || isLogging) return;
  if (stage() === null) setStage('due');
  consider();
}

function isLogPending(): boolean {
  return outbox.shown().pending.some(({ kind }) => kind === 'log');
}

function consider(): void {
  const way = wayHere();
  if (way === null) shown.set(null);
  if (way === null || stage() !== 'due') return;
  setStage('made');
  shown.set(way);
}

function wayHere(): Way | null {
  if (matchMedia('(display-mode: standalone)').matches) return null;
  if (installPrompt.isThere()) return 'prompt';
  // Only Apple's browsers have the property, and of these only phones and tablets have fingers on them.
  const { standalone, maxTouchPoints } = navigator as Navigator & { standalone?: boolean };
  return standalone === false && maxTouchPoints > 0 ? 'by-hand' : null;
}

/** `due` once an action was logged, `made` for ever after. */
function stage(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    // An offer that cannot be remembered would come again and again.
    return 'made';
  }
}

function setStage(next: 'due' | 'made'): void {
  try {
    localStorage.setItem(storageKey, next);
  } catch {
    // The storage is full: it is offered again.
  }
}
