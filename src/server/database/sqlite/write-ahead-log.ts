import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { keepOwner } from '../../files/private-file.ts';
import type { Connection } from './connection.ts';
import { classify } from './sqlite-failure.ts';

/** Keeps SQLite's write-ahead log small, and checkpoints it when that matters. */
export interface WriteAheadLog {
  /** After each commit: gives the log its share of the room that is left. */
  fit(): void;
  /**
   * Checkpoints everything and empties the log: at once if nobody else reads or writes, otherwise as soon as that is so.
   * Never resolves when the database is closed before: the next start does it.
   */
  writeBack(): Promise<void>;
  /** The disk is full: gives back what the log takes of it, as soon as possible. */
  makeRoom(): void;
  close(): void;
}

/** The part of the free disk space that the log may take. */
const share = 1 / 16;
/** 8 MB: to carry over more at once would hold everybody up for too long. */
const mostPages = 2000;
const pageBytes = 4096;
/** A page in the log, with the head that it has there. */
const frameBytes = pageBytes + 24;
const headBytes = 32;
/** More than the file grows by what the log holds, as good as always. */
const mostReserve = 1024 * 1024;
/** In milliseconds: after the first attempt, after the second… */
const [firstWait, longestWait] = [20, 1000];

/**
 * Beside the database file lies a reserve of room. Where the log has filled the disk, the file must grow to take what is in the log,
 * before the log can give anything back.
 */
export function createWriteAheadLog(sqlite: Connection, file: string): WriteAheadLog {
  const reserve = reserveFile(file);
  let pages = 0;
  let waiting: (() => void)[] = [];
  let wait = firstWait;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  function roomLeft(): number {
    const { bavail, bsize } = statfsSync(dirname(file));
    return bavail * bsize;
  }

  function fit(): void {
    const fitting = fittingPages();
    if (fitting === pages) return;
    // A little more is not worth the while: what is left changes with every commit.
    if (fitting > pages && fitting < mostPages && fitting < pages * 1.25) return;
    pages = fitting;
    // Checkpointed at this many pages, and truncated to them when it restarts.
    sqlite.pragma(`wal_autocheckpoint = ${pages}`);
    sqlite.pragma(`journal_size_limit = ${headBytes + pages * frameBytes}`);
  }

  function fittingPages(): number {
    try {
      return Math.max(1, Math.min(mostPages, Math.floor((roomLeft() * share) / frameBytes)));
    } catch {
      // The commit stands, even where the free space cannot be read.
      return pages || mostPages;
    }
  }

  /** Whether the log is empty now. */
  function carryOver(): boolean {
    if (sqlite.inTransaction) return false;
    try {
      // The first that this returns is whether it was kept from doing so.
      return sqlite.pragma('wal_checkpoint(TRUNCATE)') === 0;
    } catch (failure) {
      if (classify(failure)?.kind !== 'full' || !existsSync(reserve)) return false;
      rmSync(reserve);
      return carryOver();
    }
  }

  function keepReserve(): void {
    try {
      const bytes = Math.min(mostReserve, Math.floor(roomLeft() * share));
      if (bytes < pageBytes || bytes < 2 * (statSync(reserve, { throwIfNoEntry: false })?.size ?? 0)) return;
      // Random bytes, since some file systems store zeros without taking room for them.
      writeFileSync(reserve, randomBytes(bytes), { mode: 0o600 });
      keepOwner(reserve);
    } catch {
      // Another program has taken the space.
      rmSync(reserve, { force: true });
    }
  }

  function attempt(): void {
    clearTimeout(timer);
    timer = undefined;
    if (closed || waiting.length === 0) return;
    if (!carryOver()) {
      timer = setTimeout(attempt, wait).unref();
      wait = Math.min(wait * 2, longestWait);
      return;
    }
    keepReserve();
    wait = firstWait;
    const done = waiting;
    waiting = [];
    for (const resolve of done) resolve();
  }

  function writeBack(): Promise<void> {
    return new Promise((resolve) => {
      waiting.push(resolve);
      attempt();
    });
  }

  // What a crash left there. On a full disk nothing could be written before that is done.
  carryOver();
  fit();

  return {
    fit,
    writeBack,
    makeRoom() {
      // One attempt is under way already, or as good as.
      if (timer === undefined) void writeBack();
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}

/** Room that is given up when the disk is full. */
export function reserveFile(file: string): string {
  return `${file}-reserve`;
}
