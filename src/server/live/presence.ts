import type { BoardId, UserId } from '#shared/ids';
import type { LiveEvent } from '#shared/live-events';
import { Index, type Mark } from './open-streams.ts';
import { createPresenceElsewhere } from './presence-elsewhere.ts';

/** The people who came and went, by user id. */
export interface Movement {
  online: UserId[];
  offline: UserId[];
}

/**
 * Tells people who else is online on their boards (decision D8). A person is online while a stream of theirs is open, on any copy,
 * and their presence is visible. Only people with a stream are kept in memory. People without a common board hear nothing of each other.
 */
export interface Presence {
  opened(userId: UserId): void;
  closed(userId: UserId): void;
  /** A board of somebody who has a stream. */
  follows(userId: UserId, boardId: BoardId): void;
  leaves(userId: UserId, boardId: BoardId): void;
  deleted(boardId: BoardId): void;
  /** What the person has decided about being seen, by this moment. */
  decided(userId: UserId, shows: boolean, by: Mark): void;
  /**
   * The people online for this person, including themself, for the greeting of a stream. `shows` was read for that greeting, after
   * `readAfter`: what {@link Presence.decided} said since is newer. News of a decision may have been lost.
   */
  greet(userId: UserId, shows: boolean, readAfter: Mark): UserId[];
  /** The members of a board who are visibly online on this copy. */
  hereOn(boardId: BoardId): UserId[];
  /** Takes in who came and went on a board, as another copy reports; `whole` when no others are there. */
  elsewhere(copy: string, boardId: BoardId, movement: Movement & { whole: boolean }): void;
  /** Forgets what other copies reported: all from `copy`, or all about `boardId`. */
  forgetRemote(gone: { copy: string } | { boardId: BoardId }): void;
  /** Tells nobody anything any more. */
  stop(): void;
}

/** In milliseconds. */
export interface Pace {
  /** How long somebody without a stream still counts as there, so that loading the page again shows nothing. */
  grace: number;
  /** Changes within this time are sent together. */
  gather: number;
}

/** The other copies of the server, which want to know who comes and goes here. */
interface Others {
  areThere(): boolean;
  tell(boardId: BoardId, movement: Movement): void;
}

/** When telling takes long, since many come and go, it pauses: telling gets at most a twentieth of the time. */
const share = 20;
/** The longest pause, in milliseconds. */
const longestWait = 5000;

interface Here {
  streams: number;
  /** Null until it has been read. */
  shows: boolean | null;
  /** The moment from which that is. */
  showsSince: Mark;
  boards: Set<BoardId>;
  /** The people online whom the person's streams know of; null until the first greeting. */
  knownOnline: Set<UserId> | null;
  leaving: NodeJS.Timeout | undefined;
}

export function createPresence(
  tell: (userId: UserId, event: LiveEvent) => void,
  { grace, gather }: Pace = { grace: 5000, gather: 250 },
  others: Others = { areThere: () => false, tell: () => undefined },
): Presence {
  const people = new Map<UserId, Here>();
  const onBoard = new Index<BoardId, UserId>();
  // For each viewer, the people whose presence may have changed. Whether it did is decided when the viewer is told.
  const moved = new Index<UserId, UserId>();
  // For each board, the people of this copy whose presence the other copies must be told.
  const toAnnounce = new Index<BoardId, UserId>();
  const away = createPresenceElsewhere();
  let telling: NodeJS.Timeout | undefined;
  let wait = gather;

  function isThere(subjectId: UserId, viewer: Here): boolean {
    const subject = people.get(subjectId);
    // The person's own choice holds on every copy; what other copies report may be older.
    if (subject?.shows === false) return false;
    if (subject?.shows && (subject === viewer || shareBoard(subject, viewer))) return true;
    return subject !== viewer && away.isOn(subjectId, viewer.boards);
  }

  function isHereOn(boardId: BoardId, userId: UserId): boolean {
    const here = people.get(userId);
    return here?.shows === true && here.boards.has(boardId);
  }

  /** Checks soon whether the viewer sees the other person. */
  function look(viewerId: UserId, subjectId: UserId): void {
    if (!people.get(viewerId)?.knownOnline) return;
    moved.add(viewerId, subjectId);
    tellSoon();
  }

  function tellSoon(): void {
    telling ??= setTimeout(tellAll, wait).unref();
  }

  /** Checks soon, for everybody on these boards, whether they see the person. */
  function lookAt(userId: UserId, boardIds: Iterable<BoardId>): void {
    for (const boardId of boardIds) {
      announceSoon(boardId, userId);
      for (const viewerId of onBoard.get(boardId)) look(viewerId, userId);
    }
  }

  /** Checks soon, for everybody here on the board, whether they see a person of another copy. */
  function lookHere(boardId: BoardId, subjectId: UserId): void {
    for (const viewerId of onBoard.get(boardId)) look(viewerId, subjectId);
  }

  function show(userId: UserId, here: Here, shows: boolean, since: Mark): void {
    here.showsSince = since;
    if (here.shows === shows) return;
    here.shows = shows;
    look(userId, userId);
    lookAt(userId, here.boards);
  }

  function announceSoon(boardId: BoardId, userId: UserId): void {
    if (!others.areThere()) return;
    toAnnounce.add(boardId, userId);
    tellSoon();
  }

  function tellAll(): void {
    telling = undefined;
    const start = performance.now();
    for (const viewerId of [...moved.keys()]) tellOne(viewerId);
    for (const boardId of [...toAnnounce.keys()]) {
      const movement: Movement = { online: [], offline: [] };
      for (const userId of toAnnounce.take(boardId)) (isHereOn(boardId, userId) ? movement.online : movement.offline).push(userId);
      others.tell(boardId, movement);
    }
    wait = Math.max(gather, Math.min(longestWait, share * (performance.now() - start)));
  }

  function tellOne(viewerId: UserId): void {
    const subjects = moved.take(viewerId);
    const viewer = people.get(viewerId);
    if (!viewer?.knownOnline) return;
    const online: UserId[] = [];
    const offline: UserId[] = [];
    for (const subjectId of subjects) {
      const there = isThere(subjectId, viewer);
      if (there === viewer.knownOnline.has(subjectId)) continue;
      if (there) viewer.knownOnline.add(subjectId);
      else viewer.knownOnline.delete(subjectId);
      (there ? online : offline).push(subjectId);
    }
    if (online.length + offline.length > 0) tell(viewerId, { type: 'presence', online, offline });
  }

  function forget(userId: UserId): void {
    const gone = people.get(userId);
    if (!gone) return;
    people.delete(userId);
    for (const boardId of gone.boards) onBoard.remove(boardId, userId);
    lookAt(userId, gone.boards);
  }

  return {
    opened(userId) {
      const here = people.get(userId);
      if (!here) {
        people.set(userId, { streams: 1, shows: null, showsSince: 0, boards: new Set(), knownOnline: null, leaving: undefined });
        return;
      }
      here.streams += 1;
      clearTimeout(here.leaving);
    },
    closed(userId) {
      const here = people.get(userId);
      if (!here) return;
      here.streams -= 1;
      if (here.streams > 0) return;
      here.knownOnline = null;
      here.leaving = setTimeout(() => forget(userId), grace).unref();
    },
    follows(userId, boardId) {
      const here = people.get(userId);
      if (!here || here.boards.has(boardId)) return;
      here.boards.add(boardId);
      onBoard.add(boardId, userId);
      if (here.shows) announceSoon(boardId, userId);
      for (const otherId of onBoard.get(boardId)) {
        look(userId, otherId);
        look(otherId, userId);
      }
    },
    leaves(userId, boardId) {
      if (!people.get(userId)?.boards.delete(boardId)) return;
      onBoard.remove(boardId, userId);
      announceSoon(boardId, userId);
      for (const otherId of onBoard.get(boardId)) {
        look(userId, otherId);
        look(otherId, userId);
      }
    },
    deleted(boardId) {
      const ids = [...onBoard.get(boardId)];
      toAnnounce.take(boardId);
      const seen = away.forget({ boardId });
      for (const id of ids) {
        people.get(id)?.boards.delete(boardId);
        onBoard.remove(boardId, id);
      }
      for (const viewerId of ids) for (const subjectId of [...ids, ...seen]) look(viewerId, subjectId);
    },
    decided(userId, shows, by) {
      const here = people.get(userId);
      if (here) show(userId, here, shows, by);
    },
    greet(userId, shows, readAfter) {
      const here = people.get(userId);
      if (!here) return [];
      if (here.showsSince < readAfter) show(userId, here, shows, readAfter);
      if (here.knownOnline) {
        // Their other streams are brought to the same point: one told differently would stay so.
        tellOne(userId);
      } else {
        const candidates = [...here.boards].flatMap((boardId) => [...onBoard.get(boardId), ...away.on(boardId)]);
        here.knownOnline = new Set([userId, ...candidates].filter((id) => isThere(id, here)));
      }
      return [...here.knownOnline];
    },
    hereOn: (boardId) => [...onBoard.get(boardId)].filter((userId) => isHereOn(boardId, userId)),
    elsewhere(copy, boardId, movement) {
      for (const subjectId of away.move(copy, boardId, movement)) lookHere(boardId, subjectId);
    },
    forgetRemote(gone) {
      if ('boardId' in gone) for (const subjectId of away.forget(gone)) lookHere(gone.boardId, subjectId);
      else for (const [boardId, subjectId] of away.forgetCopy(gone.copy)) lookHere(boardId, subjectId);
    },
    stop() {
      clearTimeout(telling);
      for (const { leaving } of people.values()) clearTimeout(leaving);
      people.clear();
    },
  };
}

function shareBoard(one: Here, other: Here): boolean {
  const [fewer, more] = one.boards.size < other.boards.size ? [one.boards, other.boards] : [other.boards, one.boards];
  for (const boardId of fewer) if (more.has(boardId)) return true;
  return false;
}
