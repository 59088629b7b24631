import type { EndpointKey } from '#shared/api';
import type { BoardChange } from '#shared/boards';
import type { GoneReason } from '#shared/live-events';

/** A channel between parts that must not import each other. Listeners are called at once, in the order they came. */
export interface Signal<T> {
  /** Returns what ends the listening. */
  listen(listener: (value: T) => void): () => void;
  announce(value: T): void;
}

/** The server knows no session any more: `ended` by itself, `signed_out` by the person. */
export const sessionOver = createSignal<{ reason: 'ended' | 'signed_out' }>();

/** True from the press on 'Déconnexion' to its answer. */
export const signOut = { underWay: false };

/** The server says that there is no session. While the person is signing out that is no news, and the stream tells it first. */
export function announceSessionEnd(): void {
  if (!signOut.underWay) sessionOver.announce({ reason: 'ended' });
}

/** A board left the person's list by somebody else's doing, or in another tab. `reason` is null when it was missed. */
export const boardGone = createSignal<{ boardId: string; title: string | null; reason: GoneReason | null }>();

/** A board that is cached has another administrator than before. */
export const boardHandedOver = createSignal<{ title: string; administratorId: string }>();

/** A change reached the caches, whoever brought it. `caughtUpTo` is the lowest revision any cached view of the board has now. */
export const changeIngested = createSignal<{ change: BoardChange; caughtUpTo: number }>();

/** The server carried out a call that changes something. */
export const callCarriedOut = createSignal<EndpointKey>();

/** A call got no answer, or is long in getting one: the server may be out of reach. */
export const unanswered = createSignal<void>();

/** The person sent the address of the app to somebody. */
export const appShared = createSignal<void>();

function createSignal<T>(): Signal<T> {
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
