/** Many values by key; a key without values takes no room. */
export class Index<V> {
  readonly #sets = new Map<string, Set<V>>();

  keys(): Iterable<string> {
    return this.#sets.keys();
  }

  get(key: string): ReadonlySet<V> {
    return this.#sets.get(key) ?? new Set();
  }

  add(key: string, value: V): void {
    const set = this.#sets.get(key);
    if (set) set.add(value);
    else this.#sets.set(key, new Set([value]));
  }

  remove(key: string, value: V): void {
    const set = this.#sets.get(key);
    if (set?.delete(value) && set.size === 0) this.#sets.delete(key);
  }

  /** All values of a key, which has none afterwards. */
  take(key: string): ReadonlySet<V> {
    const set = this.get(key);
    this.#sets.delete(key);
    return set;
  }
}
