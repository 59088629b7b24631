import type { Compilable, CompiledQuery, InferResult } from 'kysely';
import type { Db } from './database.ts';

/**
 * A query that is built and compiled at its first use; every later one only fills in the values. For queries of the hot
 * path: building one anew costs more than the database takes to answer it. Each value of `Values` may stand in the query as
 * often as needed, but only where Kysely makes a parameter of it.
 */
export function preparedQuery<Values extends object, Query extends Compilable>(build: (db: Db, values: Values) => Query) {
  type Row = InferResult<Query>[number];
  const fill = filledIn<Values>(build);

  return async (db: Db, values: Values): Promise<Row[]> => {
    const { rows } = await db.executeQuery(fill(db, values));
    return rows as Row[];
  };
}

/** Prepares a query that returns no rows. Running it returns how many rows it changed. */
export function preparedChange<Values extends object>(build: (db: Db, values: Values) => Compilable) {
  const fill = filledIn<Values>(build);

  return async (db: Db, values: Values): Promise<number> => {
    const { numAffectedRows } = await db.executeQuery(fill(db, values));
    return Number(numAffectedRows);
  };
}

/** Compiled anew when another kind of database is asked: one process may have two open, to move from one to the other. */
function filledIn<Values extends object>(build: (db: Db, values: Values) => Compilable): (db: Db, values: Values) => PreparedQuery {
  let compiled: CompiledQuery | undefined;
  let names: (string | undefined)[] = [];
  let dialect: unknown;
  return (db, values) => {
    const { constructor } = db.getExecutor().adapter;
    if (compiled === undefined || constructor !== dialect) {
      // A placeholder is a value like any other to the builder: it is never looked at before it is filled.
      compiled = build(db, placeholders as Values).compile();
      names = compiled.parameters.map((parameter) => (parameter instanceof Placeholder ? parameter.name : undefined));
      dialect = constructor;
    }
    const { parameters } = compiled;
    return new PreparedQuery(
      compiled,
      names.map((name, index) => (name === undefined ? parameters[index] : (values as Record<string, unknown>)[name])),
    );
  };
}

/** Whether a query is of the hot path: a driver may have a shorter way for those. */
export function isPrepared(query: CompiledQuery): boolean {
  return query instanceof PreparedQuery;
}

class PreparedQuery implements CompiledQuery {
  readonly query: CompiledQuery['query'];
  readonly queryId: CompiledQuery['queryId'];
  readonly sql: string;
  readonly parameters: readonly unknown[];

  constructor({ query, queryId, sql }: CompiledQuery, parameters: readonly unknown[]) {
    this.query = query;
    this.queryId = queryId;
    this.sql = sql;
    this.parameters = parameters;
  }
}

/** Takes the place of a value while a query is built. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

const placeholders: object = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) });
