import type { BoardChange } from '#shared/boards';
import type { BoardId } from '#shared/ids';
import type { GoneReason, LiveEvent, Reading } from '#shared/live-events';
import type { Notice } from '#shared/notices';
import { createSignal } from '#client/api/signal.ts';

/** The person lost a board through somebody else, or in another tab. `reason` is null when the event was missed. */
export const boardGone = createSignal<{ boardId: BoardId; title: string | null; reason: GoneReason | null }>();

/** The person has a board no more, whoever did it. */
export const boardLost = createSignal<BoardId>();

/** The stream has something to tell the person. */
export const noticed = createSignal<Notice>();

/** A change reached the caches, from any source. `caughtUpTo` is the lowest revision any cached view of the board has now. */
export const changeIngested = createSignal<{ change: BoardChange; caughtUpTo: number }>();

/** The live stream has said where the boards of the person stand, by revision, and which have news; what is missing of them is not fetched yet. */
export const greeted = createSignal<Pick<Extract<LiveEvent, { type: 'hello' }>, 'boards' | 'readings'>>();

/** The person has seen more of some boards, on whichever device, or has muted one. */
export const readingsMoved = createSignal<readonly Reading[]>();

/** What is proposed on a board, as far as the person sees it, is not what it was. */
export const proposalsMoved = createSignal<Extract<LiveEvent, { type: 'proposals' }>>();

/** The losses that wait for the person's avowal are not what they were. */
export const owedMoved = createSignal<void>();

/** The server went back to an older state of its database: nothing that was known of the boards holds. */
export const historyReplaced = createSignal<void>();
