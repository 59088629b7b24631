/** When the app is offered to be installed: after the first logged action, once in a browser. */
import { outbox } from '#client/sync/outbox/outbox.ts';
import { store, stored } from '#client/ui/browser-storage.ts';
import { createObservable, useObserved } from '#client/ui/observable.ts';
import { installPrompt } from './install-prompt.ts';

/** How this browser installs an app: at the press of a button, or by the person's own hand. */
export type Way = 'prompt' | 'by-hand';

/** `due` once an action was logged, `made` for ever after. What cannot be stored is never due: it would be offered again and again. */
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
  if (stored(storageKey) === null) store(storageKey, 'due');
  consider();
}

function isLogPending(): boolean {
  return outbox.shown().pending.some(({ kind }) => kind === 'log');
}

function consider(): void {
  const way = wayHere();
  if (way === null) shown.set(null);
  if (way === null || stored(storageKey) !== 'due') return;
  store(storageKey, 'made');
  shown.set(way);
}

function wayHere(): Way | null {
  if (matchMedia('(display-mode: standalone)').matches) return null;
  if (installPrompt.isThere()) return 'prompt';
  // Only Apple's browsers have the property, and of these only phones and tablets have fingers on them.
  const { standalone, maxTouchPoints } = navigator as Navigator & { standalone?: boolean };
  return standalone === false && maxTouchPoints > 0 ? 'by-hand' : null;
}
