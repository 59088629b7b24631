/** What must be done when the page is put away, perhaps to be shown again as it is (back/forward cache, a frozen tab). */
export interface Resting {
  rest(): void;
  wake(): void;
}

/** Returns what ends it. */
export function restWithPage({ rest, wake }: Resting): () => void {
  addEventListener('pagehide', rest);
  addEventListener('pageshow', wake);
  document.addEventListener('freeze', rest);
  document.addEventListener('resume', wake);
  return () => {
    removeEventListener('pagehide', rest);
    removeEventListener('pageshow', wake);
    document.removeEventListener('freeze', rest);
    document.removeEventListener('resume', wake);
  };
}
