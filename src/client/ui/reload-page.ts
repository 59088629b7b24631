import { store, stored } from './browser-storage.ts';
import { stashDrafts } from './drafts.ts';

let reload = (): void => location.reload();

/** How the page is loaded anew. A service worker that has a newer version ready takes over first. */
export function reloadBy(way: () => void): void {
  reload = way;
}

/**
 * Loads the page anew because this file of the client does not load, and returns whether it did. It does so once until the file has loaded: a
 * module that fails by itself fails on the next page too.
 */
export function reloadOnceFor(file: string): boolean {
  // Without storage the next page would not know.
  if (stored(file, 'sessionStorage') !== null || !store(file, 'reloaded', 'sessionStorage')) return false;
  reloadPage();
  return true;
}

/** Forgets that the page was reloaded for this file, since it has loaded now. */
export function forgetReloadFor(file: string): void {
  store(file, null, 'sessionStorage');
}

/** Loads the page anew. Drafts outlive that, and what is typed until the page goes, too: see main.tsx. */
export function reloadPage(): void {
  // A browser that is busy may end a page before it has heard `pagehide`.
  stashDrafts();
  reload();
}
