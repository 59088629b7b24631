import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { CompiledQuery, type DatabaseConnection, type Driver, SqliteDialect, SqliteDriver } from 'kysely';
import { classify } from './sqlite-failure.ts';
import type { KeptStatements } from './statement-cache.ts';

/** In milliseconds: for so long another program may hold the database before a call is refused. */
export const patience = 3000;
/** In milliseconds, between two attempts. */
const attemptEvery = 10;

interface PatientDialectOptions {
  sqlite: Database;
  statements: KeptStatements;
  /** Hears of what the database refused. */
  onFailure(failure: unknown): void;
  /** Called when nobody uses the connection any more. Must not throw. */
  onRelease?(): void;
}

/**
 * SQLite waits for a lock by holding the thread, and with it all that the server does. This dialect lets it not wait at all, and asks
 * again later; meanwhile everything else goes on.
 */
export class PatientDialect extends SqliteDialect {
  readonly #options: PatientDialectOptions;

  constructor(options: PatientDialectOptions) {
    super({ database: options.statements });
    this.#options = options;
  }

  override createDriver(): Driver {
    return new PatientDriver(this.#options);
  }
}

class PatientDriver extends SqliteDriver {
  readonly #options: PatientDialectOptions;

  constructor(options: PatientDialectOptions) {
    super({ database: options.statements });
    this.#options = options;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    // Those who waited for the connection have waited for the lock as well: it was the same that held up the others.
    const until = performance.now() + patience;
    return new PatientConnection(await super.acquireConnection(), until, this.#options);
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    // A transaction that begins by reading could not write after somebody else has written meanwhile.
    await connection.executeQuery(CompiledQuery.raw(this.#options.sqlite.readonly ? 'begin' : 'begin immediate'));
  }

  override async releaseConnection(): Promise<void> {
    this.#options.onRelease?.();
    await super.releaseConnection();
  }
}

class PatientConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;
  readonly #until: number;
  readonly #options: PatientDialectOptions;

  constructor(connection: DatabaseConnection, until: number, options: PatientDialectOptions) {
    this.#connection = connection;
    this.#until = until;
    this.#options = options;
  }

  async executeQuery<R>(query: CompiledQuery) {
    try {
      return await whenFree(
        () => this.#connection.executeQuery<R>(query),
        () => this.#mayTryAgain(),
      );
    } catch (failure) {
      this.#options.onFailure(failure);
      throw failure;
    }
  }

  async *streamQuery<R>(query: CompiledQuery, chunkSize?: number) {
    try {
      yield* this.#connection.streamQuery<R>(query, chunkSize);
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
export async function whenFree<T>(call: () => T | Promise<T>, goesOn: (failure: unknown) => boolean): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (failure) {
      if (classify(failure)?.kind !== 'busy' || !goesOn(failure)) throw failure;
    }
    await pause(attemptEvery);
  }
}
