import { setTimeout as pause } from 'node:timers/promises';
import type { UserId } from '#shared/ids';
import type { Identity } from '../identity/identity.ts';
import { findRevisions } from '../boards/board-store.ts';
import type { Database } from '../database/database.ts';
import type { Epoch } from '../database/epoch.ts';
import type { BoardKeys } from '../encryption/board-keys.ts';
import type { Bus } from './bus.ts';
import type { LiveFeed } from './live-feed.ts';
import type { Reader } from './open-streams.ts';
import { readSituations } from './situation-store.ts';

/** In milliseconds. A change that nobody announced is found within it. */
const lookEvery = 3000;
/** Boards, sessions or people in one query. */
const atOnce = 500;
/** Streams that are greeted again one after the other, before others get their turn. */
const greetedAtOnce = 20;

interface ResyncOptions {
  bus: Bus;
  liveFeed: Pick<LiveFeed, 'carried' | 'end' | 'found'>;
  database: Pick<Database, 'read' | 'classify' | 'wasChangedElsewhere'>;
  epoch: Epoch;
  identity: Pick<Identity, 'goOn'>;
  boardKeys: Pick<BoardKeys, 'forget' | 'atHand'>;
}

export interface Resync {
  start(log: { warn(details: object, line: string): void }): void;
  stop(): Promise<void>;
}

/**
 * Finds in the database what the bus did not bring. Every few seconds it compares the revisions of the boards that have streams, and
 * looks whether their sessions still are. While the bus is lost, or another copy has lost it, it also compares what else a stream tells of its
 * person; where news may have been lost, all streams are greeted again. Beside a single copy commands may write, such as `npm run people`: what
 * they change is found in the same way. Where the database has gone back to an older state, all streams begin anew.
 */
export function createResync({ bus, liveFeed, database, epoch, identity, boardKeys }: ResyncOptions): Resync {
  // What was found about each person while news get lost.
  let situations = new Map<UserId, string>();
  let mustGreetAll = false;
  let looked = performance.now();
  let knownEpoch: string | undefined;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let log: Parameters<Resync['start']>[0] | undefined;

  bus.onGap(() => {
    if (bus.state() === 'connected') greetAllSoon();
  });
  bus.onSilence((_copy, expected) => {
    // Killed in the middle of something, perhaps, that it told nobody any more.
    if (!expected) greetAllSoon();
  });

  function greetAllSoon(): void {
    mustGreetAll = true;
    // While it looks, it only notes that it must look again.
    if (!running) lookSoon(0);
  }

  function lookSoon(wait: number): void {
    if (stopped) return;
    clearTimeout(timer);
    timer = setTimeout(look, wait).unref();
  }

  function look(): void {
    running ??= lookAll().finally(() => {
      running = undefined;
      lookSoon(lookEvery);
    });
  }

  async function lookAll(): Promise<void> {
    try {
      await compareEpochs();
      if (isAlone()) {
        // Commands have no bus to this copy.
        const isChanged = await database.wasChangedElsewhere();
        mustGreetAll ||= isChanged === true;
        if (isChanged === false && !mustGreetAll) return;
      }
      await lookAtStreams();
      if (mustGreetAll) await greetAll();
      else if (newsGetLost()) await compareSituations();
    } catch (failure) {
      log?.warn({ code: database.classify(failure)?.code }, 'not looked for what other copies did');
    }
  }

  function isAlone(): boolean {
    return bus.state() === 'alone';
  }

  /** What this copy knows of the boards is from another history: the revisions it waits for may never come. */
  async function compareEpochs(): Promise<void> {
    const now = await epoch.current();
    if (knownEpoch !== undefined && knownEpoch !== now) for (const reader of liveFeed.carried().readers) liveFeed.end(reader, 'restarting');
    knownEpoch = now;
  }

  function newsGetLost(): boolean {
    return bus.state() === 'lost' || bus.missesCopies();
  }

  async function lookAtStreams(): Promise<void> {
    looked = performance.now();
    await compareRevisions();
    await endSessions();
  }

  async function compareRevisions(): Promise<void> {
    for (const boardIds of slicesOf(liveFeed.carried().boardIds)) {
      const revisions = new Map((await findRevisions(database.read, boardIds)).map(({ id, revision }) => [id, revision]));
      for (const boardId of boardIds) {
        const revision = revisions.get(boardId);
        if (revision === undefined) boardKeys.forget(boardId);
        liveFeed.found(boardId, revision);
      }
    }
  }

  async function endSessions(): Promise<void> {
    for (const readers of slicesOf(liveFeed.carried().readers)) {
      const goOn = await identity.goOn(readers);
      // Ended, or gone on under another cookie: only the browser knows. It comes back, and is refused if it has none.
      for (const [index, reader] of readers.entries()) if (!goOn[index]) liveFeed.end(reader, 'restarting');
    }
  }

  async function greetAll(): Promise<void> {
    mustGreetAll = false;
    situations = new Map();
    try {
      // The baseline: what moves from then on is known by comparing with it.
      if (newsGetLost()) await compareSituations();
      else await greet(liveFeed.carried().readers);
      await forgetDeletedKeys();
    } catch (failure) {
      mustGreetAll = true;
      throw failure;
    }
  }

  async function greet(readers: readonly Reader[]): Promise<void> {
    for (const slice of slicesOf(readers, greetedAtOnce)) {
      if (stopped) return;
      const start = performance.now();
      for (const reader of slice) {
        await reader.greetAgain();
        // On a busy machine a greeting takes long, and what is missed meanwhile must not wait for all of them.
        if (performance.now() - looked > lookEvery) await lookAtStreams();
      }
      // Greeting takes at most half of the time, so that others read on.
      await pause(Math.min(performance.now() - start, lookEvery), undefined, { ref: false });
    }
  }

  /** Whatever moved for a person is told by greeting them. */
  async function compareSituations(): Promise<void> {
    const { readers } = liveFeed.carried();
    const moved = new Map<UserId, string>();
    for (const userIds of slicesOf([...new Set(readers.map(({ userId }) => userId))])) {
      for (const [userId, situation] of await readSituations(database.read, userIds)) {
        if (situations.get(userId) !== situation) moved.set(userId, situation);
      }
    }
    await greet(readers.filter(({ userId }) => moved.has(userId)));
    for (const [userId, situation] of moved) situations.set(userId, situation);
  }

  async function forgetDeletedKeys(): Promise<void> {
    for (const boardIds of slicesOf(boardKeys.atHand())) {
      const there = new Set((await findRevisions(database.read, boardIds)).map(({ id }) => id));
      for (const boardId of boardIds) if (!there.has(boardId)) boardKeys.forget(boardId);
    }
  }

  return {
    start(given) {
      log = given;
      lookSoon(lookEvery);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

function* slicesOf<T>(all: readonly T[], size = atOnce): Iterable<T[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
}
