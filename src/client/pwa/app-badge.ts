/** The count on the app's icon: requests that wait for an answer. */
import { sessionOver } from '#client/api/session.ts';

/** Does nothing where the browser has no such thing, or does not allow it. */
export function setBadge(count: number): void {
  // A rejection says that nobody sees it: the app is not installed.
  if (count === 0) void navigator.clearAppBadge?.().catch(() => undefined);
  else void navigator.setAppBadge?.(count).catch(() => undefined);
}

sessionOver.listen(() => setBadge(0));
