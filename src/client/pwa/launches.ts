/**
 * Brings the open app to what was asked for outside of it: a shortcut of its icon, a shared link (`launch_handler` of the manifest), a
 * notification.
 */

interface LaunchQueue {
  setConsumer(consumer: (launch: { targetURL?: string }) => void): void;
}

/** In milliseconds. A browser tells of the launch that opened this page within that time. */
const startLasts = 10_000;

/** `go`: to an address of this site, as any link in the app does. */
export function followLaunches(go: (href: string) => void): void {
  // Only browsers that can install the app have it.
  const { launchQueue } = globalThis as typeof globalThis & { launchQueue?: LaunchQueue };
  let isFirst = true;
  launchQueue?.setConsumer(({ targetURL }) => {
    const isOwn = isFirst && performance.now() < startLasts && openedThisPage(targetURL);
    isFirst = false;
    if (targetURL === undefined || isOwn) return;
    const { origin, pathname, search, hash } = new URL(targetURL);
    // The icon itself asks for nothing: the app is shown where it was left.
    if (origin !== location.origin || (pathname === '/dashboard' && search === '')) return;
    go(`${pathname}${search}${hash}`);
  });
  // From service-worker-pushes.ts, which opens a window of its own unless it hears that this one has gone there.
  navigator.serviceWorker?.addEventListener('message', ({ data, ports: [answer] }: MessageEvent<unknown>) => {
    if (typeof data !== 'object' || data === null || !('open' in data) || typeof data.open !== 'string') return;
    // After that another page has gone there, or was opened.
    if ('until' in data && Date.now() > Number(data.until)) return;
    answer?.postMessage('gone');
    go(data.open);
  });
}

/** A page that is reloaded is told of its launch once more. */
function openedThisPage(target: string | undefined): boolean {
  const [page] = performance.getEntriesByType('navigation');
  return page instanceof PerformanceNavigationTiming && (page.type === 'reload' || page.name === target);
}
