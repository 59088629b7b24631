import type { BoardChange } from '#shared/boards';
import type { BoardId } from '#shared/ids';

/** In milliseconds. A single copy is told by nobody else that it is behind. */
const readAgainAfter = 1000;

interface Known {
  /** The revision that the streams have of the board; undefined until it is known. */
  revision: number | undefined;
  /** The newest that is known to be there. */
  newest: number;
  reading: boolean;
  /** Reads it again after a read that failed. */
  again?: NodeJS.Timeout;
}

interface CatchUpOptions {
  /** Reads the change of a board after a revision; undefined when there is no such board. */
  read(boardId: BoardId, after: number): Promise<BoardChange | undefined>;
  /** Names this moment, for {@link CatchUpOptions.deliver}. */
  mark(): number;
  /** Sends to the streams of the board. `readAt`: the moment at which the change was read, where it comes from the database. */
  deliver(change: BoardChange, readAt?: number): void;
  missing(boardId: BoardId): void;
}

/**
 * Sees to it that the streams of this copy get the changes of a board in the order of its revisions, none twice, wherever it was changed:
 * what another copy did is read from the database, once for all streams, and however many changes it was.
 */
export interface CatchUp {
  /** The board has streams from now on, which have this revision. */
  follow(boardId: BoardId, revision: number | undefined): void;
  unfollow(boardId: BoardId): void;
  /** A change made here. */
  take(change: BoardChange): void;
  /** The board is at this revision, as another copy or the database says. */
  heard(boardId: BoardId, revision: number): void;
  boardIds(): BoardId[];
}

export function createCatchUp({ read, mark, deliver, missing }: CatchUpOptions): CatchUp {
  const boards = new Map<BoardId, Known>();

  async function readUp(boardId: BoardId, known: Known): Promise<void> {
    known.reading = true;
    try {
      while (known.revision !== undefined && known.revision < known.newest) {
        const readAt = mark();
        const change = await read(boardId, known.revision);
        if (boards.get(boardId) !== known) return;
        if (!change) return missing(boardId);
        known.revision = change.revision;
        known.newest = Math.max(known.newest, change.revision);
        if (change.revision > change.after) deliver(change, readAt);
        // A snapshot from before.
        else return readAgain(boardId, known);
      }
    } catch {
      // The database does not answer.
      readAgain(boardId, known);
    } finally {
      known.reading = false;
    }
  }

  function readAgain(boardId: BoardId, known: Known): void {
    // One read at a time, however many changes came meanwhile.
    clearTimeout(known.again);
    known.again = setTimeout(() => {
      if (boards.get(boardId) === known && !known.reading) void readUp(boardId, known);
    }, readAgainAfter).unref();
  }

  function want(boardId: BoardId, known: Known, revision: number): void {
    known.newest = Math.max(known.newest, revision);
    if (!known.reading) void readUp(boardId, known);
  }

  return {
    follow(boardId, revision) {
      if (!boards.has(boardId)) boards.set(boardId, { revision, newest: revision ?? 0, reading: false });
    },
    unfollow: (boardId) => void boards.delete(boardId),
    take(change) {
      const known = boards.get(change.boardId);
      if (!known) return;
      const { revision } = known;
      // This revision was read together with another one.
      if (revision !== undefined && change.revision <= revision) return;
      if (known.reading || (revision !== undefined && change.after !== revision)) return want(change.boardId, known, change.revision);
      known.revision = change.revision;
      known.newest = change.revision;
      deliver(change);
    },
    heard(boardId, revision) {
      const known = boards.get(boardId);
      if (!known) return;
      // The person's streams were told that they joined, and read the board themselves.
      known.revision ??= revision - 1;
      if (known.revision < revision) want(boardId, known, revision);
    },
    boardIds: () => [...boards.keys()],
  };
}
