import type { GoneReason, LiveEvent } from '#shared/live-events';

/** An open stream: its person, its session, and where to write. */
export interface Reader {
  userId: string;
  sessionId: string;
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
  carry(reader: Reader, boardId: string, mark?: Mark): boolean;
  /** Whether it carried the board. */
  leave(reader: Reader, boardId: string): boolean;
  isCarried(reader: Reader, boardId: string): boolean;
  /** The boards that it has carried since before `mark`. */
  carriedSince(reader: Reader, mark: Mark): string[];
  ofBoard(boardId: string): ReadonlySet<Reader>;
  /** The readers that have carried the board since before `mark`. */
  ofBoardSince(boardId: string, mark: Mark): Reader[];
  ofPerson(userId: string): ReadonlySet<Reader>;
  ofSession(sessionId: string): ReadonlySet<Reader>;
  all(): Reader[];
  size(): number;
}

export function frameOf({ type, ...data }: LiveEvent): string {
  return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}

export function goneFrame(boardId: string, reason: GoneReason): string {
  return frameOf({ type: 'gone', boardId, reason });
}

export function createOpenStreams(): OpenStreams {
  const byBoard = new Index<Reader>();
  const byPerson = new Index<Reader>();
  const bySession = new Index<Reader>();
  // When each board was taken up, and when it was left.
  const boardsOf = new Map<Reader, { carried: Map<string, Mark>; left: Map<string, Mark> }>();
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
export class Index<V> {
  readonly #sets = new Map<string, Set<V>>();

  keys(): Iterable<string> {
    return this.#sets.keys();
  }

  get(key: string): ReadonlySet<V> {
    return this.#sets.get(key) ?? new Set();
  }

  add(key: string, value: V): void {
    const set = this.#sets.get(key);
    if (set) set.add(value);
    else this.#sets.set(key, new Set([value]));
  }

  remove(key: string, value: V): void {
    const set = this.#sets.get(key);
    if (set?.delete(value) && set.size === 0) this.#sets.delete(key);
  }

  /** All values of a key, which has none afterwards. */
  take(key: string): ReadonlySet<V> {
    const set = this.get(key);
    this.#sets.delete(key);
    return set;
  }
}
