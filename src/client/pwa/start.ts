/** Makes the page an app. Loaded after the screen is drawn, which it must not delay. */
import type { Account } from '#shared/accounts';
import { followLock, lockBelongsTo } from '#client/lock/lock.ts';
import { reporting } from '#client/ui/unexpected.ts';
import { startWorker } from './app-version.ts';
import { watchTyping } from './half-typed.ts';
import { keepStorageOnceInstalled } from './kept-storage.ts';

/** `user`: who is signed in, null for nobody, undefined while that is not known. */
export function startApp(user: Account | null | undefined): void {
  watchTyping();
  keepStorageOnceInstalled();
  // The session can have ended while the app was closed.
  if (user === null) void import('./app-badge.ts').then(({ forgetSession }) => forgetSession());
  if (user !== undefined) lockBelongsTo(user?.id ?? null);
  void followLock().catch(reporting('code'));
  if (document.readyState === 'complete') void startWorker();
  else addEventListener('load', () => void startWorker(), { once: true });
}
