import type { Compilable, CompiledQuery, InferResult } from 'kysely';
import type { Db } from './database.ts';

/** Takes the place of a value while a query is built. */
class Gap {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Answers a compiled query with its rows, at once; undefined when it cannot now. */
export type Shortcut = (sql: string, parameters: readonly unknown[]) => unknown[] | undefined;

const shortcuts = new WeakMap<Db, Shortcut>();

/**
 * Gives prepared queries on this handle a way past Kysely's driver, whose queue and steps cost more than SQLite's answer. It must see
 * what the handle sees: inside a transaction, that transaction.
 */
export function giveShortcut(db: Db, shortcut: Shortcut): void {
  shortcuts.set(db, shortcut);
}

/**
 * A query that is built and compiled at its first use; every later one only fills in the values. For queries of the hot
 * path: building one anew costs more than SQLite takes to answer it. Each value of `Values` may stand in the query as
 * often as needed, but only where Kysely makes a parameter of it.
 */
export function preparedQuery<Values extends object, Query extends Compilable>(build: (db: Db, values: Values) => Query) {
  type Row = InferResult<Query>[number];
  let compiled: CompiledQuery | undefined;

  return async (db: Db, values: Values): Promise<Row[]> => {
    compiled ??= build(db, gaps as Values).compile();
    const parameters = compiled.parameters.map((parameter) => (parameter instanceof Gap ? Reflect.get(values, parameter.name) : parameter));
    const rows = shortcuts.get(db)?.(compiled.sql, parameters) ?? (await db.executeQuery({ ...compiled, parameters })).rows;
    return rows as Row[];
  };
}

// To the builder a gap is a value like any other: it is never looked at before it is filled.
const gaps: object = new Proxy({}, { get: (_, name) => new Gap(String(name)) });
