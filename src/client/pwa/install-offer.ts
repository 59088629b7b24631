/** When the app is offered to be installed: after the first logged action, once in a browser. */
import { useSyncExternalStore } from 'react';
import { outbox } from '#client/sync/outbox/outbox.ts';
import { installPrompt } from './install-prompt.ts';

/** How this browser installs an app: at the press of a button, or by the person's own hand. */
export type Way = 'prompt' | 'by-hand';

const storageKey = 'install-offer';

let shown: Way | null = null;
let logging = false;
const watchers = new Set<() => void>();

/** The offer to be shown now, if any. */
export function useInstallOffer(): Way | null {
  return useSyncExternalStore(subscribe, () => shown);
}

export const installOffer = {
  accept(): void {
    setShown(null);
    installPrompt.show();
  },
  decline: () => setShown(null),
};

installPrompt.subscribe(consider);
outbox.subscribe(() => {
  const wasLogging = logging;
  logging = outbox.pending().some(({ kind }) => kind === 'log');
  if (!wasLogging || logging) return;
  if (stage() === null) setStage('due');
  consider();
});
consider();

function consider(): void {
  const way = wayHere();
  if (way === null && shown !== null) setShown(null);
  if (way === null || stage() !== 'due') return;
  setStage('made');
  setShown(way);
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
    // What cannot be remembered would be offered again and again.
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

function setShown(way: Way | null): void {
  if (shown === way) return;
  shown = way;
  for (const watcher of [...watchers]) watcher();
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
