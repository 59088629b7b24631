import { setTimeout as pause } from 'node:timers/promises';
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult, SelectQueryNode } from 'kysely';
import { isPrepared } from '../prepared-query.ts';
import { type Connection, named, type Statement } from './connection.ts';
import { classify } from './sqlite-failure.ts';

/** In milliseconds: for so long another program may hold the database before a call is refused. */
export const patience = 3000;
/** In milliseconds, between two attempts. */
const attemptEvery = 10;

export interface SqliteDriverOptions {
  sqlite: Connection;
  /** Called with each error of the database. */
  onFailure(failure: unknown): void;
  /** Called when the connection is free again. Must not throw. */
  onRelease?(): void;
}

/**
 * Kysely's driver for one connection, lent to one after the other. SQLite waits for a lock by holding the thread, and with it all that
 * the server does: here it does not wait at all, and is asked again later; meanwhile everything else goes on.
 */
export class SqliteDriver implements Driver {
  readonly #options: SqliteDriverOptions;
  readonly #statements: StatementCache;
  /** Settles when everybody waiting for the connection has used and released it. */
  #lent: Promise<void> = Promise.resolve();
  #giveBack: () => void = () => undefined;
  #writes = 0;

  constructor(options: SqliteDriverOptions) {
    this.#options = options;
    this.#statements = createStatementCache(options.sqlite);
  }

  /** Answers a query at once, even while the connection is in use. */
  run<R>(query: CompiledQuery): QueryResult<R> {
    const { sql, parameters } = query;
    try {
      const known = this.#statements(sql);
      const { statement } = known;
      if (known.writes) this.#countWrite();
      if (!known.returnsRows) return { rows: [], numAffectedRows: BigInt(statement.run(parameters)) };
      const rows = statement.all(parameters);
      // Asking for column names takes longer than most queries of the hot path. No migration runs those, so their columns never change.
      const columns = isPrepared(query) ? (known.columns ??= statement.columns()) : statement.columns();
      return { rows: rows.map((values) => named(columns, values) as R) };
    } catch (failure) {
      this.#options.onFailure(failure);
      throw failure;
    }
  }

  *stream<R>({ sql, parameters, query }: CompiledQuery): IterableIterator<R> {
    if (!SelectQueryNode.is(query)) throw new Error('only what is selected can be streamed');
    const { statement } = this.#statements(sql);
    const columns = statement.columns();
    for (const values of statement.iterate(parameters)) yield named(columns, values) as R;
  }

  /** How many statements have written, or tried to. */
  get writes(): number {
    return this.#writes;
  }

  get inTransaction(): boolean {
    return this.#options.sqlite.inTransaction;
  }

  async init(): Promise<void> {
    // Opened here rather than at the first query, so that a bad file stops the start.
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    // Time spent waiting for the connection counts as time spent waiting for the lock: the same lock held it up.
    const until = performance.now() + patience;
    const before = this.#lent;
    let giveBack = this.#giveBack;
    this.#lent = new Promise((resolve) => {
      giveBack = resolve;
    });
    await before;
    this.#giveBack = giveBack;
    return new SqliteConnection(this, this.#options, until);
  }

  /** Only while the connection is acquired; never waits for a lock. */
  lentConnection(): DatabaseConnection {
    return new SqliteConnection(this, this.#options, 0);
  }

  async releaseConnection(_connection: DatabaseConnection): Promise<void> {
    this.#options.onRelease?.();
    this.#giveBack();
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    // A transaction that starts with a read could not write once another one has written.
    await connection.executeQuery(CompiledQuery.raw(this.#options.sqlite.readonly ? 'begin' : 'begin immediate'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // A full disk ends a transaction by itself: rolling it back once more would fail, and hide why.
    if (this.inTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async destroy(): Promise<void> {
    this.#options.sqlite.close();
  }

  #countWrite(): void {
    if (this.#options.sqlite.readonly) throw new Error('a query that writes on a handle that only reads');
    this.#writes += 1;
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #driver: SqliteDriver;
  readonly #options: SqliteDriverOptions;
  readonly #until: number;

  constructor(driver: SqliteDriver, options: SqliteDriverOptions, until: number) {
    this.#driver = driver;
    this.#options = options;
    this.#until = until;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return whenFree(
      () => this.#driver.run<R>(query),
      () => this.#mayTryAgain(),
    );
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    try {
      for (const row of this.#driver.stream<R>(query)) yield { rows: [row] };
    } catch (failure) {
      this.#options.onFailure(failure);
      throw failure;
    }
  }

  // Within a transaction that writes, what was read before might no longer be so.
  #mayTryAgain(): boolean {
    const { sqlite } = this.#options;
    return (sqlite.readonly || !sqlite.inTransaction) && performance.now() < this.#until;
  }
}

/** Calls until no other program holds the database any more. Before each further attempt it asks `goesOn`, which may end it. */
export async function whenFree<T>(call: () => T, goesOn: (failure: unknown) => boolean): Promise<T> {
  for (;;) {
    try {
      return call();
    } catch (failure) {
      if (classify(failure)?.kind !== 'busy' || !goesOn(failure)) throw failure;
    }
    await pause(attemptEvery);
  }
}

/** More than the program has queries; lists of ids make some of every length. */
const mostStatements = 300;

const changesTables = /^\s*(alter|create|drop)\b/i;

/** A statement, and what it would be asked each time. */
interface KnownStatement {
  statement: Statement;
  returnsRows: boolean;
  writes: boolean;
  /** The names of its columns, where it is known that they stay. */
  columns?: readonly string[];
}

/** Finds the statement of a query: SQLite reads and plans it once, not at every use. */
type StatementCache = (sql: string) => KnownStatement;

function createStatementCache(connection: Connection): StatementCache {
  const statements = new Map<string, KnownStatement>();
  return (sql) => {
    const known = statements.get(sql);
    if (known) return known;
    const oldest = statements.keys().next().value;
    if (statements.size >= mostStatements && oldest !== undefined) statements.delete(oldest);
    const statement = connection.prepare(sql);
    const found: KnownStatement = { statement, returnsRows: statement.returnsRows, writes: statement.writes };
    // Before 24.19, Node returns the former columns of a table from statements that were prepared before it changed.
    if (changesTables.test(sql)) statements.clear();
    else statements.set(sql, found);
    return found;
  };
}
