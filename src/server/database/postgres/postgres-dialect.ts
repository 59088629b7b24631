import {
  ColumnDefinitionNode,
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  type DataTypeNode,
  DefaultQueryExecutor,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type PrimitiveValueListNode,
  type QueryResult,
  SelectQueryNode,
} from 'kysely';
import type { Db } from '../database.ts';
import { isPrepared } from '../prepared-query.ts';
import type { Tables } from '../tables.ts';
import type { Connection } from './connection.ts';

/** Queries on one connection, for as long as `isOver` does not say otherwise. */
export function createHandleWithin(connection: Connection, isOver: () => boolean = () => false): Db {
  return handleOf(async (consumer) => {
    if (isOver()) throw new Error('a query of a unit of work whose transaction is over');
    return await consumer(connection);
  });
}

export type Lend = <T>(use: (connection: Connection) => Promise<T>) => Promise<T>;

/**
 * Each query on whichever connection `lend` gives; none that writes. Those of the hot path, which are short, go one behind the other on one
 * connection, that of `share`.
 */
export function createReadingHandle(lend: Lend, share: Lend): Db {
  return handleOf(
    (consumer) => lend((connection) => consumer(new ReadingConnection(connection))),
    (query) => (isPrepared(query) && SelectQueryNode.is(query.query) ? share((connection) => connection.executeQuery(query)) : undefined),
  );
}

/** Answers a query in a shorter way, if there is one for it. */
type DirectAnswer = (query: CompiledQuery) => Promise<QueryResult<unknown>> | undefined;

function handleOf(provideConnection: ConnectionProvider['provideConnection'], answer: DirectAnswer = () => undefined): Db {
  return new Kysely<Tables>({ config: { dialect }, dialect, driver: transactions, executor: new Executor(provideConnection, answer) });
}

class Executor extends DefaultQueryExecutor {
  readonly #answer: DirectAnswer;

  constructor(provideConnection: ConnectionProvider['provideConnection'], answer: DirectAnswer) {
    super(dialect.createQueryCompiler(), dialect.createAdapter(), { provideConnection });
    this.#answer = answer;
  }

  override async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return ((await this.#answer(query)) as QueryResult<R> | undefined) ?? (await super.executeQuery<R>(query));
  }
}

class ReadingConnection implements DatabaseConnection {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (SelectQueryNode.is(query.query)) return await this.#connection.executeQuery<R>(query);
    if (query.query.kind !== 'RawNode') throw new Error('a query that writes on a handle that only reads');
    // Only PostgreSQL knows whether the statement had an effect.
    await this.#connection.ask('begin read only');
    try {
      return await this.#connection.executeQuery<R>(query);
    } finally {
      await this.#connection.ask('rollback');
    }
  }

  streamQuery(): never {
    throw new Error('what is much is read in a snapshot');
  }
}

/** Says what stores say as SQLite would have understood it: whole numbers of 64 bits, and text in the order of its bytes, whatever the server's language. */
class PortableQueryCompiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    const isColumn = this.parentNode !== undefined && ColumnDefinitionNode.is(this.parentNode);
    if (isColumn && node.dataType === 'integer') this.append('bigint');
    else if (isColumn && node.dataType === 'text') this.append('text collate "C"');
    else super.visitDataType(node);
  }

  protected override visitPrimitiveValueList(node: PrimitiveValueListNode): void {
    if (node.values.length > 0) super.visitPrimitiveValueList(node);
    // `in ()` is SQLite's alone.
    else this.append('(select null where false)');
  }
}

/** The migration takes its lock on a connection of its own, so Kysely must not lock. */
class LockedAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {
    await Promise.resolve();
  }

  override async releaseMigrationLock(): Promise<void> {
    await Promise.resolve();
  }
}

/**
 * Locks all our tables, the one first that most units of work lock first. A migration that took them one by one, as it comes to them, would meet
 * copies of the version before that hold one and wait for another. It holds what it has for a moment only: then it gives all back.
 */
const lockTables = `
  set local lock_timeout = 300;
  do $$ declare tables text; begin
    select string_agg(format('%I', relname), ', ' order by relname <> 'board', relname) into tables from pg_class
      where relnamespace = (select oid from pg_namespace where nspname = current_schema()) and relkind = 'r'
        and relname not like 'kysely%' and pg_has_role(relowner, 'usage');
    if tables is not null then execute 'lock table ' || tables; end if;
  end $$;
  set local lock_timeout = 0`;

/** Kysely's own way to a transaction, on the connection that a handle has. Only migrations take it. */
const transactions: Driver = {
  init: () => Promise.resolve(),
  acquireConnection: () => Promise.reject(new Error('a handle has its connection already')),
  releaseConnection: () => Promise.resolve(),
  async beginTransaction(connection) {
    try {
      await run(connection, `begin; ${lockTables}`);
    } catch (failure) {
      // Kysely rolls back only what has begun.
      await run(connection, 'rollback');
      throw failure;
    }
  },
  commitTransaction: (connection) => run(connection, 'commit'),
  rollbackTransaction: (connection) => run(connection, 'rollback'),
  destroy: () => Promise.resolve(),
};

async function run(connection: DatabaseConnection, statement: string): Promise<void> {
  await (connection as Connection).ask(statement);
}

const dialect: Dialect = {
  createDriver: () => transactions,
  createQueryCompiler: () => new PortableQueryCompiler(),
  createAdapter: () => new LockedAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
};
