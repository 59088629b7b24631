import { useSyncExternalStore } from 'react';

/** A value that outlives the components that show it. */
export interface Observable<T> {
  get(): T;
  /** Tells the observers, unless it is the very same. */
  set(next: T): void;
  /** Returns what ends it. */
  subscribe(observer: () => void): () => void;
}

export function createObservable<T>(initial: T): Observable<T> {
  let value = initial;
  const observers = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return;
      value = next;
      for (const observer of [...observers]) observer();
    },
    subscribe(observer) {
      observers.add(observer);
      return () => void observers.delete(observer);
    },
  };
}

export function useObserved<T>({ subscribe, get }: Pick<Observable<T>, 'get' | 'subscribe'>): T {
  return useSyncExternalStore(subscribe, get);
}
