let reload = (): void => location.reload();

/** How the page is loaded anew. A service worker that has a newer version ready takes over first. */
export function reloadBy(way: () => void): void {
  reload = way;
}

/** Loads the page anew. Drafts outlive that. */
export function reloadPage(): void {
  reload();
}
