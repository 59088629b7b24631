/** The worker that keeps the app's files, and what a newer one means: nothing, until the person says so. */
import { useSyncExternalStore } from 'react';
import { isOutdated } from '#client/ui/lazy-import.ts';
import { reloadBy } from '#client/ui/reload-page.ts';

const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;
const askedEveryMs = 2000;
const longestTakeOverMs = 10_000;
// The same word as in service-worker.ts.
const takeOver = 'take-over';

let registration: ServiceWorkerRegistration | undefined;
/** How many newer versions than this page's have been heard of. */
let newer = 0;
let applying = false;
let checkedAt = 0;
const watchers = new Set<() => void>();

/** In built versions, and where the browser allows it (https, or this machine). Without it the app works, with a network. */
export async function startWorker(): Promise<void> {
  isOutdated.subscribe(announceNewer);
  if (isOutdated.get()) announceNewer();
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const workers = navigator.serviceWorker;
  reloadBy(applyUpdate);
  let isFirst = workers.controller === null;
  workers.addEventListener('controllerchange', () => {
    if (applying) location.reload();
    // In another tab somebody said yes: what this one has not loaded yet is gone.
    else if (!isFirst) announceNewer();
    isFirst = false;
  });
  try {
    registration = await workers.register('/sw.js');
    announceWaiting();
    watchInstalling();
    registration.addEventListener('updatefound', watchInstalling);
    checkedAt = Date.now();
    setInterval(check, hourMs);
    document.addEventListener('visibilitychange', checkWhenSeen);
  } catch {
    // No network, a private window or a full disk, as the browser itself says. The next start tries again.
  }
}

/** How many newer versions than this page's have been heard of; the last of them is there. */
export function useNewerVersions(): number {
  return useSyncExternalStore(subscribe, newerVersions);
}

export function newerVersions(): number {
  return newer;
}

/** Loads the page again, in the newest version. */
export function applyUpdate(): void {
  applying = true;
  askToTakeOver();
  // A busy browser may drop the message, or keep the old worker while it has work.
  setInterval(askToTakeOver, askedEveryMs);
  setTimeout(() => location.reload(), longestTakeOverMs);
}

function askToTakeOver(): void {
  const waiting = registration?.waiting;
  if (waiting) waiting.postMessage(takeOver);
  // The new worker has taken over already, or was replaced itself.
  else if (!registration?.installing) location.reload();
}

function watchInstalling(): void {
  const worker = registration?.installing;
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed') announceWaiting();
  });
}

/** The first worker of a browser is new to nobody; in Firefox it, too, is seen waiting for a moment. */
function announceWaiting(): void {
  if (registration?.waiting && registration.active) announceNewer();
}

function announceNewer(): void {
  newer += 1;
  for (const watcher of [...watchers]) watcher();
}

function check(): void {
  checkedAt = Date.now();
  // Without a network. It is asked again in an hour, or when the page is seen.
  registration?.update().catch(() => undefined);
}

function checkWhenSeen(): void {
  if (document.visibilityState === 'visible' && Date.now() - checkedAt > minuteMs) check();
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
