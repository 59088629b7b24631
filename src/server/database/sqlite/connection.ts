/**
 * The parts of SQLite that the program uses, the same for both libraries: Node's own from Node 24 on, better-sqlite3 before. Values are strings,
 * numbers up to 2^53, and null. A refusal is an error whose `code` is SQLite's name for it, as in SQLITE_BUSY_SNAPSHOT.
 */
export interface Connection {
  /** Opened so that it can only read. */
  readonly readonly: boolean;
  readonly inTransaction: boolean;
  prepare(sql: string): Statement;
  /** Runs statements that return nothing. */
  exec(sql: string): void;
  /** Runs a pragma and returns the first value of its first row. */
  pragma(text: string): unknown;
  /** May be called again. */
  close(): void;
}

export interface Statement {
  readonly returnsRows: boolean;
  /** Whether it may change the database file, as SQLite itself tells (`sqlite3_stmt_readonly`). */
  readonly writes: boolean;
  /** The names of its columns; after a change of the tables only a newly prepared statement is sure to have the new ones. */
  columns(): string[];
  /** Returns rows as arrays: building objects takes the libraries half of their time or more. */
  all(parameters?: readonly unknown[]): unknown[][];
  iterate(parameters?: readonly unknown[]): IterableIterator<unknown[]>;
  /** How many rows an insert, update or delete changed; after other statements the number means nothing. */
  run(parameters?: readonly unknown[]): number;
}

export interface ConnectionOptions {
  /** Refuses a file that is not there. */
  readonly?: boolean;
  /** In milliseconds: how long SQLite waits for another connection's lock. It blocks the thread meanwhile. */
  timeout?: number;
}

export type OpenConnection = (file: string, options?: ConnectionOptions) => Connection;

export const defaultTimeout = 5000;

/** A row as an object. */
export function named(columns: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let column = 0; column < columns.length; column += 1) row[columns[column] as string] = values[column];
  return row;
}
