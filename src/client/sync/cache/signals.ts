import type { BoardChange } from '#shared/boards';
import type { GoneReason } from '#shared/live-events';
import { createSignal } from '#client/api/signal.ts';

/** A board left the person's list by somebody else's doing, or in another tab. `reason` is null when it was missed. */
export const boardGone = createSignal<{ boardId: string; title: string | null; reason: GoneReason | null }>();

/** A board that is cached has another administrator than before. */
export const boardHandedOver = createSignal<{ title: string; administratorId: string }>();

/** A change reached the caches, whoever brought it. `caughtUpTo` is the lowest revision any cached view of the board has now. */
export const changeIngested = createSignal<{ change: BoardChange; caughtUpTo: number }>();
