import { useLayoutEffect, useSyncExternalStore } from 'react';

let open = 0;
const listeners = new Set<() => void>();

/** Counts a dialog as long as it is open. One that only leaves still is not. */
export function useCountedAsOpen(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return;
    count(1);
    return () => count(-1);
  }, [isOpen]);
}

export function isAnyDialogOpen(): boolean {
  return open > 0;
}

export function useAnyDialogOpen(): boolean {
  return useSyncExternalStore(subscribe, isAnyDialogOpen);
}

function count(by: 1 | -1): void {
  open += by;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
