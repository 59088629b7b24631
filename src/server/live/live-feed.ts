import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { BoardChange } from '#shared/boards';
import type { BoardId, SessionId, UserId, UserOnBoard } from '#shared/ids';
import type { GoneReason, LiveEvent } from '#shared/live-events';
import type { Bus, BusMessage, EndReason, Topic } from './bus.ts';
import { createCatchUp } from './catch-up.ts';
import { createInterest } from './interest.ts';
import { createOpenStreams, frameOf, goneFrame, Index, type Mark, type Reader } from './open-streams.ts';
import { createPresence, type Pace } from './presence.ts';

export interface Stream {
  /** A moment before the boards are read that the stream is to follow. */
  mark(): Mark;
  /**
   * Adds boards to this stream, except those that the reader has left since `mark`. True when their revisions must be read again: they may
   * have changed before this copy heard of them, or the reader may have joined others.
   */
  follow(boards: readonly Revision[], mark: Mark): Promise<boolean>;
  /** Drops all other boards from this stream, except those that the reader joined since `mark`. */
  keepOnly(boards: readonly Revision[], mark: Mark): void;
  /** The people online who share a board with the reader, for the greeting. `shows`: the reader's own presence is visible, as read after `mark`. */
  greet(shows: boolean, mark: Mark): UserId[];
  close(): void;
  /** Ends this stream alone; its reader is told why. */
  end(reason: EndReason): void;
}

/** The revision of a board. */
export interface Revision {
  id: BoardId;
  revision: number;
}

/** Hears that a board has changed, or is no more, and nothing else. */
export interface Watcher {
  changed(): void;
  /** The server stops. */
  end(): void;
}

/** Carries committed changes to the open streams of those who may see them, on every copy of the server. */
export interface LiveFeed {
  /** Opens a stream. It carries what concerns its reader alone, and the boards that it is told to follow. */
  open(reader: Reader): Stream;
  /** Watches a board from this revision on, for whoever has no person's stream; resolves, once it does, to what ends it. */
  watch(board: Revision, watcher: Watcher): Promise<() => void>;
  /** Sends to all members of the board. */
  publish(change: BoardChange): void;
  /** Publishes that many boards have these revisions. Each copy reads the changes of boards that it carries, one in a turn of the event loop. */
  publishMoved(boards: readonly Revision[]): Promise<void>;
  /** A person came to a board: their streams carry it from now on. */
  joined(who: UserOnBoard): void;
  /** A person left a board, willingly or not: nothing of it reaches them any more. */
  gone(who: UserOnBoard, reason: GoneReason): void;
  /** A board is no more. */
  deleted(boardId: BoardId): void;
  /** Only to one person. */
  tell(userId: UserId, event: LiveEvent): void;
  /** A person decided whether the members of their boards see that they are there. */
  showPresence(userId: UserId, shows: boolean): void;
  /** Ends the streams of a session. 'restarting' when it goes on under another cookie. */
  endSession(sessionId: SessionId, reason?: EndReason): void;
  /** Tells every reader to come back and ends all streams. */
  closeAll(): void;
  /** Open streams of this copy, for the metrics. */
  size(): number;
  /** What this copy carries, to see whether it has missed something. */
  carried(): { boardIds: BoardId[]; readers: Reader[] };
  /** Ends one stream of this copy. */
  end(reader: Reader, reason: EndReason): void;
  /** What the database says of a board that is carried: its revision, or that there is none. */
  found(boardId: BoardId, revision: number | undefined): void;
}

/** The most streams of one person on one copy (decision D29). Every browser needs one. */
export const streamsPerPerson = 20;
/** In milliseconds. Longer than a person without a stream still counts as there. */
const linger = 10_000;
/** Boards, and in milliseconds between them. */
const [askedAtOnce, askPause] = [100, 10];

interface LiveFeedOptions {
  bus: Bus;
  /** Reads the change of a board after a revision; undefined when there is no such board. */
  readChange(boardId: BoardId, after: number): Promise<BoardChange | undefined>;
  pace?: Pace;
}

export function createLiveFeed({ bus, readChange, pace }: LiveFeedOptions): LiveFeed {
  const streams = createOpenStreams();
  const watchers = new Index<BoardId, Watcher>();
  const presence = createPresence(tellHere, pace, {
    areThere: () => bus.state() !== 'alone',
    tell: (boardId, movement) => bus.send({ type: 'presence', boardId, ...movement, whole: false }),
  });
  const catchUp = createCatchUp({ read: readChange, mark: streams.mark, deliver, missing: deletedHere });
  const interest = createInterest(bus, { isWanted, linger, ended });
  bus.listen(receive);
  let asking: BoardId[] | undefined;
  bus.onGap(() => void askWhoIsThere());
  bus.onSilence((copy) => presence.forgetRemote({ copy }));

  function isWanted(topic: Topic): boolean {
    return topic.startsWith('board:') ? isFollowed(idOf(topic)) : streams.ofPerson(idOf(topic)).size > 0;
  }

  function isFollowed(boardId: BoardId): boolean {
    return streams.ofBoard(boardId).size > 0 || watchers.get(boardId).size > 0;
  }

  function isHeardOf(boardId: BoardId): boolean {
    return streams.ofBoard(boardId).size > 0 || interest.lingers(`board:${boardId}`);
  }

  function ended(topic: Topic): void {
    if (topic.startsWith('board:')) presence.forgetRemote({ boardId: idOf(topic) });
  }

  function receive(message: BusMessage, from: string): void {
    switch (message.type) {
      case 'changed':
        return catchUp.heard(message.boardId, message.revision);
      case 'presence':
        if (isHeardOf(message.boardId)) presence.elsewhere(from, message.boardId, message);
        return;
      case 'who':
        return sayWhoIsHere(message.boardId);
      case 'joined':
        return joinHere(message);
      case 'gone':
        return goneHere(message, message.reason);
      case 'told':
        return tellHere(message.userId, message.event);
      case 'shows':
        return presence.decided(message.userId, message.shows, streams.mark());
      case 'session_ended':
        return endHere(message.sessionId, message.reason);
      case 'deleted':
        return deletedHere(message.boardId);
      case 'signed_out':
        return;
      default:
        message satisfies never;
    }
  }

  /** Once for all readers: a board's change looks the same to each member. */
  function deliver(change: BoardChange, readAt?: Mark): void {
    const { boardId, members } = change;
    // A member may have left on another copy without it being announced here.
    if (members && readAt !== undefined) {
      const ids = new Set(members.map(({ userId }) => userId));
      for (const reader of streams.ofBoardSince(boardId, readAt))
        if (!ids.has(reader.userId)) goneHere({ userId: reader.userId, boardId }, 'removed', [reader]);
    }
    // Somebody else changed the person's sums, and the message about it may be lost.
    if (readAt !== undefined)
      for (const { userId, undone } of change.changed ?? [])
        if (userId !== null && undone && undone.userId !== userId) tellHere(userId, { type: 'account' });
    const frame = frameOf({ type: 'change', ...change });
    for (const reader of streams.ofBoard(boardId)) reader.write(frame);
    tellWatchers(boardId);
  }

  function tellWatchers(boardId: BoardId): void {
    for (const watcher of watchers.get(boardId)) watcher.changed();
  }

  function close(reader: Reader): void {
    const boardIds = streams.carriedSince(reader, Infinity);
    if (!streams.close(reader)) return;
    presence.closed(reader.userId);
    for (const boardId of boardIds) mayRest(boardId);
    interest.mayEnd(`person:${reader.userId}`);
  }

  function end(reader: Reader, reason: EndReason): void {
    close(reader);
    reader.write(frameOf({ type: 'bye', reason }));
    reader.end();
  }

  /** Stops following a board once its last stream is gone. */
  function mayRest(boardId: BoardId): void {
    if (isFollowed(boardId)) return;
    catchUp.unfollow(boardId);
    interest.mayEnd(`board:${boardId}`);
  }

  function carry(reader: Reader, boardId: BoardId, revision?: number, mark?: Mark): boolean {
    if (!streams.carry(reader, boardId, mark)) return false;
    catchUp.follow(boardId, revision);
    presence.follows(reader.userId, boardId);
    return true;
  }

  /** Undefined when other copies tell of them already. */
  function hearOf(boardIds: readonly BoardId[]): Promise<void> | undefined {
    const topics = boardIds.map((boardId): Topic => `board:${boardId}`);
    const back = boardIds.filter((_, index) => interest.lingers(topics[index] as Topic));
    const coming = interest.in(topics);
    if (coming) return coming.then(() => boardIds.forEach(askWhoIsOn));
    // After a gap nobody asked for a board without streams.
    back.forEach(askWhoIsOn);
    return undefined;
  }

  function leave(reader: Reader, boardId: BoardId, reason: GoneReason): void {
    // Told once: the news of it and the change that shows it come by ways of their own.
    if (!streams.leave(reader, boardId)) return;
    reader.write(goneFrame(boardId, reason));
    mayRest(boardId);
  }

  function joinHere({ userId, boardId }: UserOnBoard): void {
    if (streams.ofPerson(userId).size === 0) return;
    for (const reader of streams.ofPerson(userId)) carry(reader, boardId);
    const frame = frameOf({ type: 'joined', boardId });
    // Once its changes come: the reader reads the board as soon as it is told.
    const tellAll = () => {
      for (const reader of streams.ofPerson(userId)) if (streams.isCarried(reader, boardId)) reader.write(frame);
    };
    const coming = hearOf([boardId]);
    if (coming) void coming.then(tellAll);
    else tellAll();
  }

  function goneHere({ userId, boardId }: UserOnBoard, reason: GoneReason, readers: Iterable<Reader> = streams.ofPerson(userId)): void {
    for (const reader of readers) leave(reader, boardId, reason);
    presence.leaves(userId, boardId);
  }

  function deletedHere(boardId: BoardId): void {
    for (const reader of [...streams.ofBoard(boardId)]) leave(reader, boardId, 'deleted');
    presence.deleted(boardId);
    tellWatchers(boardId);
  }

  function tellHere(userId: UserId, event: LiveEvent): void {
    const frame = frameOf(event);
    for (const reader of streams.ofPerson(userId)) reader.write(frame);
  }

  function endHere(sessionId: SessionId, reason: EndReason): void {
    for (const reader of [...streams.ofSession(sessionId)]) end(reader, reason);
  }

  function sayWhoIsHere(boardId: BoardId): void {
    bus.send({ type: 'presence', boardId, online: presence.hereOn(boardId), offline: [], whole: true });
  }

  function askWhoIsOn(boardId: BoardId): void {
    bus.send({ type: 'who', boardId });
  }

  /** Asks in slices, so that readers and limits get their turn in between. */
  async function askWhoIsThere(): Promise<void> {
    const boardIds = catchUp.boardIds();
    // Another gap begins anew.
    asking = boardIds;
    for (let start = 0; start < boardIds.length; start += askedAtOnce) {
      if (bus.state() !== 'connected' || asking !== boardIds) return;
      for (const boardId of boardIds.slice(start, start + askedAtOnce)) {
        sayWhoIsHere(boardId);
        askWhoIsOn(boardId);
      }
      await pause(askPause, undefined, { ref: false });
    }
  }

  return {
    open(reader) {
      const [oldest] = streams.ofPerson(reader.userId);
      if (oldest && streams.ofPerson(reader.userId).size >= streamsPerPerson) end(oldest, 'too_many_streams');
      streams.open(reader);
      presence.opened(reader.userId);
      return {
        mark: streams.mark,
        async follow(boards, mark) {
          if (!streams.ofPerson(reader.userId).has(reader)) return false;
          const before = new Set(streams.carriedSince(reader, Infinity));
          const fresh = boards.filter(({ id }) => !before.has(id));
          const carried = fresh.filter(({ id, revision }) => carry(reader, id, revision, mark)).map(({ id }) => id);
          const coming = interest.in([`person:${reader.userId}`]);
          if (coming) await coming;
          // The stream may have been closed meanwhile.
          if (!streams.ofPerson(reader.userId).has(reader)) return false;
          await hearOf(carried);
          return carried.length > 0 || coming !== undefined;
        },
        keepOnly(boards, mark) {
          const ids = new Set(boards.map(({ id }) => id));
          for (const boardId of streams.carriedSince(reader, mark)) {
            if (ids.has(boardId)) continue;
            streams.leave(reader, boardId);
            presence.leaves(reader.userId, boardId);
            mayRest(boardId);
          }
        },
        greet: (shows, mark) => presence.greet(reader.userId, shows, mark),
        close: () => close(reader),
        end: (reason) => end(reader, reason),
      };
    },
    async watch({ id, revision }, watcher) {
      watchers.add(id, watcher);
      catchUp.follow(id, revision);
      await hearOf([id]);
      return () => {
        watchers.remove(id, watcher);
        mayRest(id);
      };
    },
    publish(change) {
      catchUp.take(change);
      bus.send({ type: 'changed', boardId: change.boardId, revision: change.revision });
    },
    async publishMoved(boards) {
      for (const { id, revision } of boards) {
        catchUp.heard(id, revision);
        bus.send({ type: 'changed', boardId: id, revision });
        await nextTurn();
      }
    },
    joined({ userId, boardId }) {
      joinHere({ userId, boardId });
      bus.send({ type: 'joined', userId, boardId });
    },
    gone({ userId, boardId }, reason) {
      goneHere({ userId, boardId }, reason);
      bus.send({ type: 'gone', userId, boardId, reason });
    },
    deleted(boardId) {
      deletedHere(boardId);
      bus.send({ type: 'deleted', boardId });
    },
    tell(userId, event) {
      tellHere(userId, event);
      bus.send({ type: 'told', userId, event });
    },
    showPresence(userId, shows) {
      presence.decided(userId, shows, streams.mark());
      bus.send({ type: 'shows', userId, shows });
    },
    endSession(sessionId, reason = 'session_ended') {
      endHere(sessionId, reason);
      bus.send({ type: 'session_ended', sessionId, reason });
    },
    closeAll() {
      presence.stop();
      interest.stop();
      for (const reader of streams.all()) end(reader, 'restarting');
      for (const boardId of watchers.keys()) for (const watcher of watchers.get(boardId)) watcher.end();
    },
    size: streams.size,
    end,
    carried: () => ({ boardIds: catchUp.boardIds(), readers: streams.all() }),
    found(boardId, revision) {
      if (revision === undefined) deletedHere(boardId);
      else catchUp.heard(boardId, revision);
    },
  };
}

/** Topics are made of ids: what a topic begins with says of what. */
function idOf<Id extends BoardId | UserId>(topic: Topic): Id {
  return topic.slice(topic.indexOf(':') + 1) as Id;
}
