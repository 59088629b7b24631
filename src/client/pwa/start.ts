/** Makes the page an app. Loaded after the screen is drawn, which it must not delay. */
import { startWorker } from './app-version.ts';
import { watchTyping } from './half-typed.ts';
import { keepStorageOnceInstalled } from './kept-storage.ts';

/** `signedIn`: whether anybody is. */
export function startApp(signedIn: boolean): void {
  watchTyping();
  keepStorageOnceInstalled();
  // The session can have ended while the app was closed.
  if (!signedIn) void import('./app-badge.ts').then(({ forgetSession }) => forgetSession());
  if (document.readyState === 'complete') void startWorker();
  else addEventListener('load', () => void startWorker(), { once: true });
}
