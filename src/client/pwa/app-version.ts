/** The worker that keeps the app's files, and what a newer one means: nothing, until the person says so. */
import { useSyncExternalStore } from 'react';
import { backoff } from '#client/api/backoff.ts';
import { inTime } from '#client/ui/in-time.ts';
import { isOutdated } from '#client/ui/lazy-import.ts';
import { reloadBy } from '#client/ui/reload-page.ts';

const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;
const askedEveryMs = 2000;
const longestTakeOverMs = 10_000;
const claimsAsked = 5;
const registeredWithinMs = minuteMs;
// The same words as in service-worker.ts.
const takeOver = 'take-over';
const claim = 'claim';

let registration: ServiceWorkerRegistration | undefined;
/** How often the first worker could not be installed. */
let failures = 0;
let retry: ReturnType<typeof setTimeout> | undefined;
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
  setInterval(check, hourMs);
  document.addEventListener('visibilitychange', checkWhenSeen);
  await register();
}

/** How many newer versions than this page's have been heard of; the last of them is there. */
export function useNewerVersions(): number {
  return useSyncExternalStore(subscribe, newerVersions);
}

export function newerVersions(): number {
  return newer;
}

/** Asks now whether there is a newer version: the server was away, and may have come back with one. */
export const lookForNewer = check;

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

async function register(): Promise<void> {
  try {
    registration = await inTime(registeredWithinMs, navigator.serviceWorker.register('/sw.js'));
  } catch {
    // No network, a private window or a full disk, as the browser itself says; or it says nothing.
    return registerLater();
  }
  checkedAt = Date.now();
  announceWaiting();
  watchRegistration();
  askToClaim(claimsAsked);
}

function registerLater(): void {
  clearTimeout(retry);
  retry = setTimeout(() => void register(), backoff(failures, { first: 4000, longest: hourMs }));
  failures += 1;
}

function watchRegistration(): void {
  watchInstalling();
  registration?.addEventListener('updatefound', watchInstalling);
}

/**
 * A page that was on its way when the worker took over the others is left without it, and would lack the files that it loads later once the
 * network is gone. A busy browser may drop the message.
 */
function askToClaim(times: number): void {
  if (times === 0 || navigator.serviceWorker.controller) return;
  registration?.active?.postMessage(claim);
  setTimeout(askToClaim, askedEveryMs, times - 1);
}

function watchInstalling(): void {
  const worker = registration?.installing;
  const look = () => {
    if (worker?.state === 'installed') announceWaiting();
    // One of its files did not come. A newer version is looked for again in any case.
    else if (worker?.state === 'redundant' && !registration?.active) registerLater();
  };
  worker?.addEventListener('statechange', look, { once: true });
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
