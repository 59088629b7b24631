import {
  type CompiledQuery,
  type ConnectionProvider,
  DefaultQueryExecutor,
  type Dialect,
  Kysely,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Db } from '../database.ts';
import { isPrepared } from '../prepared-query.ts';
import type { Tables } from '../tables.ts';
import type { SqliteDriver } from './sqlite-driver.ts';
import { classify } from './sqlite-failure.ts';

/** Answers a query at once; undefined when the connection must be asked for. */
type DirectAnswer = <R>(query: CompiledQuery) => QueryResult<R> | undefined;

/** Queries on a connection that is lent to one after the other. */
export function createHandle(driver: SqliteDriver): Db {
  return handleOf(driver, lending(driver), () => undefined);
}

/** Queries in the transaction that is open on the connection, for the unit of work that holds it. */
export function createHandleWithin(driver: SqliteDriver): Db {
  const lent: ConnectionProvider = { provideConnection: async (consumer) => await consumer(driver.lentConnection()) };
  return handleOf(driver, lent, (query) => {
    if (!driver.inTransaction) throw new Error('a query of a unit of work whose transaction is over');
    return driver.run(query);
  });
}

/**
 * Reads what is committed. Where nothing is being written, the writing connection sees just that, and has it at hand for the queries of
 * the hot path: after each commit any other connection must read its pages anew.
 */
export function createReadingHandle(driver: SqliteDriver, writing: SqliteDriver): Db {
  return handleOf(driver, lending(driver), (query) => {
    if (!isPrepared(query) || writing.inTransaction || !SelectQueryNode.is(query.query)) return undefined;
    try {
      return writing.run(query);
    } catch (failure) {
      if (classify(failure)?.kind === 'busy') return undefined;
      throw failure;
    }
  });
}

/** Kysely's own says that tables cannot be changed in a transaction; with SQLite they can, so that a migration cut off leaves nothing. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): true {
    return true;
  }
}

function handleOf(driver: SqliteDriver, provider: ConnectionProvider, answer: DirectAnswer): Db {
  const dialect: Dialect = {
    createDriver: () => driver,
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new TransactionalAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
  const executor = new DirectExecutor(dialect, provider, answer);
  return new Kysely<Tables>({ config: { dialect }, dialect, driver, executor });
}

function lending(driver: SqliteDriver): ConnectionProvider {
  return {
    async provideConnection(consumer) {
      const connection = await driver.acquireConnection();
      try {
        return await consumer(connection);
      } finally {
        await driver.releaseConnection(connection);
      }
    },
  };
}

/** Kysely's way to a connection, with its queue and its promises, costs more than SQLite takes to answer. */
class DirectExecutor extends DefaultQueryExecutor {
  readonly #answer: DirectAnswer;

  constructor(dialect: Dialect, provider: ConnectionProvider, answer: DirectAnswer) {
    super(dialect.createQueryCompiler(), dialect.createAdapter(), provider);
    this.#answer = answer;
  }

  override executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const answer = this.#answer<R>(query);
      return answer ? Promise.resolve(answer) : super.executeQuery<R>(query);
    } catch (failure) {
      return Promise.reject(failure);
    }
  }
}
