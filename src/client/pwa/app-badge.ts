/** The count on the app's icon: requests that wait for an answer, and boards with news. */
import { sessionOver } from '#client/api/session.ts';

/** Does nothing where the browser has no such thing, or does not allow it. */
export function setBadge(count: number): void {
  const shown = count === 0 ? navigator.clearAppBadge?.() : navigator.setAppBadge?.(count);
  // A rejection says that nobody sees it: the app is not installed.
  void shown?.catch(() => undefined);
}

sessionOver.listen(() => setBadge(0));
