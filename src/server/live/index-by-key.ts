/** Many values by key; a key without values takes no room. */
export class Index<K extends string, V> {
  readonly #sets = new Map<K, Set<V>>();

  keys(): Iterable<K> {
    return this.#sets.keys();
  }

  get(key: K): ReadonlySet<V> {
    return this.#sets.get(key) ?? new Set();
  }

  add(key: K, value: V): void {
    const set = this.#sets.get(key);
    if (set) set.add(value);
    else this.#sets.set(key, new Set([value]));
  }

  remove(key: K, value: V): void {
    const set = this.#sets.get(key);
    if (set?.delete(value) && set.size === 0) this.#sets.delete(key);
  }

  /** All values of a key, which has none afterwards. */
  take(key: K): ReadonlySet<V> {
    const set = this.get(key);
    this.#sets.delete(key);
    return set;
  }
}
