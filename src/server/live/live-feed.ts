import type { BoardChange } from '#shared/boards';
import type { GoneReason, LiveEvent } from '#shared/live-events';
import { Index } from './index-by-key.ts';
import { createPresence, type Pace } from './presence.ts';

type ByeReason = Extract<LiveEvent, { type: 'bye' }>['reason'];

/** One open stream: whose it is, with which session, and where to write. */
export interface Reader {
  userId: string;
  sessionId: string;
  /** Writes a whole frame. */
  write(frame: string): void;
  /** Ends the stream after what was written. */
  end(): void;
}

export interface Stream {
  /** Carries these boards from now on, save those that the reader has left since the stream was opened. */
  follow(boardIds: Iterable<string>): void;
  /** Who of those that share a board with the reader is there, for the greeting. `shows`: the reader lets them see it. */
  greet(shows: boolean): string[];
  close(): void;
  /** Ends this stream alone; its reader is told why. */
  end(reason: ByeReason): void;
}

/** Carries committed changes to the open streams of those who may see them. */
export interface LiveFeed {
  /** Opens a stream. It carries what concerns its reader alone, and the boards that it is told to follow. */
  open(reader: Reader): Stream;
  /** Sends to all members of the board. */
  publish(change: BoardChange): void;
  /** A person came to a board: their streams carry it from now on. */
  joined(userId: string, boardId: string): void;
  /** A person left a board, willingly or not: nothing of it reaches them any more. */
  gone(userId: string, boardId: string, reason: GoneReason): void;
  /** A board is no more. */
  deleted(boardId: string): void;
  /** Only to one person. */
  tell(userId: string, event: LiveEvent): void;
  /** A person decided whether the members of their boards see that they are there. */
  showPresence(userId: string, shows: boolean): void;
  /** Ends the streams of a session. 'restarting' when it goes on under another cookie. */
  endSession(sessionId: string, reason?: ByeReason): void;
  /** Tells every reader to come back and ends all streams. */
  closeAll(): void;
  /** Open streams, for the metrics. */
  size(): number;
}

/** Of one person at once (decision D29): every browser needs one. */
export const streamsPerPerson = 20;

export function frameOf({ type, ...data }: LiveEvent): string {
  return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** For one copy of the server. */
export function createLiveFeed(pace?: Pace): LiveFeed {
  const presence = createPresence(tell, pace);
  const byBoard = new Index<Reader>();
  const byUser = new Index<Reader>();
  const bySession = new Index<Reader>();
  const boardsOf = new Map<Reader, { followed: Set<string>; left: Set<string> }>();

  function close(reader: Reader): void {
    const boards = boardsOf.get(reader);
    if (!boards) return;
    for (const boardId of boards.followed) byBoard.remove(boardId, reader);
    byUser.remove(reader.userId, reader);
    bySession.remove(reader.sessionId, reader);
    boardsOf.delete(reader);
    presence.closed(reader.userId);
  }

  function end(reader: Reader, event: LiveEvent): void {
    close(reader);
    reader.write(frameOf(event));
    reader.end();
  }

  function follow(reader: Reader, boardIds: Iterable<string>): void {
    const boards = boardsOf.get(reader);
    if (!boards) return;
    for (const boardId of boardIds) {
      if (boards.left.has(boardId)) continue;
      boards.followed.add(boardId);
      byBoard.add(boardId, reader);
      presence.follows(reader.userId, boardId);
    }
  }

  function leave(reader: Reader, boardId: string, reason: GoneReason): void {
    byBoard.remove(boardId, reader);
    boardsOf.get(reader)?.followed.delete(boardId);
    boardsOf.get(reader)?.left.add(boardId);
    reader.write(frameOf({ type: 'gone', boardId, reason }));
  }

  function tell(userId: string, event: LiveEvent): void {
    const frame = frameOf(event);
    for (const reader of byUser.get(userId)) reader.write(frame);
  }

  return {
    open(reader) {
      const [oldest] = byUser.get(reader.userId);
      if (oldest && byUser.get(reader.userId).size >= streamsPerPerson) end(oldest, { type: 'bye', reason: 'too_many_streams' });
      boardsOf.set(reader, { followed: new Set(), left: new Set() });
      byUser.add(reader.userId, reader);
      bySession.add(reader.sessionId, reader);
      presence.opened(reader.userId);
      return {
        follow: (boardIds) => follow(reader, boardIds),
        greet: (shows) => presence.greet(reader.userId, shows),
        close: () => close(reader),
        end: (reason) => end(reader, { type: 'bye', reason }),
      };
    },
    publish(change) {
      const readers = byBoard.get(change.boardId);
      if (readers.size === 0) return;
      // Once for all readers: a board's change looks the same to each member.
      const frame = frameOf({ type: 'change', ...change });
      for (const reader of readers) reader.write(frame);
    },
    joined(userId, boardId) {
      for (const reader of byUser.get(userId)) {
        boardsOf.get(reader)?.left.delete(boardId);
        follow(reader, [boardId]);
        reader.write(frameOf({ type: 'joined', boardId }));
      }
    },
    gone(userId, boardId, reason) {
      for (const reader of byUser.get(userId)) leave(reader, boardId, reason);
      presence.leaves(userId, boardId);
    },
    deleted(boardId) {
      for (const reader of [...byBoard.get(boardId)]) leave(reader, boardId, 'deleted');
      presence.deleted(boardId);
    },
    tell,
    showPresence: presence.decided,
    endSession(sessionId, reason = 'session_ended') {
      for (const reader of [...bySession.get(sessionId)]) end(reader, { type: 'bye', reason });
    },
    closeAll() {
      presence.stop();
      for (const reader of [...boardsOf.keys()]) end(reader, { type: 'bye', reason: 'restarting' });
    },
    size: () => boardsOf.size,
  };
}
