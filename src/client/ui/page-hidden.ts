import { useSyncExternalStore } from 'react';
import { covered } from './covered.ts';

/** Nobody looks at a hidden page, or at one that the lock covers: what is told once waits meanwhile. */
export function usePageHidden(): boolean {
  return useSyncExternalStore(onPageHidden, isPageHidden);
}

export function onPageHidden(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  const stop = covered.subscribe(listener);
  return () => {
    document.removeEventListener('visibilitychange', listener);
    stop();
  };
}

export function isPageHidden(): boolean {
  return document.visibilityState === 'hidden' || covered.get();
}
