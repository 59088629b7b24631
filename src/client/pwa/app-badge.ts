/** The count on the app's icon, requests that wait for an answer and boards with news, and what the system's tray still shows. */
import { sessionOver } from '#client/api/session.ts';
import { closeNotifications } from '#client/ui/shown-notifications.ts';

/** Does nothing where the browser has no such thing, or does not allow it. */
export function setBadge(count: number): void {
  const shown = count === 0 ? navigator.clearAppBadge?.() : navigator.setAppBadge?.(count);
  // A rejection says that nobody sees it: the app is not installed.
  void shown?.catch(() => undefined);
}

/** Leaves nothing of a session that is over to whoever holds the device next. */
export function forgetSession(): void {
  setBadge(0);
  void closeNotifications(() => true);
}

sessionOver.listen(forgetSession);
