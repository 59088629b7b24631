import type { BoardId, SessionId, UserId } from '#shared/ids';
import type { GoneReason, LiveEvent } from '#shared/live-events';

/** An open stream: its person, its session, and where to write. */
export interface Reader {
  userId: UserId;
  sessionId: SessionId;
  /** What the stream was opened with; see `identity.ts`. */
  credential: string;
  /** Writes a whole frame. */
  write(frame: string): void;
  /** Ends the stream after what was written. */
  end(): void;
  /** Greets it once more: what it has missed is found by that. */
  greetAgain(): Promise<void>;
}

/** A moment in the life of a copy; later ones are higher. */
export type Mark = number;

/** The streams of this copy, and which boards each carries. */
export interface OpenStreams {
  mark(): Mark;
  open(reader: Reader): void;
  /** Whether it was open. */
  close(reader: Reader): boolean;
  /** Carries a board from now on; with `mark`, not where the stream has left it since. Whether it does. */
  carry(reader: Reader, boardId: BoardId, mark?: Mark): boolean;
  /** Whether it carried the board. */
  leave(reader: Reader, boardId: BoardId): boolean;
  isCarried(reader: Reader, boardId: BoardId): boolean;
  /** The boards that it has carried since before `mark`. */
  carriedSince(reader: Reader, mark: Mark): BoardId[];
  ofBoard(boardId: BoardId): ReadonlySet<Reader>;
  /** The readers that have carried the board since before `mark`. */
  ofBoardSince(boardId: BoardId, mark: Mark): Reader[];
  ofPerson(userId: UserId): ReadonlySet<Reader>;
  ofSession(sessionId: SessionId): ReadonlySet<Reader>;
  all(): Reader[];
  size(): number;
}

export function frameOf({ type, ...data }: LiveEvent): string {
  return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}

export function goneFrame(boardId: BoardId, reason: GoneReason): string {
  return frameOf({ type: 'gone', boardId, reason });
}

export function createOpenStreams(): OpenStreams {
  const byBoard = new Index<BoardId, Reader>();
  const byPerson = new Index<UserId, Reader>();
  const bySession = new Index<SessionId, Reader>();
  // When each board was taken up, and when it was left.
  const boardsOf = new Map<Reader, { carried: Map<BoardId, Mark>; left: Map<BoardId, Mark> }>();
  let moment = 0;

  return {
    mark: () => (moment += 1),
    open(reader) {
      boardsOf.set(reader, { carried: new Map(), left: new Map() });
      byPerson.add(reader.userId, reader);
      bySession.add(reader.sessionId, reader);
    },
    close(reader) {
      const boards = boardsOf.get(reader);
      if (!boards) return false;
      for (const boardId of boards.carried.keys()) byBoard.remove(boardId, reader);
      byPerson.remove(reader.userId, reader);
      bySession.remove(reader.sessionId, reader);
      return boardsOf.delete(reader);
    },
    carry(reader, boardId, mark) {
      const boards = boardsOf.get(reader);
      if (!boards) return false;
      if (mark !== undefined && (boards.left.get(boardId) ?? 0) > mark) return false;
      boards.left.delete(boardId);
      if (mark === undefined || !boards.carried.has(boardId)) boards.carried.set(boardId, (moment += 1));
      byBoard.add(boardId, reader);
      return true;
    },
    leave(reader, boardId) {
      const boards = boardsOf.get(reader);
      if (!boards) return false;
      byBoard.remove(boardId, reader);
      boards.left.set(boardId, (moment += 1));
      return boards.carried.delete(boardId);
    },
    isCarried: (reader, boardId) => boardsOf.get(reader)?.carried.has(boardId) ?? false,
    carriedSince: (reader, mark) =>
      [...(boardsOf.get(reader)?.carried ?? [])].flatMap(([boardId, since]) => (since < mark ? [boardId] : [])),
    ofBoard: (boardId) => byBoard.get(boardId),
    ofBoardSince: (boardId, mark) =>
      [...byBoard.get(boardId)].filter((reader) => (boardsOf.get(reader)?.carried.get(boardId) ?? Infinity) < mark),
    ofPerson: (userId) => byPerson.get(userId),
    ofSession: (sessionId) => bySession.get(sessionId),
    all: () => [...boardsOf.keys()],
    size: () => boardsOf.size,
  };
}

/** Many values by key; a key without values takes no room. */
export class Index<K extends string, V> {
  readonly #sets = new Map<K, Set<V>>();

  keys(): Iterable<K> {
    return this.#sets.keys();
  }

  get(key: K): ReadonlySet<V> {
    return this.#sets.get(key) ?? new Set();
  }

  add(key: K, value: V): void {
    const set = this.#sets.get(key);
    if (set) set.add(value);
    else this.#sets.set(key, new Set([value]));
  }

  remove(key: K, value: V): void {
    const set = this.#sets.get(key);
    if (set?.delete(value) && set.size === 0) this.#sets.delete(key);
  }

  /** All values of a key, which has none afterwards. */
  take(key: K): ReadonlySet<V> {
    const set = this.get(key);
    this.#sets.delete(key);
    return set;
  }
}
