import type { BoardId, UserId } from '#shared/ids';
import type { Movement } from './presence.ts';

/** The people online on other copies of the server, by board, as those copies reported. */
export interface PresenceElsewhere {
  isOn(userId: UserId, boardIds: Iterable<BoardId>): boolean;
  on(boardId: BoardId): Iterable<UserId>;
  /** Returns the people who may have come or gone by it. */
  move(copy: string, boardId: BoardId, movement: Movement & { whole: boolean }): Iterable<UserId>;
  /** Returns the people who were there. */
  forget(board: { boardId: BoardId }): Iterable<UserId>;
  /** Returns the people who were there, each with the board. */
  forgetCopy(copy: string): [boardId: BoardId, userId: UserId][];
}

export function createPresenceElsewhere(): PresenceElsewhere {
  /** Board → person → the copies on which the person is online. */
  const boards = new Map<BoardId, Map<UserId, Set<string>>>();

  function leave(boardId: BoardId, userId: UserId, copy: string): void {
    const people = boards.get(boardId);
    const copies = people?.get(userId);
    if (!people || !copies?.delete(copy)) return;
    if (copies.size === 0) people.delete(userId);
    if (people.size === 0) boards.delete(boardId);
  }

  function come(boardId: BoardId, userId: UserId, copy: string): void {
    const people = boards.get(boardId) ?? new Map<UserId, Set<string>>();
    boards.set(boardId, people);
    const copies = people.get(userId) ?? new Set();
    people.set(userId, copies.add(copy));
  }

  function of(copy: string, boardId: BoardId): UserId[] {
    return [...(boards.get(boardId) ?? [])].flatMap(([userId, copies]) => (copies.has(copy) ? [userId] : []));
  }

  return {
    isOn(userId, boardIds) {
      if (boards.size === 0) return false;
      for (const boardId of boardIds) if (boards.get(boardId)?.has(userId)) return true;
      return false;
    },
    on: (boardId) => boards.get(boardId)?.keys() ?? [],
    move(copy, boardId, { online, offline, whole }) {
      const before = whole ? of(copy, boardId) : [];
      for (const userId of [...before, ...offline]) leave(boardId, userId, copy);
      for (const userId of online) come(boardId, userId, copy);
      return new Set([...before, ...offline, ...online]);
    },
    forget({ boardId }) {
      const people = [...(boards.get(boardId)?.keys() ?? [])];
      boards.delete(boardId);
      return people;
    },
    forgetCopy(copy) {
      const gone = [...boards.keys()].flatMap((boardId) => of(copy, boardId).map((userId): [BoardId, UserId] => [boardId, userId]));
      for (const [boardId, userId] of gone) leave(boardId, userId, copy);
      return gone;
    },
  };
}
