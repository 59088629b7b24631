import type { BoardId, SessionId, UserId } from '#shared/ids';
import type { GoneReason, LiveEvent } from '#shared/live-events';

/**
 * What one copy of the server tells the others, once it is committed: ids and revisions. Each reads from the database itself what became
 * of a board, once for all its streams.
 */
export type BusMessage = BoardMessage | PersonMessage | MessageToAll;

/** For the copies that have readers of the board. */
export type BoardMessage =
  | { type: 'changed'; boardId: BoardId; revision: number }
  /** The readers of the sender who came and went. `whole` in the answer to `who`: then these are all who are there. */
  | { type: 'presence'; boardId: BoardId; online: UserId[]; offline: UserId[]; whole: boolean }
  /** The sender wants to know whom the others have there. */
  | { type: 'who'; boardId: BoardId };

/** For the copies that have streams of the person. */
export type PersonMessage =
  | { type: 'joined'; userId: UserId; boardId: BoardId }
  | { type: 'gone'; userId: UserId; boardId: BoardId; reason: GoneReason }
  | { type: 'told'; userId: UserId; event: LiveEvent }
  | { type: 'shows'; userId: UserId; shows: boolean };

/** For every copy. */
export type MessageToAll =
  | { type: 'session_ended'; sessionId: SessionId; reason: EndReason }
  /** Somebody signed out whose session could not be deleted yet. By the hash of its token. */
  | { type: 'signed_out'; tokenHash: string }
  | { type: 'deleted'; boardId: BoardId };

export type EndReason = Extract<LiveEvent, { type: 'bye' }>['reason'];

/** A board or a person that a copy has streams of. */
export type Topic = `board:${string}` | `person:${string}`;

/** How a copy is connected with the others: with none at all, with all that it knows of, or not any more. */
export type BusState = 'alone' | 'connected' | 'lost';

/** Between the copies of the server. Nobody waits for it: what is sent may be lost, and is then found again in the database. */
export interface Bus {
  send(message: BusMessage): void;
  /** Called with what other copies send. `from` names the copy. */
  listen(listener: (message: BusMessage, from: string) => void): void;
  /**
   * From the resolution on, messages about these come, if any do. Undefined when they do already. Never takes long: where the bus is
   * lost, it resolves all the same.
   */
  follow(topics: readonly Topic[]): Promise<void> | undefined;
  unfollow(topics: readonly Topic[]): void;
  state(): BusState;
  /** Whether nothing is heard of another copy that has not said that it stops: it was killed, or has lost the bus by itself. */
  missesCopies(): boolean;
  /** Called when the state has changed, and when messages may have been lost. */
  onGap(listener: () => void): void;
  /** Called when nothing is heard of another copy any more. `expected`: it had said that it stops. */
  onSilence(listener: (from: string, expected: boolean) => void): void;
  start(log: BusLog): void;
  stop(): Promise<void>;
}

export interface BusLog {
  info(details: object, line: string): void;
  warn(details: object, line: string): void;
}

/** Undefined when it is for all. */
export function topicOf(message: BusMessage): Topic | undefined {
  if ('userId' in message) return `person:${message.userId}`;
  return message.type === 'deleted' || !('boardId' in message) ? undefined : `board:${message.boardId}`;
}
