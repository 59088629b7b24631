/** Locks the app once it was out of sight for as long as its person chose, and opens it again. */
import type { UserId } from '#shared/ids';
import { sessionOver } from '#client/api/session.ts';
import { stored } from '#client/ui/browser-storage.ts';
import { covered, setCovered } from '#client/ui/covered.ts';
import { reloadPage } from '#client/ui/reload-page.ts';
import { closeNotifications } from '#client/ui/shown-notifications.ts';
import { reporting } from '#client/ui/unexpected.ts';
import { isDueNow, keepLeft, keptLeft, leftKey, lockKey, markForWorker, now, readLock, removeLock } from './lock-record.ts';
import type { showClosedLock } from './closed-lock.tsx';

/** When this page went out of sight; null while it is seen. */
let leftAt: number | null = null;
let show: typeof showClosedLock | undefined;
let hide: (() => void) | undefined;
let follows = false;
let isJudged = false;

/** Called by every page of the app, once or more often. Where there is a lock it settles once the page can be locked, and is if it has to be. */
export async function followLock(): Promise<void> {
  listen();
  if (readLock() === null) return isHidden() ? leave() : undefined;
  if (!isJudged) judgeStart();
  await ready();
  if (covered.get()) cover();
}

/** The first paint was judged long ago perhaps: nobody heard since then that the page was left. */
function judgeStart(): void {
  isJudged = true;
  if (covered.get()) return;
  if (readLock() === 'unreadable' || (stored(leftKey) !== null && isDueNow(keptLeft()))) setCovered(true);
  else if (isHidden()) leftAt ??= keptLeft();
  else keepLeft(null);
}

/** A lock is its person's alone, and ends with the session. Null: nobody is signed in. */
export function lockBelongsTo(userId: UserId | null): void {
  const lock = readLock();
  if (lock === null || (userId !== null && (lock === 'unreadable' || lock.userId === userId))) return;
  removeLock();
  uncover();
}

/** Before a lock is set here. */
export async function readyLock(): Promise<void> {
  listen();
  await load();
  // What was shown before may have names.
  await closeNotifications(() => true);
}

function listen(): void {
  if (follows) return;
  follows = true;
  document.addEventListener('visibilitychange', () => (isHidden() ? leave() : comeBack()));
  addEventListener('pagehide', leave);
  // A page that Back brought to life again may not hear that it is seen.
  addEventListener('pageshow', ({ persisted }) => persisted && comeBack());
  addEventListener('storage', hear);
  sessionOver.listen(({ reason }) => endWithSession(reason));
}

function isHidden(): boolean {
  return document.visibilityState === 'hidden';
}

async function ready(): Promise<void> {
  markForWorker();
  await load();
}

/** Before the first moment in which the app may lock: then nothing must have to be loaded. */
async function load(): Promise<void> {
  show ??= (await import('./closed-lock.tsx')).showClosedLock;
}

function leave(): void {
  // What is locked stays so, and a hidden page that is closed or loaded anew was left before.
  if (covered.get() || leftAt !== null) return;
  // Also without a lock: another tab may set one while this page sleeps.
  leftAt = now();
  if (readLock() !== null) keepLeft(leftAt);
}

function comeBack(): void {
  if (readLock() === null) {
    leftAt = null;
    // It ended while this page slept: nothing opens what it covers here.
    if (covered.get()) reloadPage();
    return;
  }
  // Another tab may have been in sight until this one is.
  if (covered.get()) return openIfFresh();
  if (leftAt === null) return;
  if (isDueNow(Math.max(leftAt, keptLeft()))) return cover();
  leftAt = null;
  keepLeft(null);
}

function cover(): void {
  if (!show) {
    // The page that comes instead is covered from its start, and says what does not load.
    setCovered(true);
    keepLeft(0);
    load().then(cover, (error: unknown) => {
      reporting('code')(error);
      reloadPage();
    });
    return;
  }
  if (hide) return;
  const { activeElement } = document;
  const close = show(uncover);
  hide = () => {
    close();
    if (activeElement instanceof HTMLElement && activeElement.isConnected) activeElement.focus();
  };
  setCovered(true);
  // No time at all: a page that starts now is locked too, and what opens one page changes this, which opens the others.
  keepLeft(0);
}

function uncover(): void {
  leftAt = null;
  setCovered(false);
  hide?.();
  hide = undefined;
  // A page that is opened from another one may be out of sight.
  if (isHidden()) leftAt = now();
  else keepLeft(null);
}

function openIfFresh(): void {
  if (!isDueNow(keptLeft())) uncover();
}

function hear({ key, newValue }: StorageEvent): void {
  // Where the lock is gone, too, the session most likely is.
  if (key === leftKey && covered.get() && readLock() !== null) {
    if (newValue === null) uncover();
    else openIfFresh();
  }
  if (key !== lockKey && key !== null) return;
  // Nothing is noted as seen: each wrong code is written there, too, and must not open the page that it was typed in.
  if (readLock() !== null) void ready().catch(reporting('code'));
  // It was most likely signed out in another tab: what lies behind is not shown any more.
  else if (covered.get()) reloadPage();
}

function endWithSession(reason: 'ended' | 'signed_out'): void {
  if (readLock() === null) return;
  removeLock();
  if (!covered.get()) return;
  // What lies behind is not shown again. Later than everything else that ends with the session.
  setTimeout(() => {
    if (reason === 'signed_out') location.replace('/login');
    else reloadPage();
  });
}
