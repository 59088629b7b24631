/** Beats in which nothing was heard of a copy that is there. */
const silentAtMost = 5;
/** Beats after which a copy that has been silent is forgotten altogether. */
const forgottenAfter = 3600;

/** The other copies of the server, by what is heard of them. */
export interface OtherCopies {
  /** 'again' for one that was silent. */
  heard(copy: string): 'new' | 'known' | 'again';
  /** The copy has said that it stops. */
  leaving(copy: string): void;
  /** Whether one is silent that has not said that it stops. */
  areMissed(): boolean;
  /** Another beat has passed. */
  tick(): void;
  /** Called for each copy that is silent from now on. `expected`: it had said so. */
  onSilence(listener: (copy: string, expected: boolean) => void): void;
}

export function createOtherCopies(): OtherCopies {
  const copies = new Map<string, { beats: number; isLeaving: boolean }>();
  const listeners: ((copy: string, expected: boolean) => void)[] = [];

  return {
    heard(copy) {
      const known = copies.get(copy);
      copies.set(copy, { beats: 0, isLeaving: known?.isLeaving ?? false });
      if (!known) return 'new';
      return known.beats > silentAtMost ? 'again' : 'known';
    },
    leaving(copy) {
      copies.set(copy, { beats: 0, isLeaving: true });
    },
    areMissed: () => [...copies.values()].some(({ beats, isLeaving }) => beats > silentAtMost && !isLeaving),
    tick() {
      for (const [copy, known] of copies) {
        known.beats += 1;
        if (known.beats > forgottenAfter) copies.delete(copy);
        if (known.beats !== silentAtMost + 1) continue;
        for (const listener of listeners) listener(copy, known.isLeaving);
      }
    },
    onSilence: (listener) => void listeners.push(listener),
  };
}
