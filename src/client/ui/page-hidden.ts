import { useSyncExternalStore } from 'react';

/** Nobody looks at a hidden page: what is told once waits meanwhile. */
export function usePageHidden(): boolean {
  return useSyncExternalStore(onVisibility, isHidden);
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

function isHidden(): boolean {
  return document.visibilityState === 'hidden';
}
