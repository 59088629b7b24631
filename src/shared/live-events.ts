import type { Account } from './accounts.ts';
import type { BoardChange } from './boards.ts';
import type { ActionId, BoardId, UserId } from './ids.ts';
import type { Notice } from './notices.ts';

/** Raised when a client could misread what the stream carries since. A client of a lower one loads itself anew. */
export const protocol = 1;

/**
 * All that the stream `GET /api/live` can carry, as `event: <type>` with the rest as JSON in `data`.
 *
 * - `hello` opens it: the revision of each of the person's boards, the count of pending requests received, which
 *   members of those boards are there, as far as they show it, and the person's own account. `epoch` names the history that the
 *   revisions belong to: after a backup was restored it is another one, and nothing that was cached before holds. The protocol is part of it.
 * - `change` is one change of one board, applied where the cached revision equals `after`; otherwise the client asks
 *   for the changes since its own revision.
 * - `joined` and `gone` say that a board came to the person's list or left it, and why.
 * - `requests` says that the requests of the person moved, with the new count of pending ones received.
 * - `proposals` says that the actions proposed on a board, as far as the person sees them, moved.
 * - `owed` says that the losses that wait for the person's avowal moved.
 * - `presence` says who of those members came (`online`) and who went or hides it (`offline`), by user id.
 * - `account` says that the person's own account changed otherwise than by their own logging: name, avatar, preferences, or
 *   sums that others moved.
 * - `notice` is something to tell the person at once; what others log and react to is in `change`.
 * - `favourites` says which actions of a board the person keeps at hand now, all of them.
 * - `readings` says how far the person has seen some boards, on whichever device.
 * - `bye` comes before the server closes: `session_ended` needs a sign-in, `restarting` a reconnection; after `too_many_streams`
 *   the person has others that are younger, and this one comes back when it is looked at.
 */
export type LiveEvent =
  | {
      type: 'hello';
      boards: Record<BoardId, number>;
      /** Absent while a copy of the version before still serves. */
      epoch?: string;
      /** Absent as well. */
      protocol?: number;
      /** Those of the boards with news, and of muted ones: the others were seen whole. Absent as well, and where a tab repeats an earlier greeting. */
      readings?: readonly Reading[];
      pendingRequests: number;
      online: UserId[];
      account: Account;
    }
  | ({ type: 'change' } & BoardChange)
  | { type: 'joined'; boardId: BoardId }
  | { type: 'gone'; boardId: BoardId; reason: GoneReason }
  | { type: 'requests'; pendingRequests: number }
  | { type: 'proposals'; boardId: BoardId }
  | { type: 'owed' }
  | { type: 'presence'; online: UserId[]; offline: UserId[] }
  | { type: 'account' }
  | { type: 'notice'; notice: Notice }
  | { type: 'favourites'; boardId: BoardId; favourites: ActionId[] }
  | { type: 'readings'; readings: readonly Reading[] }
  | { type: 'bye'; reason: 'session_ended' | 'restarting' | 'too_many_streams' };

/** How far a person has seen a board. */
export interface Reading {
  boardId: BoardId;
  /** The board's when this was read. */
  revision: number;
  /** The revision up to which they have seen it, on any device: the reading cursor. */
  seen: number;
  /** Others did something after it; never so on a board that is muted. */
  hasNews: boolean;
  isMuted: boolean;
}

/** An action that somebody proposes. */
export interface Proposed {
  title: string;
  username: string;
}

/** The answer to a proposed action. */
export interface Answered {
  title: string;
  points: number;
  accepted: boolean;
}

export type GoneReason = 'removed' | 'left' | 'deleted';

export type LiveEventType = LiveEvent['type'];
