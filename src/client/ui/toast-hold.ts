import { type FocusEvent, type PointerEvent, useCallback, useEffect, useState } from 'react';

/** Keeps cards open while a pointer or the focus is on them. */
export interface HoldEvents {
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerLeave: () => void;
  onFocus: () => void;
  onBlur: (event: FocusEvent<HTMLElement>) => void;
}

interface Hold {
  /** The key of the card under the pointer. */
  pointer: string | null;
  /** The pointer has held it as long as one may. */
  spent: boolean;
  focus: string | null;
}

export interface CardHold {
  heldKeys: readonly string[];
  eventsOf: (key: string) => HoldEvents;
  /** Called when a card is removed: a removed card gets no event that pointer or focus have left it. */
  release: (key: string) => void;
}

/** Longer than this a pointer holds no card, in milliseconds: it may have been forgotten there. */
const longestHold = 60_000;

/**
 * Pauses the cards that somebody reads or is about to press. A pointer that has not moved since the card came pauses nothing: it merely
 * lay there.
 */
export function useHold(): CardHold {
  const [{ pointer, spent, focus }, setHold] = useState<Hold>({ pointer: null, spent: false, focus: null });

  useEffect(() => {
    if (pointer === null) return;
    const timer = setTimeout(() => setHold((hold) => ({ ...hold, spent: true })), longestHold);
    return () => clearTimeout(timer);
  }, [pointer]);

  const eventsOf = (key: string): HoldEvents => ({
    onPointerMove({ movementX, movementY, pointerType }) {
      // A browser says that a still pointer moves when something appears under it.
      if (pointerType === 'touch' || (movementX === 0 && movementY === 0)) return;
      setHold((hold) => (hold.pointer === key ? hold : { ...hold, pointer: key, spent: false }));
    },
    onPointerLeave: () => setHold((hold) => (hold.pointer === key ? { ...hold, pointer: null } : hold)),
    onFocus: () => setHold((hold) => ({ ...hold, focus: key })),
    onBlur({ currentTarget, relatedTarget }) {
      if (!currentTarget.contains(relatedTarget)) setHold((hold) => ({ ...hold, focus: null }));
    },
  });

  const release = useCallback((key: string) => {
    const without = (held: string | null) => (held === key ? null : held);
    setHold((hold) => ({ ...hold, pointer: without(hold.pointer), focus: without(hold.focus) }));
  }, []);

  return { heldKeys: [spent ? null : pointer, focus].filter((key) => key !== null), eventsOf, release };
}
