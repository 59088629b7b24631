/** A channel between parts that must not import each other. Listeners are called at once, in the order they came. */
export interface Signal<T> {
  /** Returns a function that removes the listener. */
  listen(listener: (value: T) => void): () => void;
  announce(value: T): void;
}

export function createSignal<T>(): Signal<T> {
  const listeners = new Set<(value: T) => void>();
  return {
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    announce(value) {
      for (const listener of [...listeners]) listener(value);
    },
  };
}
