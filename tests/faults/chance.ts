/** Chance that can be repeated: the same seed, the same choices. */

/** Mulberry32: numbers from 0 to 1, the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export class Chance {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = randomFrom(seed);
  }

  /** From 0 up to, and not, `end`. */
  below(end: number): number {
    return this.#random() * end;
  }

  /** Whether something happens that happens so often, from 0 to 1. */
  hits(often: number): boolean {
    return this.#random() < often;
  }

  oneOf<T>(all: readonly T[]): T | undefined {
    return all[Math.floor(this.#random() * all.length)];
  }

  someOf<T>(all: readonly T[], most: number): T[] {
    const rest = [...all];
    const count = Math.floor(this.#random() * (most + 1));
    return Array.from({ length: Math.min(count, rest.length) }, () => rest.splice(Math.floor(this.#random() * rest.length), 1)).flat();
  }
}
