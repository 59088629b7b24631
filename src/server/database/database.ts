import type { AppEvent } from '#shared/events';
import type { BoardId, UserId } from '#shared/ids';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** A handle to query with: the reading one, or the one inside a unit of work. */
export type Db = Kysely<Tables>;

/** The interface of a database. `open-database.ts` chooses the driver; no other file knows which one runs. */
export interface Database {
  /** Whether a program that knows more migrations than this one has worked on it. */
  isNewer(): Promise<boolean>;
  /** Brings the tables to the newest shape. Throws what the failing migration threw; nothing of that one stays. */
  migrate(): Promise<void>;
  /** Sees what is committed and nothing else. Never writes. */
  read: Db;
  /** Several reads that see one and the same state. */
  snapshot<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * A snapshot for long reads, on a connection of its own, so that other reads go on. A request should take no longer than
   * some minutes; a command that looks through everything says `asLongAsItTakes`.
   */
  longSnapshot<T>(reading: (db: Db) => AsyncIterable<T>, options?: { asLongAsItTakes?: boolean }): AsyncIterable<T>;
  /** All writing goes through here. */
  unitOfWork: UnitOfWork<Transaction>;
  /**
   * Keeps other units of work from changing a board until this one ends. A unit that needs several locks them in the order of their ids, and
   * before any person. Where one unit of work runs at a time anyway, there is nothing to do.
   */
  lockBoard(db: Db, boardId: BoardId): Promise<void>;
  /**
   * Locks people. Use it before reading sums, sessions or a password that the unit of work then changes. Several at
   * once; it puts them in the order of their ids. After all boards.
   */
  lockPeople(db: Db, userIds: readonly UserId[]): Promise<void>;
  /** Waits until no other unit of work does the same, until this one ends. After boards and people; 'master-key' before people. */
  takeTurns(db: Db, what: 'catalogue' | 'demos' | 'erasures' | 'first-account' | 'master-key'): Promise<void>;
  /** Tells databases with the same rows apart, as far as it can: a dump that was restored is another one. */
  identity(): Promise<string>;
  /** Whether another program has changed something since the last call; undefined where that cannot be known. */
  wasChangedElsewhere(): Promise<boolean | undefined>;
  /** Throws when the database does not answer, or part of it was found damaged. */
  ping(): Promise<void>;
  /** Calls once, when part of the database is first found damaged. */
  onDamage(tell: (failure: DatabaseFailure) => void): void;
  /** Describes a failure of the database, however it is wrapped; undefined for any other failure. */
  classify(failure: unknown): DatabaseFailure | undefined;
  /**
   * What was deleted may stay readable in files that the database keeps for itself, and those may be in use. Resolves when it is
   * readable there no more, which may be much later; never when the database is closed before: the next start does it.
   */
  eraseFromLog(): Promise<void>;
  /** Has the database look through its own files; what it found wrong with them. */
  check(): Promise<string[]>;
  /** How its connections are used at this moment; undefined where it is a file. */
  connections(): Connections | undefined;
  /** What its files take on the disk; undefined where they are not on this machine. */
  fileSizes(): FileSizes | undefined;
  close(): Promise<void>;
}

/** In bytes: the database itself, and the log of what is not in it yet. */
export interface FileSizes {
  database: number;
  log: number;
}

/** The connections to the server of the database. `size`: at most. `waiting`: calls that wait for one. */
export interface Connections {
  size: number;
  open: number;
  idle: number;
  waiting: number;
}

/**
 * Runs a change and all that follows from it: all or nothing. Resolves once it is on the disk. What `work` throws is
 * thrown on, with nothing changed; so is a failure of kind 'busy' when another program holds the database for longer than `patience`,
 * in milliseconds: 3 s unless said otherwise. `work` may be called again, where another unit keeps it from going through: it changes nothing
 * but the database. `isLong` for what nobody waits for: each of its statements may take a minute.
 */
export type UnitOfWork<Within> = <T>(work: (within: Within) => Promise<T>, options?: { patience?: number; isLong?: boolean }) => Promise<T>;

export interface Transaction {
  db: Db;
  /** Does something once the work is durable, in the order of the commits; not at all when it is not. */
  afterCommit(follow: () => void): void;
}

/** A transaction that says what happened in it. Tables in `server/events` decide what follows, and who is told after the commit. */
export interface Work extends Transaction {
  record(event: AppEvent): void;
  /**
   * Does now what follows from the events recorded so far, and not only at the end. Returns these events, each before what followed from
   * it.
   */
  followUp(): Promise<readonly AppEvent[]>;
}

/**
 * Why a call failed, told apart by what can be done about it: free some space, try again, have a copy of a later version answer, which has changed
 * the tables, or restore a backup.
 */
export type FailureKind = 'unique' | 'full' | 'busy' | 'serialisation' | 'outdated' | 'corrupt' | 'other';

export interface DatabaseFailure {
  kind: FailureKind;
  /** The database's own, as in SQLITE_BUSY_SNAPSHOT. */
  code: string;
  /** The database's own: it names tables and columns, never values. */
  message: string;
  /** For kind 'unique': the columns whose values may exist once only. */
  unique?: { table: string; columns: readonly string[] };
}
